// One line of the library's grid or list: the heading of a day, or items side by side.

import { memo } from 'react';
import styles from '../ItemGrid.module.css';
import { isIn, type LibrarySelection } from '../library-selection.ts';
import type { LibraryStore } from '../library-store.ts';
import { type FrameBudget, useFrameBudget } from './frame-budget.ts';
import { ItemCell, type ItemCellProps } from './ItemCell.tsx';
import { ItemRow } from './ItemRow.tsx';
import type { Lines } from './line-layout.ts';

/** What all lines have in common. */
export type SharedLineProps = Pick<ItemCellProps, 'onRename' | 'onRenameEnd'> & {
  store: LibraryStore;
  look: 'grid' | 'list';
  lines: Lines;
  /** Counts changes of the items that were read. */
  revision: number;
  selection: LibrarySelection;
  renamedId: string | null;
  /** How many cells are built in a frame. */
  budget: FrameBudget;
};

type GridLineProps = SharedLineProps & {
  line: number;
  topPx: number;
  heading: string | undefined;
  /** The current item if it is in this line, otherwise -1. */
  currentIndex: number;
  /** The details of the current item are open, and no items are selected. */
  isCurrentOpen: boolean;
  /** Outside the view only the current item is in the document. */
  isInView: boolean;
};

/** The line; memoised, so that scrolling renders only those that come into view. */
export const GridLine = memo(function GridLine({ line, topPx, heading, ...props }: GridLineProps) {
  const { lines, look, store, budget, currentIndex } = props;
  const at = lines.at(line);
  const isKnown = at.kind === 'items' && store.getState().itemAt(at.first) !== undefined;
  const isGranted = useFrameBudget(budget, isKnown ? at.length : 0);
  // What has the focus is read out at once.
  const isBuilt = isGranted || currentIndex >= 0;
  const style = { top: topPx, height: lines.sizeOf(line) };
  // The list has a row of heads.
  const rowIndex = line + (look === 'list' ? 2 : 1);
  if (at.kind === 'heading')
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; cells take the focus.
      <div role="row" aria-rowindex={rowIndex} className={styles.day} style={style}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; cells take the focus. */}
        <div role="rowheader">{heading}</div>
      </div>
    );
  const cells = Array.from({ length: at.length }, (_, column) => cellAt(at.first + column, rowIndex, isBuilt, props));
  if (look === 'list')
    return (
      <div role="presentation" className={styles.line} style={style}>
        {cells}
      </div>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: part of a grid; cells take the focus.
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={styles.row}
      style={{ ...style, gridTemplateColumns: `repeat(${lines.columns}, minmax(0, 1fr))` }}
    >
      {cells}
    </div>
  );
});

function cellAt(
  index: number,
  rowIndex: number,
  isBuilt: boolean,
  props: Omit<GridLineProps, 'line' | 'topPx' | 'heading'>,
) {
  const { store, look, selection, renamedId, currentIndex, isCurrentOpen, isInView, onRename, onRenameEnd } = props;
  const isCurrent = index === currentIndex;
  if (!isCurrent && !isInView) return null;
  const item = isBuilt ? store.getState().itemAt(index) : undefined;
  const isRenamed = item !== undefined && item.id === renamedId;
  const Cell = look === 'list' ? ItemRow : ItemCell;
  return (
    <Cell
      // A new title that is being typed stays when its item moves within the line.
      key={isRenamed ? 'renamed' : index}
      item={item}
      index={index}
      rowIndex={rowIndex}
      isCurrent={isCurrent}
      isOpen={isCurrent && isCurrentOpen}
      isSelected={item !== undefined && isIn(selection, item.id)}
      isRenamed={isRenamed}
      onRename={onRename}
      onRenameEnd={onRenameEnd}
    />
  );
}
