// The grid of items, in rows by day. Keys, clicks and menus are those of every list: `useRows`.

import { type DragEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { formatDay } from '../app/format-text.ts';
import { dragItemsOut, renameItem, restoreItems, trashItems } from '../app/items/item-actions.ts';
import { keepRows } from '../app/items/keeping/keep-rows.ts';
import { useMissingOf, withMissing } from '../app/items/MissingFile.tsx';
import { RenameField } from '../app/rows/RenameField.tsx';
import { SelectedMark } from '../app/rows/SelectedMark.tsx';
import { rowProps, useRows } from '../app/rows/use-rows.ts';
import { useNow, useServices, useTranslation } from '../app/services.ts';
import { Menu } from '../ui/Menu.tsx';
import { ItemFace, itemLabel } from './ItemFace.tsx';
import styles from './ItemGrid.module.css';
import { gridEntries } from './item-grid-menu.tsx';
import { groupByDay, type LibraryStore } from './library-store.ts';
import { QuickLook } from './QuickLook.tsx';

const GAP_PX = 12;
const PADDING_PX = 20;
/** The least width of a cell, by that of the grid: in a large window cells are larger, not only more. */
const CELL_MIN_PX = 196;
const CELL_SHARE = 0.115;

/** How many columns a grid of this width has. */
function columnsIn(widthPx: number): number {
  const cellPx = Math.max(CELL_MIN_PX, widthPx * CELL_SHARE);
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (cellPx + GAP_PX)));
}

type ItemGridProps = { store: LibraryStore; onOpen: (id: string) => void };

/** The grid; the next page is read when the end comes into view. */
export function ItemGrid({ store, onOpen }: ItemGridProps) {
  const services = useServices();
  const { t, locale } = useTranslation();
  const items = useStore(store, (library) => library.items);
  const hasMore = useStore(store, (library) => library.hasMore);
  const currentId = useStore(store, (library) => library.currentId);
  const isDetailOpen = useStore(store, (library) => library.isDetailOpen);
  const isTrashShown = useStore(store, (library) => library.isTrashShown);
  const selected = useStore(store, (library) => library.selected);
  const [columns, setColumns] = useState(4);
  const [lookedAtId, setLookedAtId] = useState<string | null>(null);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const now = useNow();
  const days = useMemo(() => groupByDay(items, columns), [items, columns]);
  const indexOf = useMemo(() => new Map(items.map(({ id }, index) => [id, index])), [items]);
  const { report, select, toggleSelected, selectTo, selectAll, clearSelection } = store.getState();

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setColumns(columnsIn(element.clientWidth - 2 * PADDING_PX)));
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

  const idAt = (index: number): string => items[index]?.id ?? '';
  /** The selected items if the one at this index is among them, otherwise only that one. */
  const meantAt = (index: number): readonly LibraryItem[] => {
    if (selected.has(idAt(index))) return items.filter(({ id }) => selected.has(id));
    return items.slice(index, index + 1);
  };
  const preview = (item: LibraryItem): void => {
    if (item.kind === 'speech') services.player.getState().toggleItem(item);
    else if (item.kind === 'edit') setLookedAtId(item.id);
    else onOpen(item.id);
  };
  const rows = useRows(grid, {
    count: items.length,
    currentIndex: currentId === null ? -1 : (indexOf.get(currentId) ?? -1),
    onCurrent: (index) => select(idAt(index)),
    layout: () => ({
      kind: 'grid',
      columns,
      groups: days.map((day) => day.rows.reduce((count, row) => count + row.length, 0)),
    }),
    open: (index) => onOpen(idAt(index)),
    preview: (index) => items.slice(index, index + 1).forEach(preview),
    ...(!isTrashShown && {
      remove: (index) => void trashItems(services, meantAt(index)).then(report),
      rename: (index) => setRenamedId(idAt(index)),
    }),
    ...keepRows(services, report, (index) => ({
      first: items[index],
      ids: async () => meantAt(index).map(({ id }) => id),
    })),
    hasMenu: true,
    selection: {
      size: selected.size,
      isSelected: (index) => selected.has(idAt(index)),
      start: (index) => select(idAt(index), true),
      toggle: (index) => toggleSelected(idAt(index)),
      extendTo: (index) => selectTo(idAt(index)),
      all: selectAll,
      clear: clearSelection,
    },
  });
  const { focus } = rows;
  const onRename = useCallback(
    (item: LibraryItem, title: string) => void renameItem(services, item, title).then(store.getState().report),
    [services, store],
  );
  const onRenameEnd = useCallback(
    (index: number, isByKey: boolean) => {
      setRenamedId(null);
      if (isByKey) focus(index);
    },
    [focus],
  );
  const entriesAt = (index: number) =>
    gridEntries(services, meantAt(index), t, {
      report,
      open: () => onOpen(idAt(index)),
      look: () => setLookedAtId(idAt(index)),
      rename: () => setRenamedId(idAt(index)),
      restore: isTrashShown ? (ids) => void restoreItems(services, ids).then(report) : undefined,
    });
  const lookedAt = items.find(({ id }) => id === lookedAtId);
  /** Looks at the next picture; the grid goes along. */
  const lookOn = (by: 1 | -1): void => {
    const pictures = items.filter((item) => item.kind === 'edit');
    const next = pictures[pictures.findIndex(({ id }) => id === lookedAtId) + by];
    if (next === undefined) return;
    setLookedAtId(next.id);
    select(next.id, true);
  };
  const onDragStart = (event: DragEvent): void => {
    const id = event.target instanceof Element ? event.target.closest('[data-item]')?.getAttribute('data-item') : null;
    if (id === null || id === undefined) return;
    event.preventDefault();
    dragItemsOut(services, selected.has(id) ? [...selected] : [id], report);
  };

  return (
    <div ref={scroller} className={styles.scroller} hidden={items.length === 0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as a wrapping grid. */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('library.grid')}
        aria-multiselectable
        className={styles.grid}
        onDragStart={onDragStart}
        {...rows.listProps}
      >
        {days.map(({ day, atMs, rows: lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: part of the grid above.
          <div key={day} role="rowgroup" aria-label={formatDay(atMs, now, t, locale)}>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus. */}
            <div role="row" className={styles.dayRow}>
              {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus. */}
              <div role="rowheader" className={styles.day}>
                {formatDay(atMs, now, t, locale)}
              </div>
            </div>
            {lines.map((line) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; cells take the focus.
              <div
                key={line[0]?.id}
                role="row"
                className={styles.row}
                style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
              >
                {line.map((item) => (
                  <ItemCell
                    key={item.id}
                    item={item}
                    index={indexOf.get(item.id) ?? -1}
                    isCurrent={item.id === currentId}
                    isOpen={selected.size === 0 && isDetailOpen && item.id === currentId}
                    isSelected={selected.has(item.id)}
                    isRenamed={item.id === renamedId}
                    onRename={onRename}
                    onRenameEnd={onRenameEnd}
                  />
                ))}
              </div>
            ))}
          </div>
        ))}
      </div>
      <Menu {...rows.menuOf(rows.menuIndex)} entries={entriesAt(rows.menuIndex)} />
      {lookedAt?.kind === 'edit' && (
        <QuickLook
          item={lookedAt}
          report={report}
          onStep={lookOn}
          onClose={() => setLookedAtId(null)}
          returnFocus={() => focus(indexOf.get(lookedAt.id) ?? -1)}
        />
      )}
      <div ref={end} className={styles.end} aria-hidden />
    </div>
  );
}

type ItemCellProps = {
  item: LibraryItem;
  index: number;
  isCurrent: boolean;
  /** Its details are open, and no items are selected. */
  isOpen: boolean;
  isSelected: boolean;
  isRenamed: boolean;
  onRename: (item: LibraryItem, title: string) => void;
  onRenameEnd: (index: number, isByKey: boolean) => void;
};

/** The cell of an item; memoised, so that it is rendered only when it changes. */
const ItemCell = memo(function ItemCell(props: ItemCellProps) {
  const { item, index, isCurrent, isOpen, isSelected, isRenamed } = props;
  const { t, locale } = useTranslation();
  const file = useMissingOf(item);
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of the grid above; `rowProps` makes it focusable.
    <div
      role="gridcell"
      data-item={item.id}
      aria-label={withMissing(itemLabel(item, t, locale), file, t)}
      aria-selected={isOpen || isSelected}
      className={styles.cell}
      {...rowProps(index, isCurrent)}
      draggable={!isRenamed}
    >
      <ItemFace item={item} />
      {isSelected && <SelectedMark className={styles.selected} isSilent />}
      {isRenamed && (
        <span className={styles.rename}>
          <RenameField
            name={item.title}
            onRename={(title) => props.onRename(item, title)}
            onEnd={(isByKey) => props.onRenameEnd(index, isByKey)}
          />
        </span>
      )}
    </div>
  );
});
