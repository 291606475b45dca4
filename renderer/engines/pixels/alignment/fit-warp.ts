// Fits displacements of a whole picture to those of its blocks: robustly, so that repainted blocks have no influence, and
// only in what the blocks determine, so that the rest stays as it was.

import { FIELD_CELLS } from '../../../../shared/images/limits.ts';
import type { Size } from '../../../../shared/images/size.ts';
import { type Displacement, displacementAt, NO_DISPLACEMENT } from '../resampling/placement.ts';
import { type Field, splineAt } from '../resampling/warp.ts';
import { type Certainty, certainLength } from './certainty.ts';
import { createSystem, type System } from './least-squares.ts';

/** The displacement of a point of the source that was measured, all in its pixels. */
export type Measured = {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly certainty: Certainty;
};

/** Kinds of linear displacements: a shift, with rotation and scale, with stretching too. */
export type LinearModel = 'shift' | 'similarity' | 'affine';

/** Iterations of a fit; after each one, displacements that fit badly weigh less. */
const ROUNDS = 6;
/** The distance at which a displacement has a quarter of its weight, in medians of all distances. */
const TOLERATED_MEDIANS = 2;
/** The standard deviation of a block, in medians of all distances: neighbouring blocks err alike. */
const DEVIATION_MEDIANS = 3;
/** What a fit changes must be determined to this standard deviation at the picture's edge, in tolerances. */
const MAX_DEVIATION = 2;
/** Cells of a field along the shorter side, at least. */
const MIN_CELLS = 3;

/**
 * Changes a displacement linearly so that it explains blocks, where they determine it. @param tolerancePx the least
 * distance at which a block has a quarter of its weight.
 */
export function fitLinear(
  model: LinearModel,
  start: Displacement,
  measured: readonly Measured[],
  size: Size,
  tolerancePx: number,
): Displacement {
  const half = Math.max(size.width, size.height) / 2;
  const basesAt = BASES[model];
  const out = { x: 0, y: 0 };
  const equations = measured.map(({ x, y, dx, dy, certainty }) => {
    displacementAt(start, size, x, y, out);
    const bases = basesAt((x - size.width / 2) / half, (y - size.height / 2) / half);
    return equationsOf(bases, dx - out.x, dy - out.y, certainty);
  });
  let fitted = start;
  let weights = new Float64Array(measured.length).fill(1);
  let deviation = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const system = weighted(basesAt(0, 0)[0].length, equations, weights);
    const change = system.solveDetermined(deviation, MAX_DEVIATION * tolerancePx);
    fitted = changed(start, PARTS[model](change), half);
    const distances = distancesTo(fitted, measured, size);
    weights = weightsOf(distances, tolerancePx);
    // Only the distances to a complete fit tell how uncertain blocks are: what they do not determine is held last.
    if (round === ROUNDS - 2) deviation = deviationOf(distances, tolerancePx);
  }
  return fitted;
}

/**
 * The displacement without what the blocks do not determine of its linear part: there nothing is displaced. A field, which
 * was fitted beside that part, goes with it. The same displacement if they determine all of it.
 * @param tolerancePx as for `fitLinear`.
 */
export function withoutUndetermined(
  displacement: Displacement,
  measured: readonly Measured[],
  size: Size,
  tolerancePx: number,
): Displacement {
  // In these units what is determined and what is not are at right angles, as displacements of the whole picture too:
  // leaving the latter out never adds to the error.
  const [perU, perV] = [size.width / 2 / Math.sqrt(3), size.height / 2 / Math.sqrt(3)];
  const distances = distancesTo(displacement, measured, size);
  const weights = weightsOf(distances, tolerancePx);
  const equations = measured.map(({ x, y, certainty }) => {
    const bases = BASES.affine((x - size.width / 2) / perU, (y - size.height / 2) / perV);
    return equationsOf(bases, 0, 0, certainty);
  });
  const system = weighted(BASES.affine(0, 0)[0].length, equations, weights);
  const { dxPx, dyPx, scale, warp } = displacement;
  const [xx, xy, yx, yy] = warp?.linear ?? [0, 0, 0, 0];
  const all = [dxPx, perU * (scale - 1 + xx), perV * xy, dyPx, perU * yx, perV * (scale - 1 + yy)];
  const held = system.determinedPart(all, deviationOf(distances, tolerancePx), MAX_DEVIATION * tolerancePx);
  if (all.every((part, i) => Math.abs(part - (held[i] ?? 0)) < MIN_HELD_PX)) return displacement;
  const [toX = 0, heldXx = 0, heldXy = 0, toY = 0, heldYx = 0, heldYy = 0] = held;
  return changed(NO_DISPLACEMENT, [toX, heldXx / perU, heldXy / perV, toY, heldYx / perU, heldYy / perV], 1);
}

/** Less than this, in pixels, is not worth a change. */
const MIN_HELD_PX = 0.05;

/** The standard deviation of a block, given the distances of all. */
function deviationOf(distances: Float64Array, tolerancePx: number): number {
  return Math.max(tolerancePx / TOLERATED_MEDIANS, medianOf(distances)) * DEVIATION_MEDIANS;
}

/** dx, its change by x and by y, dy and its changes, where x and y are in halves of the longer side. */
type Linear = readonly [number, number, number, number, number, number];
type Bases = readonly [readonly number[], readonly number[]];

/** By how much the unknowns of a model displace a point to the right and downwards. */
const BASES: Record<LinearModel, (u: number, v: number) => Bases> = {
  shift: () => [
    [1, 0],
    [0, 1],
  ],
  similarity: (u, v) => [
    [1, 0, u, -v],
    [0, 1, v, u],
  ],
  affine: (u, v) => [
    [1, u, v, 0, 0, 0],
    [0, 0, 0, 1, u, v],
  ],
};

const PARTS: Record<LinearModel, (unknowns: Float64Array) => Linear> = {
  shift: ([toX = 0, toY = 0]) => [toX, 0, 0, toY, 0, 0],
  similarity: ([toX = 0, toY = 0, growth = 0, turn = 0]) => [toX, growth, -turn, toY, turn, growth],
  affine: ([toX = 0, xx = 0, xy = 0, toY = 0, yx = 0, yy = 0]) => [toX, xx, xy, toY, yx, yy],
};

/** A sum of unknowns, each times its number in `basis`, and its value. */
type Equation = { readonly basis: readonly number[]; readonly value: number };

/** The equations of a block: two, which are independent, as far as its displacement is certain. */
function equationsOf([alongX, alongY]: Bases, dx: number, dy: number, { xx, xy, yy }: Certainty): Equation[] {
  // The rows of a square root of the certainty.
  const root = Math.sqrt(Math.max(0, xx * yy - xy * xy));
  const trace = Math.sqrt(xx + yy + 2 * root);
  if (trace === 0) return [];
  const [a, b, c] = [(xx + root) / trace, xy / trace, (yy + root) / trace];
  const mixed = (one: number, other: number): number[] => alongX.map((by, i) => one * by + other * (alongY[i] ?? 0));
  return [
    { basis: mixed(a, b), value: a * dx + b * dy },
    { basis: mixed(b, c), value: b * dx + c * dy },
  ];
}

/** The equations of blocks, by the weights of these. */
function weighted(unknowns: number, equations: readonly Equation[][], weights: Float64Array): System {
  const system = createSystem(unknowns);
  const places = Array.from({ length: unknowns }, (_, place) => place);
  equations.forEach((ofBlock, index) => {
    for (const { basis, value } of ofBlock) system.add(places, basis, value, weights[index] ?? 0);
  });
  return system;
}

function changed(
  { dxPx, dyPx, scale, warp }: Displacement,
  [toX, xx, xy, toY, yx, yy]: Linear,
  half: number,
): Displacement {
  const growth = (xx + yy) / 2;
  const [wasXx, wasXy, wasYx, wasYy] = warp?.linear ?? [0, 0, 0, 0];
  const linear = [
    wasXx + (xx - growth) / half,
    wasXy + xy / half,
    wasYx + yx / half,
    wasYy + (yy - growth) / half,
  ] as const;
  const isShift = warp === null && linear.every((part) => part === 0);
  const shift = { dxPx: dxPx + toX, dyPx: dyPx + toY, scale: scale + growth / half };
  return { ...shift, warp: isShift ? null : { linear, field: warp?.field ?? null } };
}

/**
 * Gives a linear displacement a smooth field, instead of the one it has. Its linear part is fitted once more with the
 * field, so that a drift over a part of the picture is not taken for rotation or stretching of the whole; where no block
 * says anything, the field returns to 0.
 * @param stiffness how strongly the field is held smooth and small, where a certain block counts 1, above 0
 * @param tolerancePx as for `fitLinear`
 */
export function fitField(
  linear: Displacement,
  measured: readonly Measured[],
  size: Size,
  stiffness: number,
  tolerancePx: number,
): Displacement {
  const straight: Displacement = { ...linear, warp: linear.warp && { ...linear.warp, field: null } };
  const half = Math.max(size.width, size.height) / 2;
  const cell = Math.max(size.width, size.height) / FIELD_CELLS;
  const columns = Math.max(MIN_CELLS, Math.round(size.width / cell));
  const rows = Math.max(MIN_CELLS, Math.round(size.height / cell));
  const cells = { columns, rows };
  const pointCount = (columns + 3) * (rows + 3);
  // Behind the control points follow the shift and its changes by x and by y, as three points more.
  const linearPoints = [pointCount, pointCount + 1, pointCount + 2];
  const out = { x: 0, y: 0 };
  const equations = measured.map(({ x, y, dx, dy, certainty }) => {
    displacementAt(straight, size, x, y, out);
    const { points, shares } = basisAt(x / size.width, y / size.height, cells);
    const linearShares = [1, (x - size.width / 2) / half, (y - size.height / 2) / half];
    return {
      points: [...points, ...linearPoints],
      shares: [...shares, ...linearShares],
      dx: dx - out.x,
      dy: dy - out.y,
      certainty,
    };
  });
  const left = (solved: Float64Array): Float64Array<ArrayBuffer> =>
    mapped(equations, ({ dx, dy, certainty, points, shares }) => {
      let x = dx;
      let y = dy;
      for (let i = 0; i < points.length; i++) {
        const share = shares[i] ?? 0;
        const at = 2 * (points[i] ?? 0);
        x -= share * (solved[at] ?? 0);
        y -= share * (solved[at + 1] ?? 0);
      }
      return certainLength(certainty, x, y);
    });
  const [shortSide, longSide] = [Math.min(columns, rows) + 3, Math.max(columns, rows) + 3];
  const unknowns = 2 * (pointCount + linearPoints.length);
  // Unknowns to the right and downwards alternate; a point's farthest neighbour is three away along both sides.
  const held = createSystem(unknowns, { band: 2 * (3 * shortSide + 3) + 1, bordering: 2 * linearPoints.length });
  holdField(held, shortSide, longSide, stiffness);
  for (let place = 2 * pointCount; place < unknowns; place++) held.add([place], [1], 0, stiffness * REGULARISED_LINEAR);
  let solved = new Float64Array(unknowns);
  for (let round = 0; round < ROUNDS; round++) {
    const weights = weightsOf(left(solved), tolerancePx);
    const system = held.copy();
    equations.forEach((equation, index) => {
      system.addPairs(equation, weights[index] ?? 0);
    });
    solved = system.solve();
  }
  const each = (first: 0 | 1): number[] =>
    Array.from({ length: pointCount }, (_, i) => {
      const point = pointAt(Math.floor(i / (columns + 3)), i % (columns + 3), cells);
      return solved[2 * point + first] ?? 0;
    });
  const [toX = 0, toY = 0, xx = 0, yx = 0, xy = 0, yy = 0] = solved.subarray(2 * pointCount);
  const moved = changed(straight, [toX, xx, xy, toY, yx, yy], half);
  const field = { columns, rows, dxPx: each(0), dyPx: each(1) };
  return { ...moved, warp: { linear: moved.warp?.linear ?? [0, 0, 0, 0], field } };
}

type Cells = Pick<Field, 'columns' | 'rows'>;

/** The number of a control point while a field is fitted: along the shorter side, so that neighbours have near ones. */
function pointAt(row: number, column: number, { columns, rows }: Cells): number {
  return rows < columns ? column * (rows + 3) + row : row * (columns + 3) + column;
}

/** The control points that count at a place, given in shares of the sides, and by how much; in ascending order. */
function basisAt(u: number, v: number, cells: Cells): { points: number[]; shares: number[] } {
  const across = splineAt(u, cells.columns);
  const down = splineAt(v, cells.rows);
  const points: number[] = [];
  const shares: number[] = [];
  for (let i = 0; i < 16; i++) {
    const [long, short] = [Math.floor(i / 4), i % 4];
    const [row, column] = cells.rows < cells.columns ? [short, long] : [long, short];
    points.push(pointAt(down.first + row, across.first + column, cells));
    shares.push((down.weights[row] ?? 0) * (across.weights[column] ?? 0));
  }
  return { points, shares };
}

/**
 * How strongly the linear part is held at the one that is given, beside the field: it may take back what a drift over a
 * part of the picture added to it, which is about as much as the field.
 */
const REGULARISED_LINEAR = 1;
/**
 * How strongly differences of the control points are held at 0, by their order, from the points themselves to the third:
 * in proportion to the series of the inverse of a Gaussian covariance with a length of 2.2 cells.
 */
const HELD_DIFFERENCES = [0.34, 0.83, 1, 0.81] as const;
/** The weights of the points in a difference, by its order: binomials. */
const DIFFERENCES = [[1], [1, -1], [1, -2, 1], [1, -3, 3, -1]] as const;

/** Holds a field small and smooth: differences of the control points, as they are numbered, in all directions. */
function holdField(system: System, columns: number, rows: number, stiffness: number): void {
  for (const [order, strength] of HELD_DIFFERENCES.entries()) {
    for (let across = 0; across <= order; across++) {
      const down = order - across;
      // As often as a difference of this order is taken to the right so many times, and downwards so many.
      const times = Math.abs(DIFFERENCES[order]?.[across] ?? 0);
      for (let row = 0; row + down < rows; row++) {
        for (let column = 0; column + across < columns; column++) {
          const points: number[] = [];
          const basis: number[] = [];
          for (const [y, downwards] of (DIFFERENCES[down] ?? []).entries()) {
            for (const [x, toTheRight] of (DIFFERENCES[across] ?? []).entries()) {
              points.push((row + y) * columns + column + x);
              basis.push(downwards * toTheRight);
            }
          }
          for (const first of [0, 1]) {
            const places = points.map((point) => 2 * point + first);
            system.add(places, basis, 0, stiffness * strength * times);
          }
        }
      }
    }
  }
}

/** How far each block is from where a displacement says, in pixels of the source, as far as that is certain. */
export function distancesTo(
  displacement: Displacement,
  measured: readonly Measured[],
  size: Size,
): Float64Array<ArrayBuffer> {
  const out = { x: 0, y: 0 };
  return mapped(measured, ({ x, y, dx, dy, certainty }) => {
    displacementAt(displacement, size, x, y, out);
    return certainLength(certainty, dx - out.x, dy - out.y);
  });
}

/** The numbers that `map` makes; `Float64Array.from` takes several times as long. */
function mapped<T>(from: readonly T[], map: (one: T) => number): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(from.length);
  from.forEach((one, i) => {
    numbers[i] = map(one);
  });
  return numbers;
}

function weightsOf(distances: Float64Array<ArrayBuffer>, tolerancePx: number): Float64Array<ArrayBuffer> {
  const tolerance = Math.max(tolerancePx, TOLERATED_MEDIANS * medianOf(distances));
  return distances.map((distance) => 1 / (1 + (distance / tolerance) ** 2) ** 2);
}

function medianOf(distances: Float64Array): number {
  return distances.toSorted()[Math.floor(distances.length / 2)] ?? 0;
}
