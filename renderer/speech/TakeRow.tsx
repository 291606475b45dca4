// The row of one take: its text, two or three facts, one action; further actions are in the menu.

import { Check, Pause, Play } from 'lucide-react';
import { memo } from 'react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { Translate } from '../../shared/i18n/index.ts';
import { formatFor, KIND_FACTS } from '../../shared/speech/formats.ts';
import { SPEED } from '../../shared/speech/limits.ts';
import { formatAgo, formatExactTime } from '../../shared/text/format-text.ts';
import { saveBest } from '../items/item-actions.ts';
import {
  cutText,
  itemCaption,
  keptWords,
  missingParts,
  takeDuration,
  takeName,
  voiceNameOf,
} from '../items/item-text.ts';
import { StarButton } from '../items/keeping/StarButton.tsx';
import { formatText, kindText } from '../items/kind-text.ts';
import { MissingMark, useMissingOf } from '../items/MissingFile.tsx';
import { MoreButton } from '../lists/MoreButton.tsx';
import { RenameField } from '../lists/RenameField.tsx';
import { SelectedMark } from '../lists/SelectedMark.tsx';
import { type Rows, rowProps } from '../lists/use-rows.ts';
import { useCommons, usePlayer, useTranslation } from '../services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { emotionName } from './emotion-name.ts';
import type { SpeechStore } from './speech-store.ts';
import styles from './TakeRow.module.css';

/** More characters than fit in any row. */
const SHOWN_CHARACTERS = 200;

type TakeRowProps = {
  store: SpeechStore;
  item: SpeechItem;
  now: number;
  index: number;
  /** It is the row in the Tab order. */
  isCurrent: boolean;
  isSelected: boolean;
  isMenuOpen: boolean;
  onMenu: Rows['openMenu'];
  isRenamed: boolean;
  onRename: (item: SpeechItem, name: string) => void;
  onRenameEnd: (index: number, isByKey: boolean) => void;
  /** Its part in the line whose takes are shown. */
  use?: TakeUse | undefined;
  /** What of its line is another than when it was made, formatted; empty if nothing is. */
  changedText: string;
  onUse?: ((item: SpeechItem) => void) | undefined;
};

/** Whether a take is the one of its line that is played and exported. */
export type TakeUse = 'used' | 'unused';

/** The row of a take; memoised, so that it is rendered only when it changes. */
export const TakeRow = memo(function TakeRow(props: TakeRowProps) {
  const { store, item, now, index, isCurrent, isSelected, isMenuOpen, onMenu } = props;
  const commons = useCommons();
  const { t, locale } = useTranslation();
  const isLoaded = usePlayer((player) => player.item?.id === item.id);
  const isPlaying = usePlayer((player) => player.isPlaying && player.item?.id === item.id);
  const { report } = store.getState();
  const name = takeName(item, t, locale);
  return (
    <li
      className={styles.row}
      {...rowProps(index, isCurrent)}
      aria-label={t('takes.row', {
        voice: voiceNameOf(item, t('speech.voiceDefault')),
        duration: takeDuration(item),
        time: formatExactTime(item.createdAtMs, locale),
        title: [item.title, ...keptWords(item, t)].join(t.separators.list),
      })}
      data-loaded={isLoaded ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
      draggable={!props.isRenamed}
    >
      {isSelected && <SelectedMark className={styles.selected} />}
      <IconButton
        label={t(isPlaying ? 'takes.pause' : 'takes.play', { title: name })}
        icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        tabIndex={-1}
        onClick={() => commons.player.getState().toggleItem(item)}
      />
      <span className={styles.about}>
        {props.isRenamed ? (
          <span className={styles.rename}>
            <RenameField
              name={item.title}
              onRename={(next) => props.onRename(item, next)}
              onEnd={(isByKey) => props.onRenameEnd(index, isByKey)}
            />
          </span>
        ) : (
          <span className={styles.title}>{itemCaption(item).slice(0, SHOWN_CHARACTERS)}</span>
        )}
        <TakeBadges store={store} item={item} use={props.use} changedText={props.changedText} />
        {props.use === 'unused' && (
          <Button variant="plain" tabIndex={-1} className={styles.use} onClick={() => props.onUse?.(item)}>
            {t('lineTakes.use')}
          </Button>
        )}
      </span>
      <span className={styles.voice}>{spokenAs(item, t)}</span>
      <span className={styles.duration}>{takeDuration(item)}</span>
      <time className={styles.when} dateTime={new Date(item.createdAtMs).toISOString()}>
        {formatAgo(item.createdAtMs, now, t, locale)}
      </time>
      <Button
        variant="plain"
        tabIndex={-1}
        className={styles.save}
        onClick={() => void saveBest(commons, item).then(report)}
      >
        {t('common.saveAs')}
      </Button>
      <StarButton item={item} report={report} isInRow className={styles.star} />
      <MoreButton
        label={t('common.more')}
        isOpen={isMenuOpen}
        className={styles.more}
        onOpen={(button) => onMenu(index, button)}
      />
    </li>
  );
});

/** Its voice, and what of the way it is spoken is not usual: `Glen · 1.3× · Angry`. */
function spokenAs(item: SpeechItem, t: Translate): string {
  const { speed, extras } = item.request;
  const facts = [
    voiceNameOf(item, t('speech.voiceDefault')),
    ...(speed === SPEED.default ? [] : [`${speed}×`]),
    ...(extras.emotion === undefined ? [] : [emotionName(extras.emotion, t)]),
  ];
  return facts.join(t.separators.fact);
}

/** What is odd about a take; nothing for most takes. */
function TakeBadges({ store, item, use, changedText }: Pick<TakeRowProps, 'store' | 'item' | 'use' | 'changedText'>) {
  const { t } = useTranslation();
  const file = useMissingOf(item);
  const { format, askedFormat } = item.audio;
  const suitedFormat = formatFor(format);
  // The parts of a cut text are asked for as pcm, whatever was chosen.
  const hasAnother = suitedFormat !== askedFormat && item.parts === null;
  const { isPlayable } = KIND_FACTS[format];
  const isUsed = use === 'used';
  if (!isUsed && !file && item.isComplete && item.warnings.length === 0 && !hasAnother && isPlayable) return null;
  return (
    <span className={styles.badges}>
      {isUsed &&
        (changedText === '' ? (
          <span className={styles.used}>
            <Check size={14} aria-hidden />
            {t('lineTakes.used')}
          </span>
        ) : (
          <span className={styles.badge}>{t('lineTakes.usedChanged', { what: changedText })}</span>
        ))}
      {file && <MissingMark file={file} />}
      {!item.isComplete && item.warnings.length === 0 && (
        <span className={styles.badge}>
          {cutText(item, t)}
          {missingParts(item) > 0 && (
            <Button variant="link" tabIndex={-1} onClick={() => void store.getState().completeTake(item)}>
              {t('takes.complete', { count: missingParts(item) })}
            </Button>
          )}
        </span>
      )}
      {item.warnings.map((warning) => (
        <span key={warning} className={styles.badge}>
          {t(`takes.warning.${warning}`)}
        </span>
      ))}
      {!isPlayable && <span className={styles.badge}>{t('takes.notPlayable')}</span>}
      {hasAnother && (
        <span className={styles.badge}>
          {t('takes.formatDiffers', { asked: formatText(askedFormat, t), got: kindText(format) })}
          {suitedFormat !== undefined && (
            <Button variant="link" tabIndex={-1} onClick={() => store.getState().change({ format: suitedFormat })}>
              {t('takes.useGot', { got: formatText(suitedFormat, t) })}
            </Button>
          )}
        </span>
      )}
    </span>
  );
}
