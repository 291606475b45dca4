// One result of an audition: the voice, the state of its take, and the buttons to play, star and choose it. While names
// are hidden, the one that is preferred is chosen; then all are shown in their places.

import { Pause, Play, Star } from 'lucide-react';
import { useStore } from 'zustand';
import { formatDuration } from '../../../shared/text/format-text.ts';
import { errorText } from '../../items/error-text.ts';
import { faceProps } from '../../lists/use-rows.ts';
import { useCommons, useSession, useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Candidate, candidateState } from '../audition-candidates.ts';
import type { AuditionStore } from '../audition-store.ts';
import { toggleFavourite } from '../voice-memory.ts';
import { optionForVoice } from '../voice-options.ts';
import styles from './Card.module.css';
import { VoiceDisc } from './VoiceDisc.tsx';
import { voiceFace } from './voice-facts.ts';

type ComparedCardProps = {
  store: AuditionStore;
  candidate: Candidate;
  /** Index on the page, from 0; its key is one more. */
  place: number;
  /** It is the card in the Tab order. */
  isCurrent: boolean;
  /** Stands for the voice while names are hidden, and is shown with its name afterwards. */
  letter: string;
};

/** The card of one result. */
export function ComparedCard({ store, candidate, place, isCurrent, letter }: ComparedCardProps) {
  const { session } = useCommons();
  const { t } = useTranslation();
  const { voice } = candidate;
  const jobs = useSession((session) => session.jobs);
  const shown = candidateState(candidate, jobs);
  const { state } = shown;
  const isBlind = useStore(store, (audition) => audition.isBlind);
  const isRevealed = useStore(store, (audition) => audition.isRevealed);
  const isPreferred = useStore(store, (audition) => audition.preferred === voice);
  const isPlaying = useStore(store, (audition) => audition.playing === voice);
  const isFavourite = useSession((state) => state.settings.voices.favourites.includes(voice));
  const face = voiceFace(optionForVoice(voice), t);
  const alias = t('audition.alias', { letter });
  const name = isBlind ? alias : face.name;
  const tabIndex = isCurrent ? undefined : -1;
  const { prefer, use } = store.getState();
  const star = (): void => {
    const { settings, updateSettings } = session.getState();
    updateSettings({ voices: toggleFavourite(settings.voices, voice) });
  };
  return (
    <li
      className={styles.card}
      data-row={place}
      data-playing={isPlaying ? '' : undefined}
      data-preferred={isPreferred ? '' : undefined}
    >
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
        <VoiceDisc voice={isBlind ? null : voice} name={isBlind ? letter : face.name} />
        <span className={styles.text}>
          <span className={styles.name}>
            {name}
            {isRevealed && <span className={styles.second}>{alias}</span>}
          </span>
          <span className={styles.facts}>
            <span>{isBlind ? t('audition.hidden') : face.place}</span>
            <span>{!isBlind && face.character}</span>
          </span>
        </span>
        {state === 'ready' && (isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />)}
        <kbd className={styles.digit}>{place + 1}</kbd>
      </button>
      <div className={styles.line}>
        {shown.state === 'ready' && (
          <>
            <span className={styles.state}>
              {formatDuration(shown.item.audio.durationMs === null ? null : shown.item.audio.durationMs / 1000)}
              {isPreferred && t.separators.fact + t('gallery.preferred')}
            </span>
            {/* A star would tell which voice it is. */}
            {!isBlind && (
              <IconButton
                tabIndex={tabIndex}
                label={t('voices.favourite', { voice: name })}
                icon={<Star size={16} aria-hidden className={isFavourite ? styles.starred : undefined} />}
                aria-pressed={isFavourite}
                onClick={star}
              />
            )}
            {isBlind ? (
              <Button
                variant="plain"
                tabIndex={tabIndex}
                aria-label={t('gallery.preferVoice', { voice: name })}
                onClick={() => prefer(voice)}
              >
                {t('gallery.prefer')}
              </Button>
            ) : (
              <Button
                variant={isPreferred ? 'normal' : 'plain'}
                tabIndex={tabIndex}
                aria-label={t('audition.useVoice', { voice: name })}
                onClick={() => use(voice)}
              >
                {t('audition.use')}
              </Button>
            )}
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
