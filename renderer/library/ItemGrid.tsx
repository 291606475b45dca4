// The items of the library as a grid or a list, by day or by script. Only the lines in view are in the document. Keys, clicks and
// menus are those of every list: `useRows`.

import {
  type CSSProperties,
  type DragEvent,
  type PointerEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import type { EditItem, LibraryItem } from '../../shared/contract/library.ts';
import { type Chosen, chosenOf } from '../items/chosen.ts';
import { dragItemsOut, restoreItems, trashChosen } from '../items/item-actions.ts';
import { keepItems } from '../items/keeping/keep-actions.ts';
import { keepRows } from '../items/keeping/keep-rows.ts';
import { createSettleClock, SettleClockProvider } from '../items/use-settled.ts';
import { useRows } from '../lists/use-rows.ts';
import { useCommons, useDialogs, useShell, useTranslation } from '../services.ts';
import { Menu } from '../ui/Menu.tsx';
import { cellSize, GAP_PX, HEADING_PX, LIST_LINE_PX } from './grid/cell-size.ts';
import { DateScrubber } from './grid/DateScrubber.tsx';
import { GridLines } from './grid/GridLines.tsx';
import { createGridView } from './grid/grid-view.ts';
import { ListHead } from './grid/ListHead.tsx';
import { type Area, layOut } from './grid/line-layout.ts';
import { elementHeightOf } from './grid/scroll-scale.ts';
import { revealLine } from './grid/use-lines.ts';
import { useMarquee } from './grid/use-marquee.ts';
import styles from './ItemGrid.module.css';
import { itemMenu, selectionMenu } from './item-grid-menu.tsx';
import { sizeOf } from './library-selection.ts';
import type { LibraryStore } from './library-store.ts';
import { QuickLook } from './QuickLook.tsx';

/** How long a cell is in view before it reads its picture, in milliseconds. */
const SETTLE_MS = 120;

type ItemGridProps = {
  store: LibraryStore;
  view: 'grid' | 'list';
  /** The width of cells that the person chose, in pixels. */
  tilePx: number;
  onOpen: (index: number) => void;
};

/** The grid. */
export function ItemGrid({ store, view, tilePx, onOpen }: ItemGridProps) {
  const commons = useCommons();
  const dialogs = useDialogs();
  const { t } = useTranslation();
  const total = useStore(store, (library) => library.total);
  const groups = useStore(store, (library) => library.groups);
  const currentIndex = useStore(store, (library) => library.currentIndex);
  const isTrashShown = useStore(store, (library) => library.filter.isTrashed);
  const selection = useStore(store, (library) => library.selection);
  const isShown = useShell((frame) => frame.tab === 'library');
  const [gridView] = useState(createGridView);
  const [settleClock] = useState(() => createSettleClock(SETTLE_MS));
  const widthPx = useStore(gridView, (place) => place.widthPx);
  const barPx = useStore(gridView, (place) => place.barPx);
  const [lookedAt, setLookedAt] = useState<EditItem | null>(null);
  const isLooking = useRef(false);
  const look = (item: EditItem | null): void => {
    isLooking.current = item !== null;
    setLookedAt(item);
  };
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { columns, columnPx, linePx } = useMemo(
    () => (view === 'list' ? { columns: 1, columnPx: widthPx, linePx: LIST_LINE_PX } : cellSize(widthPx, tilePx)),
    [view, widthPx, tilePx],
  );
  const lines = useMemo(
    () => layOut({ total, columns, groups, sizes: { headingPx: HEADING_PX, linePx } }),
    [total, columns, groups, linePx],
  );
  const { report, select, toggleSelected, selectTo, selectAll, clearSelection, itemAt } = store.getState();
  const selectedCount = sizeOf(selection, total);
  const reveal = (line: number): void => revealLine(gridView, lines, line);
  const gapPx = view === 'list' ? 0 : GAP_PX;
  const marquee = useMarquee({ store, gridView, scroller, content, lines, columnPx, gapPx });

  useLayoutEffect(() => (scroller.current === null ? undefined : gridView.attach(scroller.current)), [gridView]);

  const isSelectedAt = (index: number): boolean => {
    const item = itemAt(index);
    return item !== undefined && store.getState().isSelected(item.id);
  };
  const deleteForGood = (ids: readonly string[]): void => dialogs.askDeletion({ kind: 'items', ids });
  /** The selected items if the one at this index is among them, otherwise only that one. */
  const meantAt = (index: number): Chosen => {
    const item = itemAt(index);
    return isSelectedAt(index) ? store.getState().chosen() : chosenOf(item ? [item] : []);
  };
  const preview = (item: LibraryItem, index: number): void => {
    if (item.kind === 'speech') commons.player.getState().toggleItem(item);
    else if (item.kind === 'edit') look(item);
    else onOpen(index);
  };
  const rows = useRows(grid, {
    count: total,
    currentIndex: total === 0 ? -1 : currentIndex,
    onCurrent: (index) => select(index),
    layout: () => ({
      kind: 'grid',
      columns,
      groups: lines.groups.map(({ count }) => count),
      pageLines: Math.max(1, Math.floor(gridView.getState().heightPx / linePx) - 1),
    }),
    reveal: (index) => reveal(lines.lineOf(index)),
    open: onOpen,
    preview: (index) => {
      const item = itemAt(index);
      if (item !== undefined) preview(item, index);
    },
    // What is deleted already can be deleted for good.
    remove: (index) => {
      if (isTrashShown) void meantAt(index).ids().then(deleteForGood);
      else void trashChosen(commons, meantAt(index)).then(report);
    },
    ...(!isTrashShown && {
      rename: (index) => setRenamedId(itemAt(index)?.id ?? null),
    }),
    ...keepRows(commons, report, (index) => ({
      first: itemAt(index),
      ids: () => meantAt(index).ids(),
    })),
    hasMenu: true,
    selection: {
      size: selectedCount,
      isSelected: isSelectedAt,
      start: (index) => select(index, true),
      toggle: toggleSelected,
      extendTo: (index) => void selectTo(index),
      all: selectAll,
      clear: clearSelection,
    },
  });
  const { focus, settleFocus } = rows;
  const onRename = useCallback(
    (item: LibraryItem, title: string) => void keepItems(commons, [item.id], { title }).then(store.getState().report),
    [commons, store],
  );
  const onRenameEnd = useCallback(
    (index: number, isByKey: boolean) => {
      setRenamedId(null);
      if (isByKey) focus(index);
    },
    [focus],
  );
  const menuEntries = () => {
    const item = itemAt(rows.menuIndex);
    if (item === undefined) return [];
    const actions = {
      report,
      open: () => onOpen(rows.menuIndex),
      look: () => item.kind === 'edit' && look(item),
      rename: () => setRenamedId(item.id),
      deleteForGood,
      restore: isTrashShown ? (ids: readonly string[]) => void restoreItems(commons, ids).then(report) : undefined,
    };
    const meant = meantAt(rows.menuIndex);
    return meant.count > 1
      ? selectionMenu({ ...commons, ...dialogs }, meant, t, actions)
      : itemMenu(commons, item, t, actions);
  };
  /** Looks at the next picture; the grid goes along. */
  const lookOn = async (by: 1 | -1): Promise<void> => {
    const next = lookedAt && (await store.getState().pictureBeside(lookedAt.id, by));
    if (next === null) return;
    select(next.index, true);
    reveal(lines.lineOf(next.index));
    if (isLooking.current) look(next.item);
    // Closed meanwhile: the grid goes along all the same.
    else focus(next.index);
  };
  // The star and the other controls of a cell are pressed once, and what they change shows at once.
  const onPointerDown = (event: PointerEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('button') === null) store.getState().press();
  };
  const onDragStart = (event: DragEvent): void => {
    const id = event.target instanceof Element ? event.target.closest('[data-item]')?.getAttribute('data-item') : null;
    if (id === null || id === undefined) return;
    event.preventDefault();
    const { isSelected, chosen } = store.getState();
    void dragItemsOut(commons, isSelected(id) ? chosen().ids() : [id], report);
  };
  /** Brings an item to the top of the view, below the heading of its day, and gives it the focus. */
  const goTo = (index: number): void => {
    store.getState().goTo(index, HEADING_PX);
    focus(index);
  };

  return (
    <div className={styles.frame} hidden={total === 0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as a wrapping grid. */}
      <div
        ref={grid}
        role="grid"
        aria-label={t('library.grid')}
        aria-multiselectable
        aria-rowcount={lines.count + (view === 'list' ? 1 : 0)}
        aria-colcount={view === 'list' ? undefined : columns}
        className={styles.grid}
        data-view={view}
        onPointerDown={onPointerDown}
        onDragStart={onDragStart}
        {...rows.listProps}
      >
        {view === 'list' && <ListHead store={store} insetPx={barPx} />}
        <div ref={scroller} role="presentation" className={styles.scroller} onPointerDown={marquee.onPointerDown}>
          <SettleClockProvider value={settleClock}>
            <div
              ref={content}
              role="presentation"
              className={styles.lines}
              style={{ height: elementHeightOf(lines.heightPx) }}
            >
              <GridLines
                store={store}
                gridView={gridView}
                look={view}
                lines={lines}
                isShown={isShown}
                onChanged={settleFocus}
                renamedId={renamedId}
                onRename={onRename}
                onRenameEnd={onRenameEnd}
              />
              {marquee.area !== null && (
                <div className={styles.marquee} style={boxOf(marquee.area, gridView.getState().shiftPx)} aria-hidden />
              )}
            </div>
          </SettleClockProvider>
        </div>
      </div>
      {lines.groups.length > 1 && lines.groups[0]?.day !== '' && (
        <DateScrubber lines={lines} gridView={gridView} onGo={goTo} />
      )}
      {rows.menuIndex >= 0 && <Menu {...rows.menuOf(rows.menuIndex)} entries={menuEntries()} />}
      {lookedAt !== null && (
        <QuickLook
          item={lookedAt}
          report={report}
          onStep={(by) => void lookOn(by)}
          onClose={() => look(null)}
          returnFocus={() => focus(store.getState().currentIndex)}
        />
      )}
    </div>
  );
}

function boxOf({ left, top, right, bottom }: Area, shiftPx: number): CSSProperties {
  return { left, top: top - shiftPx, width: right - left, height: bottom - top };
}
