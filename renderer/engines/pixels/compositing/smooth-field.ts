// A smooth field over a part of a picture: three values (red, green, blue) in the middle of each cell of a grid, and
// between them interpolated.

import type { Checkpoint } from '../checkpoint.ts';
import { solveMembrane } from './membrane.ts';

/** Where the cells of a field are, in pixels of the source. */
export type FieldGrid = {
  readonly left: number;
  readonly top: number;
  /** Side of a cell. */
  readonly cellPx: number;
  readonly columns: number;
  readonly rows: number;
};

/** Values by channel and cell; beyond the grid the nearest ones apply. */
export type SmoothField = FieldGrid & { readonly values: readonly [Float64Array, Float64Array, Float64Array] };

/** Places at which a field is known: middles of pixels of the source. */
export type Places = { readonly x: Float64Array; readonly y: Float64Array };

/** The grid that covers all places. @param cellPx at least so long is the side of a cell. @param mostCells of a side */
export function gridOver({ x, y }: Places, cellPx: number, mostCells: number): FieldGrid {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    const [atX, atY] = [x[i] ?? 0, y[i] ?? 0];
    left = Math.min(left, atX);
    right = Math.max(right, atX);
    top = Math.min(top, atY);
    bottom = Math.max(bottom, atY);
  }
  const side = Math.max(cellPx, Math.ceil(Math.max(right - left, bottom - top) / mostCells));
  const cellsOf = (length: number): number => Math.max(1, Math.ceil(length / side));
  return { left, top, cellPx: side, columns: cellsOf(right - left), rows: cellsOf(bottom - top) };
}

/** What a field follows: at each place `factor × field ≈ value`, by channel, and how much the place counts. */
export type Samples = {
  readonly places: Places;
  readonly factors: readonly [Float64Array, Float64Array, Float64Array];
  readonly values: readonly [Float64Array, Float64Array, Float64Array];
  readonly weights: Float64Array;
};

/**
 * Fits a field. @param stiffness how much smoothness counts, against the mean of the samples. @param isZero cells that
 * are held at 0
 */
export async function fitField(
  grid: FieldGrid,
  samples: Samples,
  stiffness: number,
  checkpoint: Checkpoint,
  isZero?: Uint8Array,
): Promise<SmoothField> {
  const corners = cornersOf(grid, samples.places);
  const valuesOf = async (channel: 0 | 1 | 2): Promise<Float64Array> => {
    const targets = targetsOf(grid, corners, samples, channel);
    const held = targets.weights.filter((weight) => weight > 0);
    const mean = held.reduce((sum, weight) => sum + weight, 0) / Math.max(1, held.length);
    if (mean === 0) return new Float64Array(targets.weights.length);
    if (isZero) for (let i = 0; i < isZero.length; i++) if (isZero[i] === 1) targets.weights[i] = HELD * mean;
    return solveMembrane(targets, stiffness * mean, checkpoint);
  };
  return { ...grid, values: [await valuesOf(0), await valuesOf(1), await valuesOf(2)] };
}

/** The weight of a cell that is held at a value, against the others. */
const HELD = 1e3;

/** Distributes each sample over the four cells around it. */
function targetsOf(grid: FieldGrid, corners: Corners, { factors, values, weights }: Samples, channel: 0 | 1 | 2) {
  const count = grid.columns * grid.rows;
  const targets = {
    columns: grid.columns,
    rows: grid.rows,
    weights: new Float64Array(count),
    sums: new Float64Array(count),
  };
  for (let i = 0; i < weights.length; i++) {
    const [factor, weight, value] = [factors[channel][i] ?? 0, weights[i] ?? 0, values[channel][i] ?? 0];
    for (let corner = 4 * i; corner < 4 * i + 4; corner++) {
      const [cell, share] = [corners.cells[corner] ?? 0, weight * (corners.shares[corner] ?? 0)];
      targets.weights[cell] = (targets.weights[cell] ?? 0) + share * factor * factor;
      targets.sums[cell] = (targets.sums[cell] ?? 0) + share * factor * value;
    }
  }
  return targets;
}

/** For each place the four cells around it, and their shares of it. */
type Corners = { readonly cells: Int32Array; readonly shares: Float64Array };

function cornersOf({ left, top, cellPx, columns, rows }: FieldGrid, { x, y }: Places): Corners {
  const cells = new Int32Array(4 * x.length);
  const shares = new Float64Array(4 * x.length);
  for (let i = 0; i < x.length; i++) {
    const u = Math.max(0, Math.min(columns - 1, ((x[i] ?? 0) - left) / cellPx - 0.5));
    const v = Math.max(0, Math.min(rows - 1, ((y[i] ?? 0) - top) / cellPx - 0.5));
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [toRight, down] = [u - column, v - row];
    const [right, below] = [Math.min(columns - 1, column + 1), Math.min(rows - 1, row + 1)];
    cells[4 * i] = row * columns + column;
    cells[4 * i + 1] = row * columns + right;
    cells[4 * i + 2] = below * columns + column;
    cells[4 * i + 3] = below * columns + right;
    shares[4 * i] = (1 - toRight) * (1 - down);
    shares[4 * i + 1] = toRight * (1 - down);
    shares[4 * i + 2] = (1 - toRight) * down;
    shares[4 * i + 3] = toRight * down;
  }
  return { cells, shares };
}

/** The field at places, by channel. */
export function fieldAt(field: SmoothField, places: Places): [Float64Array, Float64Array, Float64Array] {
  const { cells, shares } = cornersOf(field, places);
  const { length } = places.x;
  const at: [Float64Array, Float64Array, Float64Array] = [
    new Float64Array(length),
    new Float64Array(length),
    new Float64Array(length),
  ];
  for (const k of [0, 1, 2] as const) {
    const [out, values] = [at[k], field.values[k]];
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let corner = 4 * i; corner < 4 * i + 4; corner++) {
        sum += (shares[corner] ?? 0) * (values[cells[corner] ?? 0] ?? 0);
      }
      out[i] = sum;
    }
  }
  return at;
}

/** Reads a field along rows of pixels. */
export type FieldReader = (y: number, first: number, out: Float32Array) => void;

/** Reads three values a pixel into `out`, from pixel `first` of row `y` on. */
export function createFieldReader(field: SmoothField): FieldReader {
  const { left, top, cellPx, columns, rows, values } = field;
  const line = new Float64Array(3 * (columns + 1));
  return (y, first, out) => {
    const v = Math.max(0, Math.min(rows - 1, (y + 0.5 - top) / cellPx - 0.5));
    const row = Math.floor(v);
    const [above, below] = [columns * row, columns * Math.min(rows - 1, row + 1)];
    for (let column = 0; column <= columns; column++) {
      const x = Math.min(columns - 1, column);
      for (const k of [0, 1, 2] as const) {
        const of = values[k];
        line[3 * column + k] = (of[above + x] ?? 0) * (1 - v + row) + (of[below + x] ?? 0) * (v - row);
      }
    }
    for (let i = 0, x = first; i < out.length; i += 3, x++) {
      const u = Math.max(0, Math.min(columns - 1, (x + 0.5 - left) / cellPx - 0.5));
      const column = Math.floor(u);
      const [at, share] = [3 * column, u - column];
      out[i] = (line[at] ?? 0) * (1 - share) + (line[at + 3] ?? 0) * share;
      out[i + 1] = (line[at + 1] ?? 0) * (1 - share) + (line[at + 4] ?? 0) * share;
      out[i + 2] = (line[at + 2] ?? 0) * (1 - share) + (line[at + 5] ?? 0) * share;
    }
  };
}
