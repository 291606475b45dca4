// The actions below the voice list, also by keyboard: use the typed key, and on the highlighted voice: hear it, star it,
// forget its key, clear its "refused" mark.

import { Ban, Play, Star, Trash2 } from 'lucide-react';
import { characterCount } from '../../shared/text/utf8.ts';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { activeConnection } from '../shell/session-store.ts';
import { Button } from '../ui/Button.tsx';
import type { SpeechStore } from './speech-store.ts';
import styles from './VoiceActions.module.css';
import { forgetKey } from './voice-memory.ts';
import { voiceShortName } from './voice-options.ts';
import { sampleRequest } from './voice-samples.ts';

type VoiceActionsProps = {
  store: SpeechStore;
  /** The voice's key; null is the relay's default voice, for which nothing is stored. */
  voice: string | null;
  /** The person has asked to hear the voice, but it has no take yet. */
  isWanted: boolean;
  isRefused: boolean;
  hasSample: boolean;
  onHear: (voice: string) => void;
  onStar: (voice: string) => void;
  /** Called when the person has accepted or declined the cost of a sample. */
  onAnswered: () => void;
  /** The typed text, as a key that is in no list; null if there is none. */
  offer: string | null;
  onOffer: () => void;
};

/** The controls below the voice list. */
export function VoiceActions(props: VoiceActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      {props.offer !== null && (
        <div className={styles.offer}>
          <Button variant="link" onClick={props.onOffer}>
            {t('speech.useKey', { key: props.offer })}
          </Button>
        </div>
      )}
      <OnVoice {...props} />
    </>
  );
}

/** The actions on the highlighted voice. */
function OnVoice(props: VoiceActionsProps) {
  const { store, voice, isWanted, isRefused, hasSample, onHear, onStar, onAnswered } = props;
  const { ipc } = useCommons();
  const updateSettings = useSession((session) => session.updateSettings);
  const { t, locale } = useTranslation();
  const memory = useSession((state) => state.settings.voices);
  const connectionId = useSession((state) => activeConnection(state)?.id ?? '');
  if (voice === null) return <p className={styles.none}>{t('voices.defaultHint')}</p>;
  const name = voiceShortName(voice, t);
  if (isWanted) {
    const request = sampleRequest(voice, { connectionId, format: store.getState().format, fallbackLanguage: locale });
    const length = t('speech.characters', { count: characterCount(request.text) });
    return (
      <fieldset className={styles.actions} aria-label={t('voices.actions', { voice: name })}>
        <p className={styles.question}>{t('voices.sampleCost', { voice: name, length })}</p>
        <Button
          onClick={() => {
            onAnswered();
            void store.getState().generateRequest(request);
          }}
        >
          {t('voices.makeSample')}
        </Button>
        <Button variant="plain" onClick={onAnswered}>
          {t('voices.notNow')}
        </Button>
      </fieldset>
    );
  }
  const isFavourite = memory.favourites.includes(voice);
  return (
    <fieldset className={styles.actions} aria-label={t('voices.actions', { voice: name })}>
      <span className={styles.who}>{name}</span>
      <Button variant="plain" aria-label={t('voices.hear', { voice: name })} onClick={() => onHear(voice)}>
        <Play size={14} aria-hidden />
        {t(hasSample ? 'voices.hearShort' : 'voices.hearFirst')}
      </Button>
      <Button
        variant="plain"
        aria-label={t('voices.favourite', { voice: name })}
        aria-pressed={isFavourite}
        onClick={() => onStar(voice)}
      >
        <Star size={14} aria-hidden data-on={isFavourite ? '' : undefined} className={styles.star} />
        {t('voices.favouriteShort')}
      </Button>
      {isRefused && (
        <Button
          variant="plain"
          aria-label={t('voices.allowAgain', { voice: name })}
          onClick={() => void ipc.request('voices.allowAgain', { connectionId, voice })}
        >
          <Ban size={14} aria-hidden />
          {t('voices.allowAgainShort')}
        </Button>
      )}
      {memory.custom.includes(voice) && (
        <Button
          variant="plain"
          aria-label={t('voices.forget', { voice: name })}
          onClick={() => updateSettings({ voices: forgetKey(memory, voice) })}
        >
          <Trash2 size={14} aria-hidden />
          {t('voices.forgetShort')}
        </Button>
      )}
    </fieldset>
  );
}
