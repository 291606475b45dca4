// The row of one take: its text, two or three facts, one action; further actions are in its menu.

import { Ellipsis, Pause, Play, SlidersHorizontal } from 'lucide-react';
import { type MouseEvent, memo, useState } from 'react';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { formatFor, KIND_FACTS } from '../../shared/speech/formats.ts';
import { formatAgo, formatDuration } from '../app/format-text.ts';
import { dragItemsOut, saveBest } from '../app/items/item-actions.ts';
import { itemEntries } from '../app/items/item-menu.tsx';
import { kindText } from '../app/items/kind-text.ts';
import { MissingMark, useMissingOf } from '../app/items/MissingFile.tsx';
import { usePlayer, useServices, useTranslation } from '../app/services.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, type MenuEntry } from '../ui/Menu.tsx';
import type { SpeechStore } from './speech-store.ts';
import styles from './TakeRow.module.css';
import { voiceShortName } from './voice-options.ts';

/** More characters than fit in any row. */
const SHOWN_CHARACTERS = 200;

/** The row of a take; memoised, so that it is rendered only when it changes. */
export const TakeRow = memo(function TakeRow({
  store,
  item,
  now,
}: {
  store: SpeechStore;
  item: SpeechItem;
  now: number;
}) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const isLoaded = usePlayer((player) => player.item?.id === item.id);
  const isPlaying = usePlayer((player) => player.isPlaying && player.item?.id === item.id);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const file = useMissingOf(item);
  const { report, adopt, change } = store.getState();
  const { format, askedFormat, durationMs } = item.audio;
  const suitedFormat = formatFor(format);
  const hasAnother = suitedFormat !== askedFormat;
  const { isPlayable } = KIND_FACTS[format];
  const { saves, copy, remove } = itemEntries(services, item, t, report);
  const entries: MenuEntry[] = [
    ...saves,
    'separator',
    {
      id: 'settings',
      label: t('takes.useSettings'),
      icon: <SlidersHorizontal size={16} aria-hidden />,
      onSelect: () => adopt(item.request, false),
    },
    copy,
    'separator',
    remove,
  ];
  const onContextMenu = (event: MouseEvent): void => {
    event.preventDefault();
    setMenuOpen(true);
  };
  return (
    <li
      className={styles.row}
      data-loaded={isLoaded ? '' : undefined}
      draggable
      onContextMenu={onContextMenu}
      onDragStart={(event) => {
        event.preventDefault();
        dragItemsOut(services, [item.id], report);
      }}
    >
      <IconButton
        label={t(isPlaying ? 'takes.pause' : 'takes.play', { title: item.title })}
        icon={isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
        onClick={() => services.player.getState().toggleItem(item)}
      />
      <span className={styles.voice}>{voiceShortName(item.request.voice, t('speech.voiceDefault'))}</span>
      <span className={styles.about}>
        <span className={styles.title}>{item.request.text.slice(0, SHOWN_CHARACTERS)}</span>
        {(file || !item.isComplete || item.warnings.length > 0 || hasAnother || !isPlayable) && (
          <span className={styles.badges}>
            {file && <MissingMark file={file} />}
            {!item.isComplete && item.warnings.length === 0 && <span className={styles.badge}>{t('takes.cut')}</span>}
            {item.warnings.map((warning) => (
              <span key={warning} className={styles.badge}>
                {t(`takes.warning.${warning}`)}
              </span>
            ))}
            {!isPlayable && <span className={styles.badge}>{t('takes.notPlayable')}</span>}
            {hasAnother && (
              <span className={styles.badge}>
                {t('takes.formatDiffers', { asked: askedFormat, got: kindText(format, t) })}
                {suitedFormat !== undefined && (
                  <Button variant="link" onClick={() => change({ format: suitedFormat })}>
                    {t('takes.useGot', { got: suitedFormat })}
                  </Button>
                )}
              </span>
            )}
          </span>
        )}
      </span>
      <span className={styles.speed}>{item.request.speed.toFixed(2)}</span>
      <span className={styles.duration}>{formatDuration(durationMs === null ? null : durationMs / 1000)}</span>
      <span className={styles.format}>{kindText(format, t)}</span>
      <time className={styles.when} dateTime={new Date(item.createdAtMs).toISOString()}>
        {formatAgo(item.createdAtMs, now, t, locale)}
      </time>
      <Button variant="plain" className={styles.save} onClick={() => void saveBest(services, item).then(report)}>
        {t('common.saveAs')}
      </Button>
      <Menu
        isOpen={isMenuOpen}
        onOpenChange={setMenuOpen}
        entries={entries}
        trigger={
          <IconButton label={t('common.more')} icon={<Ellipsis size={16} aria-hidden />} className={styles.more} />
        }
      />
    </li>
  );
});
