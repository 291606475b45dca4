// The grid of items, in rows by day. One cell has the keyboard focus; arrow keys move it, Enter opens it, Space plays
// it.

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
import type { LibraryItem } from '../../shared/contract/library.ts';
import { formatDay } from '../app/format-text.ts';
import { dragItemsOut } from '../app/items/item-actions.ts';
import { useMissingOf, withMissing } from '../app/items/MissingFile.tsx';
import { useNow, useServices, useTranslation } from '../app/services.ts';
import { ItemFace, itemLabel } from './ItemFace.tsx';
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
  const file = useMissingOf(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of the grid above, which handles its events.
    <div
      role="gridcell"
      data-item={item.id}
      className={styles.cell}
      aria-label={withMissing(itemLabel(item, t), file, t)}
      aria-selected={isOpen || isSelected}
      tabIndex={isCurrent ? 0 : -1}
      draggable
    >
      <ItemFace item={item} />
    </div>
  );
});
