// How large the cells of the library's grid are. Pure functions; all in pixels.

import { LIBRARY_TILE_PX } from '../../../shared/app/layout.ts';

/** Between cells, in both directions. */
export const GAP_PX = 12;
/** Around the grid. */
export const PADDING_PX = 20;
/** The height of a day's heading. */
export const HEADING_PX = 40;
/** The height of a line of the list. */
export const LIST_LINE_PX = 32;
/** Least height of a cell: a title of two lines and a line of facts. */
const MIN_HEIGHT_PX = 92;
const WIDE = 9 / 16;
/** In a large window cells are larger, not only more: their least share of the width at the size the app begins with. */
const SHARE = 0.115;

/** The columns of a grid, and the height of a line with its gap. */
export type CellSize = { columns: number; columnPx: number; linePx: number };

/** Sizes the cells of a grid. @param widthPx without padding. @param tilePx the width that the person chose */
export function cellSize(widthPx: number, tilePx: number): CellSize {
  const leastPx = Math.max(tilePx, (widthPx * SHARE * tilePx) / LIBRARY_TILE_PX.default);
  const columns = Math.max(1, Math.floor((widthPx + GAP_PX) / (leastPx + GAP_PX)));
  const columnPx = (widthPx + GAP_PX) / columns;
  const heightPx = Math.max(MIN_HEIGHT_PX, Math.round((columnPx - GAP_PX) * WIDE));
  return { columns, columnPx, linePx: heightPx + GAP_PX };
}
