// One entry of the voice list: who it is, what is known of it, and for the mouse a way to hear and to star it.

import { History, Play, Star } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useTranslation } from '../app/services.ts';
import styles from './VoiceField.module.css';
import { type VoiceOption, voiceFacts } from './voice-options.ts';

type VoiceOptionRowProps = {
  option: VoiceOption;
  isHighlighted: boolean;
  /** It stands for what is typed and is no key kept yet. */
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
    const { t, locale } = useTranslation();
    // The offer to use what is typed is named exactly so; a hint inside would become part of its name.
    if (option.kind === 'custom' && isOffer) return <span>{t('speech.useKey', { key: option.key })}</span>;
    const facts =
      option.kind === 'published'
        ? voiceFacts(option.voice, locale)
        : t(option.kind === 'custom' ? 'speech.voiceCustomHint' : 'speech.voiceDefaultHint');
    return (
      <>
        <span className={styles.option}>
          <span className={styles.name}>
            {option.kind === 'published' && option.voice.name}
            {option.kind === 'custom' && option.key}
            {option.kind === 'default' && t('speech.voiceDefault')}
            {option.kind === 'published' && option.romanised !== '' && (
              <span className={styles.second}>{option.romanised}</span>
            )}
            {isRecent && <History size={12} aria-label={t('voices.recent')} className={styles.recent} />}
          </span>
          <span className={styles.facts}>
            {facts}
            {option.kind === 'published' && option.suffix !== '' && <span className={styles.key}>{option.suffix}</span>}
            {isRefused && <span className={styles.refused}>{t('voices.refused')}</span>}
          </span>
        </span>
        {option.kind !== 'default' && (isHighlighted || isFavourite) && (
          <span className={styles.tools} aria-hidden>
            {isHighlighted && <MouseTool icon={<Play size={14} />} isWeak={!hasSample} onUse={onHear} />}
            <MouseTool icon={<Star size={14} />} isOn={isFavourite} onUse={onStar} />
          </span>
        )}
      </>
    );
  },
  // The two actions do the same whenever everything else is the same.
  (before, after) =>
    before.option === after.option &&
    before.isHighlighted === after.isHighlighted &&
    before.isOffer === after.isOffer &&
    before.isFavourite === after.isFavourite &&
    before.isRecent === after.isRecent &&
    before.isRefused === after.isRefused &&
    before.hasSample === after.hasSample,
);

type MouseToolProps = { icon: ReactElement; isWeak?: boolean; isOn?: boolean; onUse: () => void };

/** Acts without choosing the option. For the mouse alone: nothing inside an option can take the focus; below the list is the same for keys. */
function MouseTool({ icon, isWeak = false, isOn = false, onUse }: MouseToolProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: as said above.
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
