// Blends an edit into its surroundings: what source and result still differ by at the mask's edge is added to the edit
// there and fades out within a band. The edit keeps its own gradients (Poisson blending, solved by multigrid).

import type { Checkpoint } from '../checkpoint.ts';
import { type Bounds, boundsOf } from '../mask-bounds.ts';
import type { Coverage } from '../pixels.ts';
import type { RingColours } from './seam-ring.ts';
import { type FieldGrid, fitField, type SmoothField } from './smooth-field.ts';

/** Width of the band, as a share of the picture's longer side, and its minimum in pixels. */
const BAND = { share: 0.02, leastPx: 8 } as const;
/** Side of a cell in pixels, at least: single pixels of the ring would draw lines of noise into the edit. */
const MIN_CELL_PX = 3;
/** Most cells: a larger mask gets larger cells. */
const MAX_CELLS = 60_000;
/** How much smoothness counts, see `fitField`. */
const STIFFNESS = 0.1;
/** The difference, in levels, at which a place of the ring has a quarter of its weight: there is another object. */
const TOLERANCE = 24;

/** The cells of a mask and its surroundings. */
export type BlendBand = {
  readonly grid: FieldGrid;
  /** 1 for cells deeper inside the mask than the band. */
  readonly isDeep: Uint8Array;
  readonly widthPx: number;
};

/** The band inside the edge of a mask; null for an empty one. @param weights coverage of the grown, feathered mask */
export function bandOf(weights: Coverage): BlendBand | null {
  const bounds = boundsOf(weights);
  if (bounds === undefined) return null;
  const widthPx = Math.max(BAND.leastPx, Math.round(Math.max(weights.width, weights.height) * BAND.share));
  const grid = gridAround(bounds, widthPx);
  const isDeep = new Uint8Array(grid.columns * grid.rows);
  const depths = depthsOf(weights, grid);
  for (let i = 0; i < isDeep.length; i++) isDeep[i] = (depths[i] ?? 0) * grid.cellPx > widthPx ? 1 : 0;
  return { grid, isDeep, widthPx };
}

function gridAround({ left, top, right, bottom }: Bounds, marginPx: number): FieldGrid {
  const [width, height] = [right - left + 2 * marginPx, bottom - top + 2 * marginPx];
  const cellPx = Math.max(MIN_CELL_PX, Math.ceil(Math.sqrt((width * height) / MAX_CELLS)));
  const [columns, rows] = [Math.ceil(width / cellPx), Math.ceil(height / cellPx)];
  return { left: left - marginPx, top: top - marginPx, cellPx, columns, rows };
}

/** Steps from each cell to the nearest one whose middle is outside the mask; the picture's border is no edge. */
function depthsOf({ data, width, height }: Coverage, { left, top, cellPx, columns, rows }: FieldGrid): Int32Array {
  const far = columns + rows;
  const depths = new Int32Array(columns * rows);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const x = Math.floor(left + (column + 0.5) * cellPx);
      const y = Math.floor(top + (row + 0.5) * cellPx);
      const isBeyond = x < 0 || y < 0 || x >= width || y >= height;
      depths[i] = isBeyond || (data[y * width + x] ?? 0) > 0 ? far : 0;
    }
  }
  const nearer = (i: number, from: number): void => {
    depths[i] = Math.min(depths[i] ?? 0, (depths[from] ?? 0) + 1);
  };
  for (let i = 0; i < depths.length; i++) {
    if (i % columns > 0) nearer(i, i - 1);
    if (i >= columns) nearer(i, i - columns);
  }
  for (let i = depths.length - 1; i >= 0; i--) {
    if (i % columns < columns - 1) nearer(i, i + 1);
    if (i + columns < depths.length) nearer(i, i + columns);
  }
  return depths;
}

/** Finds the levels to add, from a part of the ring. */
export function fitBlend(
  { source, result, places }: RingColours,
  { grid, isDeep }: BlendBand,
  checkpoint: Checkpoint,
): Promise<SmoothField> {
  const count = places.x.length;
  const ones = new Float64Array(count).fill(1);
  const difference = (k: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => (source[3 * i + k] ?? 0) - (result[3 * i + k] ?? 0));
  const values = [difference(0), difference(1), difference(2)] as const;
  const weights = Float64Array.from({ length: count }, (_, i) => {
    const squared = values.reduce((sum, of) => sum + (of[i] ?? 0) ** 2, 0);
    return 1 / (1 + squared / TOLERANCE ** 2) ** 2;
  });
  return fitField(grid, { places, factors: [ones, ones, ones], values, weights }, STIFFNESS, checkpoint, isDeep);
}
