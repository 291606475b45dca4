// One entry of the voice list: name, facts, and, for the mouse, buttons to hear and star it.

import { History, Play, Star } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import type { Translate } from '../../shared/i18n/index.ts';
import { useTranslation } from '../services.ts';
import styles from './VoiceOptionRow.module.css';
import { type VoiceOption, voiceFacts, voiceNames } from './voice-options.ts';

type VoiceOptionRowProps = {
  option: VoiceOption;
  isHighlighted: boolean;
  /** The entry offers the typed text as a key that is not stored yet. */
  isOffer: boolean;
  isFavourite: boolean;
  isRecent: boolean;
  isRefused: boolean;
  hasSample: boolean;
  onHear: () => void;
  onStar: () => void;
};

/** The content of an option. */
export const VoiceOptionRow = memo(
  function VoiceOptionRow(props: VoiceOptionRowProps) {
    const { option, isHighlighted, isOffer, isFavourite, isRecent, isRefused, hasSample, onHear, onStar } = props;
    const { t } = useTranslation();
    // The accessible name of this offer must be exactly this text; a hint inside would become part of it.
    if (option.kind === 'custom' && isOffer) return <span>{t('speech.useKey', { key: option.key })}</span>;
    const facts = factsOf(option, t);
    const names = option.kind === 'published' ? voiceNames(option.voice, t.locale) : null;
    return (
      <>
        <span className={styles.option}>
          <span className={styles.name}>
            {names?.first}
            {option.kind === 'custom' && option.key}
            {option.kind === 'default' && t('speech.voiceDefault')}
            {option.kind === 'inherited' && option.label}
            {names && names.second !== '' && <span className={styles.second}>{names.second}</span>}
            {isRecent && <History size={12} aria-label={t('voices.recent')} className={styles.recent} />}
          </span>
          <span className={styles.facts}>
            {facts}
            {isRefused && <span className={styles.refused}>{t('voices.refused')}</span>}
          </span>
        </span>
        {(option.kind === 'published' || option.kind === 'custom') && (isHighlighted || isFavourite) && (
          <span className={styles.tools} aria-hidden>
            {isHighlighted && <MouseTool icon={<Play size={14} />} isWeak={!hasSample} onUse={onHear} />}
            <MouseTool icon={<Star size={14} />} isOn={isFavourite} onUse={onStar} />
          </span>
        )}
      </>
    );
  },
  // `onHear` and `onStar` are ignored: they do the same as long as all other properties are equal.
  (before, after) =>
    before.option === after.option &&
    before.isHighlighted === after.isHighlighted &&
    before.isOffer === after.isOffer &&
    before.isFavourite === after.isFavourite &&
    before.isRecent === after.isRecent &&
    before.isRefused === after.isRefused &&
    before.hasSample === after.hasSample,
);

function factsOf(option: VoiceOption, t: Translate): string {
  if (option.kind === 'inherited') return option.hint;
  if (option.kind === 'published') return voiceFacts(option.voice, t);
  return t(option.kind === 'custom' ? 'speech.voiceCustomHint' : 'speech.voiceDefaultHint');
}

type MouseToolProps = { icon: ReactElement; isWeak?: boolean; isOn?: boolean; onUse: () => void };

/**
 * A button that acts without choosing the option. For the mouse only: elements inside an option cannot get the focus;
 * the controls below the list do the same for the keyboard.
 */
function MouseTool({ icon, isWeak = false, isOn = false, onUse }: MouseToolProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: for the mouse only, see above.
    <span
      className={styles.tool}
      data-weak={isWeak ? '' : undefined}
      data-on={isOn ? '' : undefined}
      onClick={(event) => {
        event.stopPropagation();
        onUse();
      }}
    >
      {icon}
    </span>
  );
}
