// Fits displacements of a whole picture to those of its blocks: robustly, so that repainted blocks have no influence.

import { FIELD_CELLS } from '../../../shared/images/limits.ts';
import type { Size } from '../../../shared/images/size.ts';
import { type Displacement, displacementAt, NO_DISPLACEMENT } from '../resampling/placement.ts';
import { type Field, splineAt } from '../resampling/warp.ts';
import { createSystem, type System } from './least-squares.ts';

/** The displacement of a point of the source that was measured, all in its pixels. */
export type Measured = { readonly x: number; readonly y: number; readonly dx: number; readonly dy: number };

/** Kinds of linear displacements: with rotation, and with stretching too. */
export type LinearModel = 'similarity' | 'affine';

/** Iterations of a fit; after each one, displacements that fit badly weigh less. */
const ROUNDS = 6;
/** The distance at which a displacement has a quarter of its weight, in medians of all distances. */
const TOLERATED_MEDIANS = 2;
/** Cells of a field along the shorter side, at least. */
const LEAST_CELLS = 3;

/** Fits a linear displacement. @param tolerancePx the least distance at which a block has a quarter of its weight. */
export function fitLinear(
  model: LinearModel,
  measured: readonly Measured[],
  size: Size,
  tolerancePx: number,
): Displacement {
  const half = Math.max(size.width, size.height) / 2;
  const solve = model === 'affine' ? solveAffine : solveSimilarity;
  let weights = new Float64Array(measured.length).fill(1);
  let fitted = NO_DISPLACEMENT;
  for (let round = 0; round < ROUNDS; round++) {
    fitted = linearDisplacement(solve(measured, weights, size, half), half);
    weights = weightsOf(distancesTo(fitted, measured, size), tolerancePx);
  }
  return fitted;
}

/** dx, its change by x and by y, dy and its changes, where x and y are in halves of the longer side. */
type Linear = readonly [number, number, number, number, number, number];

function solveAffine(measured: readonly Measured[], weights: Float64Array, size: Size, half: number): Linear {
  const system = createSystem(3, 2);
  for (const [index, { x, y, dx, dy }] of measured.entries()) {
    const basis = [1, (x - size.width / 2) / half, (y - size.height / 2) / half];
    system.add([0, 1, 2], basis, [dx, dy], weights[index] ?? 0);
  }
  const [[toX = 0, xx = 0, xy = 0] = [], [toY = 0, yx = 0, yy = 0] = []] = system.solve();
  return [toX, xx, xy, toY, yx, yy];
}

function solveSimilarity(measured: readonly Measured[], weights: Float64Array, size: Size, half: number): Linear {
  const system = createSystem(4, 1);
  for (const [index, { x, y, dx, dy }] of measured.entries()) {
    const [u, v] = [(x - size.width / 2) / half, (y - size.height / 2) / half];
    system.add([0, 2, 3], [1, u, -v], [dx], weights[index] ?? 0);
    system.add([1, 2, 3], [1, v, u], [dy], weights[index] ?? 0);
  }
  const [[toX = 0, toY = 0, growth = 0, turn = 0] = []] = system.solve();
  return [toX, growth, -turn, toY, turn, growth];
}

function linearDisplacement([dxPx, xx, xy, dyPx, yx, yy]: Linear, half: number): Displacement {
  const growth = (xx + yy) / 2;
  const linear = [(xx - growth) / half, xy / half, yx / half, (yy - growth) / half] as const;
  return { dxPx, dyPx, scale: 1 + growth / half, warp: { linear, field: null } };
}

/**
 * Adds a smooth field to an affine displacement. @param stiffness how strongly the field is held straight where the
 * blocks do not bend it, above 0. @param tolerancePx as for `fitLinear`.
 */
export function fitField(
  affine: Displacement,
  measured: readonly Measured[],
  size: Size,
  stiffness: number,
  tolerancePx: number,
): Displacement {
  const cell = Math.max(size.width, size.height) / FIELD_CELLS;
  const columns = Math.max(LEAST_CELLS, Math.round(size.width / cell));
  const rows = Math.max(LEAST_CELLS, Math.round(size.height / cell));
  const stride = columns + 3;
  const out = { x: 0, y: 0 };
  const equations = measured.map(({ x, y, dx, dy }) => {
    displacementAt(affine, size, x, y, out);
    return { ...basisAt(x / size.width, y / size.height, columns, rows), values: [dx - out.x, dy - out.y] };
  });
  let weights = weightsOf(distancesTo(affine, measured, size), tolerancePx);
  let fitted = affine;
  for (let round = 0; round < ROUNDS; round++) {
    const system = createSystem(stride * (rows + 3), 2);
    for (const [index, { places, basis, values }] of equations.entries()) {
      system.add(places, basis, values, weights[index] ?? 0);
    }
    addStiffness(system, stride, rows + 3, stiffness);
    const [dxPx = [], dyPx = []] = system.solve();
    fitted = withField(affine, { columns, rows, dxPx, dyPx });
    weights = weightsOf(distancesTo(fitted, measured, size), tolerancePx);
  }
  return fitted;
}

function withField(affine: Displacement, field: Field): Displacement {
  return { ...affine, warp: { linear: affine.warp?.linear ?? [0, 0, 0, 0], field } };
}

/** The control points that count at a place, given in shares of the sides, and by how much. */
function basisAt(u: number, v: number, columns: number, rows: number): { places: number[]; basis: number[] } {
  const across = splineAt(u, columns);
  const down = splineAt(v, rows);
  const places: number[] = [];
  const basis: number[] = [];
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 4; column++) {
      places.push((down.first + row) * (columns + 3) + across.first + column);
      basis.push((down.weights[row] ?? 0) * (across.weights[column] ?? 0));
    }
  }
  return { places, basis };
}

/** How strongly a control point is held at 0, as a share of the stiffness: beyond all blocks a field must not grow. */
const PULL = 0.002;

/** Holds second differences of the control points in all directions at 0. */
function addStiffness(system: System, columns: number, rows: number, stiffness: number): void {
  const nothing = [0, 0];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      system.add([at], [1], nothing, PULL * stiffness);
      if (column > 0 && column < columns - 1) system.add([at - 1, at, at + 1], [1, -2, 1], nothing, stiffness);
      if (row > 0 && row < rows - 1) system.add([at - columns, at, at + columns], [1, -2, 1], nothing, stiffness);
      if (column === columns - 1 || row === rows - 1) continue;
      system.add([at, at + 1, at + columns, at + columns + 1], [1, -1, -1, 1], nothing, 2 * stiffness);
    }
  }
}

/** How far each block is from where a displacement says, in pixels of the source. */
export function distancesTo(displacement: Displacement, measured: readonly Measured[], size: Size): Float64Array {
  const out = { x: 0, y: 0 };
  return Float64Array.from(measured, ({ x, y, dx, dy }) => {
    displacementAt(displacement, size, x, y, out);
    return Math.hypot(dx - out.x, dy - out.y);
  });
}

function weightsOf(distances: Float64Array, tolerancePx: number): Float64Array<ArrayBuffer> {
  const median = distances.toSorted()[Math.floor(distances.length / 2)] ?? 0;
  const tolerance = Math.max(tolerancePx, TOLERATED_MEDIANS * median);
  return Float64Array.from(distances, (distance) => 1 / (1 + (distance / tolerance) ** 2) ** 2);
}
