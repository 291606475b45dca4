// One result of an audition: the voice, the state of its take, and the buttons to play, star and choose it.

import { Pause, Play, Star } from 'lucide-react';
import { useStore } from 'zustand';
import { formatDuration } from '../../shared/text/format-text.ts';
import { errorText } from '../items/error-text.ts';
import { faceProps } from '../lists/use-rows.ts';
import { useCommons, useSession, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import styles from './AuditionCard.module.css';
import { type AuditionStore, type Candidate, candidateState } from './audition-store.ts';
import type { SpeechStore } from './speech-store.ts';
import { toggleFavourite } from './voice-memory.ts';
import { optionForVoice, voiceFacts, voiceShortName } from './voice-options.ts';

type AuditionCardProps = {
  store: AuditionStore;
  speech: SpeechStore;
  candidate: Candidate;
  /** Index on the page, from 0; its key is one more. */
  place: number;
  /** It is the card in the Tab order. */
  isCurrent: boolean;
  /** The name displayed while voice names are hidden. */
  alias: string;
};

/** The card of one result. */
export function AuditionCard({ store, speech, candidate, place, isCurrent, alias }: AuditionCardProps) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const { voice } = candidate;
  const jobs = useSession((session) => session.jobs);
  const shown = candidateState(candidate, jobs);
  const { state } = shown;
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const isPlaying = useStore(store, (audition) => audition.playing === voice);
  const isFavourite = useSession((state) => state.settings.voices.favourites.includes(voice));
  const option = optionForVoice(voice);
  const name = isBlind ? alias : voiceShortName(voice, '');
  const facts = option.kind === 'published' ? voiceFacts(option.voice, t) : t('speech.voiceCustomHint');
  const star = (): void => {
    const { settings, updateSettings } = session.getState();
    updateSettings({ voices: toggleFavourite(settings.voices, voice) });
  };
  const use = (): void => {
    const { role, close } = store.getState();
    if (role === null) speech.getState().change({ voice });
    else role.use(voice);
    close();
  };
  return (
    <li className={styles.card} data-row={place} data-playing={isPlaying ? '' : undefined}>
      <button
        type="button"
        className={styles.face}
        aria-disabled={state !== 'ready'}
        {...faceProps(isCurrent)}
        aria-pressed={isPlaying}
        aria-keyshortcuts={String(place + 1)}
        aria-label={t('audition.play', { voice: name })}
        onClick={() => state === 'ready' && store.getState().flip(place)}
      >
        <kbd className={styles.digit}>{place + 1}</kbd>
        <span className={styles.text}>
          <span className={styles.name}>{name}</span>
          <span className={styles.facts}>{isBlind ? t('audition.hidden') : facts}</span>
        </span>
        {state === 'ready' && (isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />)}
      </button>
      <div className={styles.line}>
        {shown.state === 'ready' && (
          <>
            <span className={styles.state}>
              {formatDuration(shown.item.audio.durationMs === null ? null : shown.item.audio.durationMs / 1000)}
            </span>
            {/* A star would tell which voice it is. */}
            {!isBlind && (
              <IconButton
                tabIndex={-1}
                label={t('voices.favourite', { voice: name })}
                icon={<Star size={16} aria-hidden className={isFavourite ? styles.starred : undefined} />}
                aria-pressed={isFavourite}
                onClick={star}
              />
            )}
            <Button variant="plain" tabIndex={-1} aria-label={t('audition.useVoice', { voice: name })} onClick={use}>
              {t('audition.use')}
            </Button>
          </>
        )}
        {state === 'running' && <span className={styles.state}>{t('audition.running')}</span>}
        {shown.state === 'failed' && (
          <span className={styles.failed}>
            {t('audition.failed', {
              reason: shown.error === null ? t('audition.notMade') : errorText(shown.error.code, 'title', t, 'speech'),
            })}
          </span>
        )}
      </div>
    </li>
  );
}
