// The smoothest surface over a grid that follows given values where there are any: a Poisson equation, solved by
// multigrid.

import type { Checkpoint } from '../checkpoint.ts';

/** What a surface follows, by cell of a grid, row by row. */
export type Targets = {
  readonly columns: number;
  readonly rows: number;
  /** How strongly each cell is held; 0 leaves it to its neighbours. */
  readonly weights: Float64Array;
  /** Weight × value of each cell. */
  readonly sums: Float64Array;
};

/** Cycles over all levels; each leaves about a tenth of the error. */
const CYCLES = 8;
/** Relaxations of a level before and after the coarser ones. */
const RELAXATIONS = 2;
/** A grid of so many cells or fewer is relaxed until it is solved. */
const COARSEST_CELLS = 16;
const COARSEST_RELAXATIONS = 60;

/**
 * Minimises Σ weight × (surface − value)² + `stiffness` × Σ (difference of neighbours)². Without any weight it is 0.
 * @param stiffness more than 0.
 */
export async function solveMembrane(
  targets: Targets,
  stiffness: number,
  checkpoint: Checkpoint,
): Promise<Float64Array<ArrayBuffer>> {
  const surface = new Float64Array(targets.weights.length);
  if (targets.weights.every((weight) => weight === 0)) return surface;
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    improve(targets, stiffness, surface);
    await checkpoint();
  }
  return surface;
}

/** One V-cycle: relaxes, corrects by what a grid of half as many rows and columns finds of the rest, relaxes again. */
function improve(targets: Targets, stiffness: number, surface: Float64Array): void {
  const { columns, rows } = targets;
  if (columns * rows <= COARSEST_CELLS) {
    for (let i = 0; i < COARSEST_RELAXATIONS; i++) relax(targets, stiffness, surface);
    return;
  }
  for (let i = 0; i < RELAXATIONS; i++) relax(targets, stiffness, surface);
  const coarse = coarsened(targets, residualsOf(targets, stiffness, surface));
  const correction = new Float64Array(coarse.weights.length);
  improve(coarse, stiffness, correction);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      surface[i] = (surface[i] ?? 0) + (correction[(y >> 1) * coarse.columns + (x >> 1)] ?? 0);
    }
  }
  for (let i = 0; i < RELAXATIONS; i++) relax(targets, stiffness, surface);
}

/** Gauss–Seidel, forwards and backwards. */
function relax(targets: Targets, stiffness: number, surface: Float64Array): void {
  const { columns, rows, weights, sums } = targets;
  const set = (x: number, y: number): void => {
    const i = y * columns + x;
    const sum = neighboursOf(targets, surface, x, y);
    surface[i] =
      ((sums[i] ?? 0) + stiffness * sum) / ((weights[i] ?? 0) + stiffness * countOfNeighbours(targets, x, y));
  };
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) set(x, y);
  for (let y = rows - 1; y >= 0; y--) for (let x = columns - 1; x >= 0; x--) set(x, y);
}

/** The sum of the cells above, below and beside a cell. */
function neighboursOf({ columns, rows }: Targets, surface: Float64Array, x: number, y: number): number {
  const i = y * columns + x;
  let sum = 0;
  if (x > 0) sum += surface[i - 1] ?? 0;
  if (x < columns - 1) sum += surface[i + 1] ?? 0;
  if (y > 0) sum += surface[i - columns] ?? 0;
  if (y < rows - 1) sum += surface[i + columns] ?? 0;
  return sum;
}

function countOfNeighbours({ columns, rows }: Targets, x: number, y: number): number {
  return Number(x > 0) + Number(x < columns - 1) + Number(y > 0) + Number(y < rows - 1);
}

function residualsOf(targets: Targets, stiffness: number, surface: Float64Array): Float64Array {
  const { columns, rows, weights, sums } = targets;
  const residuals = new Float64Array(surface.length);
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const held = (weights[i] ?? 0) + stiffness * countOfNeighbours(targets, x, y);
      residuals[i] = (sums[i] ?? 0) + stiffness * neighboursOf(targets, surface, x, y) - held * (surface[i] ?? 0);
    }
  }
  return residuals;
}

/** Four cells become one. In two dimensions the stiffness is the same for cells of any size. */
function coarsened({ columns, rows, weights }: Targets, residuals: Float64Array): Targets {
  const [half, halfRows] = [Math.ceil(columns / 2), Math.ceil(rows / 2)];
  const coarse = {
    columns: half,
    rows: halfRows,
    weights: new Float64Array(half * halfRows),
    sums: new Float64Array(half * halfRows),
  };
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      const to = (y >> 1) * half + (x >> 1);
      coarse.weights[to] = (coarse.weights[to] ?? 0) + (weights[i] ?? 0);
      coarse.sums[to] = (coarse.sums[to] ?? 0) + (residuals[i] ?? 0);
    }
  }
  return coarse;
}
