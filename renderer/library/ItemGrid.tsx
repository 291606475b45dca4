// The grid of items, in rows by day. One cell has the keyboard focus; arrow keys move it, Enter opens it, Space plays
// it.

import { Pause, Play } from 'lucide-react';
import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { EditItem, LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import type { Picture } from '../../shared/contract/media.ts';
import { findVoice } from '../../shared/speech/voices.ts';
import { formatDay, formatDuration, formatTime } from '../app/format-text.ts';
import { dragItemsOut } from '../app/items/item-actions.ts';
import { Thumbnail } from '../app/items/Thumbnail.tsx';
import { useNow, usePlayer, useServices, useTranslation } from '../app/services.ts';
import styles from './ItemGrid.module.css';
import { groupByDay, type LibraryStore, neighbour } from './library-store.ts';

const CELL_MIN_PX = 196;
const GAP_PX = 12;
const PADDING_PX = 20;
const ARROWS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** The grid; the next page is read when the end comes into view. */
export function ItemGrid({ store, onOpen }: { store: LibraryStore; onOpen: (id: string) => void }) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const items = useStore(store, (library) => library.items);
  const hasMore = useStore(store, (library) => library.hasMore);
  const currentId = useStore(store, (library) => library.currentId);
  const isDetailOpen = useStore(store, (library) => library.isDetailOpen);
  const selected = useStore(store, (library) => library.selected);
  const [columns, setColumns] = useState(4);
  const scroller = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const now = useNow();
  const days = useMemo(() => groupByDay(items, columns), [items, columns]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const usable = element.clientWidth - 2 * PADDING_PX + GAP_PX;
      setColumns(Math.max(1, Math.floor(usable / (CELL_MIN_PX + GAP_PX))));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = end.current;
    if (element === null || !hasMore || items.length === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void store.getState().loadMore();
      },
      { root: scroller.current, rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [store, hasMore, items]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.nativeEvent.isComposing) return;
    const { select, selectTo, selectAll, toggleSelected, clearSelection } = store.getState();
    const isMod = event.ctrlKey || event.metaKey;
    const current = items.find((item) => item.id === currentId);
    if (isMod && event.key.toLowerCase() === 'a') selectAll();
    else if (isMod) return;
    else if (ARROWS.has(event.key)) {
      const next = neighbour(days, currentId, event.key);
      select(next, !event.shiftKey);
      if (event.shiftKey && next !== null) selectTo(next);
      scroller.current?.querySelector<HTMLElement>(`[data-item="${next}"]`)?.focus();
    } else if (event.key === 'Enter' && current) onOpen(current.id);
    else if (event.key === 'Escape' && selected.size > 0) clearSelection();
    else if (event.key === ' ' && event.shiftKey && current) toggleSelected(current.id);
    else if (event.key === ' ' && current?.kind === 'speech') services.player.getState().toggleItem(current);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent): void => {
    const id = itemIdAt(event);
    if (id === null) return;
    const { select, selectTo, toggleSelected } = store.getState();
    if (event.shiftKey) selectTo(id);
    else if (event.ctrlKey || event.metaKey) toggleSelected(id);
    else {
      select(id, true);
      if (isDetailOpen) onOpen(id);
    }
  };
  const onDragStart = (event: DragEvent): void => {
    const id = itemIdAt(event);
    if (id === null) return;
    event.preventDefault();
    dragItemsOut(services, selected.has(id) ? [...selected] : [id], store.getState().report);
  };
  const onFocus = (event: FocusEvent): void => {
    const id = itemIdAt(event);
    if (id !== null) store.getState().select(id);
  };
  const onDoubleClick = (event: MouseEvent): void => {
    const id = itemIdAt(event);
    if (id !== null) onOpen(id);
  };

  return (
    <div ref={scroller} className={styles.scroller} hidden={items.length === 0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as a wrapping grid. */}
      <div
        role="grid"
        aria-label={t('library.grid')}
        aria-multiselectable
        className={styles.grid}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onFocus={onFocus}
        onDragStart={onDragStart}
      >
        {days.map(({ day, atMs, rows }) => (
          // biome-ignore lint/a11y/useSemanticElements: part of the grid above.
          <div key={day} role="rowgroup" aria-label={formatDay(atMs, now, t, locale)}>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus. */}
            <div role="row" className={styles.dayRow}>
              {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus. */}
              <div role="rowheader" className={styles.day}>
                {formatDay(atMs, now, t, locale)}
              </div>
            </div>
            {rows.map((row) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus.
              <div
                key={row[0]?.id}
                role="row"
                className={styles.row}
                style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
              >
                {row.map((item) => (
                  <ItemCell
                    key={item.id}
                    item={item}
                    isCurrent={item.id === currentId}
                    isOpen={selected.size === 0 && isDetailOpen && item.id === currentId}
                    isSelected={selected.has(item.id)}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      <div ref={end} className={styles.end} />
    </div>
  );
}

/** Returns the id of the item in whose cell an event occurred. */
function itemIdAt({ target }: { target: EventTarget }): string | null {
  return (target instanceof Element && target.closest<HTMLElement>('[data-item]')?.dataset.item) || null;
}

type ItemCellProps = { item: LibraryItem; isCurrent: boolean; isOpen: boolean; isSelected: boolean };

/** The cell of one item, memoised because there can be thousands. */
const ItemCell = memo(function ItemCell({ item, isCurrent, isOpen, isSelected }: ItemCellProps) {
  const { t } = useTranslation();
  const label =
    item.kind === 'edit'
      ? t('library.picture', { title: item.title, size: pictureSize(item) })
      : t('library.item', {
          title: item.title,
          voice: itemVoiceName(item, t('speech.voiceDefault')),
          duration: itemDuration(item),
        });
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid above, which handles its events.
    <div
      role="gridcell"
      data-item={item.id}
      className={styles.cell}
      aria-label={label}
      aria-selected={isOpen || isSelected}
      tabIndex={isCurrent ? 0 : -1}
      draggable
    >
      {item.kind === 'edit' ? <PictureFace item={item} /> : <TakeFace item={item} />}
    </div>
  );
});

function PictureFace({ item }: { item: EditItem }) {
  const { locale } = useTranslation();
  return (
    <>
      <Thumbnail picture={shownPicture(item)} className={styles.picture} />
      <p className={styles.caption}>
        <span className={styles.voice}>{item.request.prompt}</span>
        <span>{formatTime(item.createdAtMs, locale)}</span>
      </p>
    </>
  );
}

function TakeFace({ item }: { item: SpeechItem }) {
  const { player } = useServices();
  const { t, locale } = useTranslation();
  const isPlaying = usePlayer((state) => state.isPlaying && state.item?.id === item.id);
  return (
    <>
      <p className={styles.title}>{item.request.text}</p>
      <p className={styles.facts}>
        <span className={styles.voice}>{itemVoiceName(item, t('speech.voiceDefault'))}</span>
        <span>{itemDuration(item)}</span>
        {item.isComplete ? (
          <span>{formatTime(item.createdAtMs, locale)}</span>
        ) : (
          <span className={styles.badge}>{t('takes.cut')}</span>
        )}
      </p>
      <button
        type="button"
        className={styles.play}
        tabIndex={-1}
        aria-label={t(isPlaying ? 'takes.pause' : 'takes.play', { title: item.title })}
        data-playing={isPlaying ? '' : undefined}
        onClick={() => player.getState().toggleItem(item)}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        {isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
      </button>
    </>
  );
}

/** Returns a short name of the item's voice. */
export function itemVoiceName({ request }: SpeechItem, defaultName: string): string {
  if (request.voice === null) return defaultName;
  return findVoice(request.voice)?.name.split(' / ').at(-1) ?? request.voice;
}

function itemDuration({ audio }: SpeechItem): string {
  return formatDuration(audio.durationMs === null ? null : audio.durationMs / 1000);
}

/** Returns the picture that represents an edit: the protected one if it exists. */
export function shownPicture(item: EditItem): Picture {
  return item.protected?.picture ?? item.raw;
}

/** `2560x1440`. */
export function pictureSize(item: EditItem): string {
  const { widthPx, heightPx } = shownPicture(item);
  return `${widthPx}x${heightPx}`;
}
