// The card of a voice in the gallery: who it is, and the buttons to hear, shortlist, star and use it.

import { Check, Pause, Play, Star, X } from 'lucide-react';
import { memo } from 'react';
import { faceProps } from '../../lists/use-rows.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type VoiceOption, voiceOfOption } from '../voice-options.ts';
import styles from './Card.module.css';
import { VoiceDisc } from './VoiceDisc.tsx';
import { voiceFace } from './voice-facts.ts';

/** What can be done with a voice, by its key. Always the same object. */
export type VoiceActions = Readonly<
  Record<'hear' | 'star' | 'use' | 'shortlist' | 'sample', (voice: string) => void> & {
    /** The cost of a sample was declined. */
    decline: () => void;
  }
>;

type VoiceCardProps = {
  option: VoiceOption;
  index: number;
  /** It is the card in the Tab order. */
  isCurrent: boolean;
  isShortlisted: boolean;
  /** No more voices fit the shortlist. */
  isFull: boolean;
  isStarred: boolean;
  /** The screen or the role has this voice. */
  isUsed: boolean;
  isPlaying: boolean;
  /** Its sample is being generated. */
  isRunning: boolean;
  /** Why it may not speak; null if nothing is known. */
  problem: string | null;
  hasSample: boolean;
  /** The person has asked to hear it, which is a request of so many characters; null if not. */
  sampleLength: number | null;
  actions: VoiceActions;
};

/** The card. */
export const VoiceCard = memo(function VoiceCard(props: VoiceCardProps) {
  const {
    option,
    index,
    isCurrent,
    isShortlisted,
    isFull,
    isStarred,
    isUsed,
    isPlaying,
    isRunning,
    problem,
    sampleLength,
  } = props;
  const { actions } = props;
  const { t } = useTranslation();
  const key = voiceOfOption(option) ?? '';
  const { name, second, place, character } = voiceFace(option, t);
  const tabIndex = isCurrent ? undefined : -1;
  return (
    <li
      className={styles.card}
      data-row={index}
      data-on={isShortlisted ? '' : undefined}
      data-playing={isPlaying ? '' : undefined}
    >
      <button
        type="button"
        className={styles.face}
        {...faceProps(isCurrent)}
        aria-pressed={isPlaying}
        aria-label={t('voices.hear', { voice: name })}
        aria-describedby={`voice-${index}`}
        onClick={(event) => !event.ctrlKey && !event.metaKey && actions.hear(key)}
      >
        <VoiceDisc voice={key} name={name} />
        <span className={styles.text}>
          <span className={styles.name}>
            {name}
            {second !== '' && <span className={styles.second}>{second}</span>}
          </span>
          <span id={`voice-${index}`} className={styles.facts}>
            <span>{place}</span>
            <span>{character}</span>
          </span>
        </span>
        <span className={styles.play} data-weak={props.hasSample ? undefined : ''}>
          {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        </span>
      </button>
      {sampleLength !== null ? (
        <fieldset className={styles.line} aria-label={t('voices.actions', { voice: name })}>
          <span className={styles.state}>{t('gallery.sampleCost', { count: sampleLength })}</span>
          <Button onClick={() => actions.sample(key)}>{t('voices.makeSample')}</Button>
          <IconButton label={t('voices.notNow')} icon={<X size={16} aria-hidden />} onClick={actions.decline} />
        </fieldset>
      ) : (
        <div className={styles.line}>
          <label className={styles.shortlist}>
            <input
              type="checkbox"
              tabIndex={tabIndex}
              aria-label={t('gallery.shortlistVoice', { voice: name })}
              checked={isShortlisted}
              // Not `disabled`: the arrow keys pass over nothing.
              aria-disabled={!isShortlisted && isFull}
              onChange={() => (isShortlisted || !isFull) && actions.shortlist(key)}
            />
            <span
              aria-hidden={problem === null && !isRunning}
              className={problem === null ? styles.state : styles.failed}
            >
              {isRunning ? t('audition.running') : (problem ?? t('gallery.shortlist'))}
            </span>
          </label>
          <IconButton
            tabIndex={tabIndex}
            label={t('voices.favourite', { voice: name })}
            icon={<Star size={16} aria-hidden className={isStarred ? styles.starred : undefined} />}
            aria-pressed={isStarred}
            onClick={() => actions.star(key)}
          />
          {isUsed ? (
            <span className={styles.used}>
              <Check size={14} aria-hidden />
              {t('gallery.used')}
            </span>
          ) : (
            <Button
              tabIndex={tabIndex}
              variant="plain"
              aria-label={t('audition.useVoice', { voice: name })}
              onClick={() => actions.use(key)}
            >
              {t('gallery.use')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
});
