// Weighted least squares of unknowns that may be determined only in part.

import type { Certainty } from './certainty.ts';

/**
 * The sum of `shares` × the pairs of unknowns at `2 × points`, as points in a plane are, is a displacement, as far as
 * that is certain. Points are in ascending order.
 */
type PairEquation = {
  readonly points: readonly number[];
  readonly shares: readonly number[];
  readonly dx: number;
  readonly dy: number;
  readonly certainty: Certainty;
};

/** Equations that are collected, and then solved. */
export type System = {
  /** Adds an equation: the sum of `basis` × the unknowns at `places` is `value`. */
  add: (places: readonly number[], basis: readonly number[], value: number, weight: number) => void;
  addPairs: (equation: PairEquation, weight: number) => void;
  /** Another system with the same equations. */
  copy: () => System;
  /** All unknowns; 0 where nothing determines them. To be called once. */
  solve: () => Float64Array<ArrayBuffer>;
  /**
   * All unknowns, but only in directions that are determined: elsewhere they stay 0. For few unknowns. To be called once.
   * @param deviation the standard deviation of an equation of weight 1. @param most that of what is determined
   */
  solveDetermined: (deviation: number, most: number) => Float64Array;
  /** What is determined of given unknowns; what is not becomes 0. @param deviation see `solveDetermined` */
  determinedPart: (unknowns: readonly number[], deviation: number, most: number) => Float64Array;
};

/** A direction with less than this share of the strongest one's evidence is not determined, whatever the deviation. */
const MIN_SHARE = 0.02;
/** Keeps the matrix positive definite where nothing determines an unknown. */
const DAMPING = 1e-6;

/**
 * Which unknowns one equation may have: any of the last `bordering` ones, and others that are `band` apart at most. The
 * matrix is 0 elsewhere, and its factor too.
 */
type Shape = { readonly band: number; readonly bordering: number };

/** @param count unknowns */
export function createSystem(count: number, shape: Shape = { band: count - 1, bordering: 0 }): System {
  return systemOf(new Float64Array(count * count), new Float64Array(count), shape);
}

function systemOf(matrix: Float64Array<ArrayBuffer>, right: Float64Array<ArrayBuffer>, shape: Shape): System {
  const count = right.length;
  /** The directions in which the equations determine the unknowns. */
  const determined = (deviation: number, most: number): Eigenvector[] => {
    const all = eigenvectorsOf(matrix, count);
    const least = MIN_SHARE * Math.max(...all.map(({ value }) => value));
    return all.filter(({ value }) => value > least && deviation <= most * Math.sqrt(value));
  };
  return {
    add(places, basis, value, weight) {
      for (let one = 0; one < places.length; one++) {
        const place = places[one] ?? 0;
        const share = weight * (basis[one] ?? 0);
        for (let other = 0; other < places.length; other++) {
          const at = place * count + (places[other] ?? 0);
          matrix[at] = (matrix[at] ?? 0) + share * (basis[other] ?? 0);
        }
        right[place] = (right[place] ?? 0) + share * value;
      }
    },
    // Only the lower half of the matrix, which is all that `solve` reads.
    addPairs({ points, shares, dx, dy, certainty: { xx, xy, yy } }, weight) {
      for (let one = 0; one < points.length; one++) {
        const share = weight * (shares[one] ?? 0);
        const place = 2 * (points[one] ?? 0);
        const upper = place * count;
        const lower = upper + count;
        for (let other = 0; other <= one; other++) {
          const product = share * (shares[other] ?? 0);
          const column = 2 * (points[other] ?? 0);
          matrix[upper + column] = (matrix[upper + column] ?? 0) + product * xx;
          matrix[lower + column] = (matrix[lower + column] ?? 0) + product * xy;
          matrix[lower + column + 1] = (matrix[lower + column + 1] ?? 0) + product * yy;
          if (one !== other) matrix[upper + column + 1] = (matrix[upper + column + 1] ?? 0) + product * xy;
        }
        right[place] = (right[place] ?? 0) + share * (xx * dx + xy * dy);
        right[place + 1] = (right[place + 1] ?? 0) + share * (xy * dx + yy * dy);
      }
    },
    copy: () => systemOf(matrix.slice(), right.slice(), shape),
    solve() {
      for (let i = 0; i < count; i++) matrix[i * count + i] = (matrix[i * count + i] ?? 0) + DAMPING;
      factorise(matrix, count, shape);
      return substitute(matrix, count, shape, right);
    },
    solveDetermined(deviation, most) {
      const solved = new Float64Array(count);
      for (const { value, direction } of determined(deviation, most)) {
        const along = dot(direction, right) / value;
        const share = certainShare(Math.abs(along) * Math.sqrt(value), deviation);
        for (let i = 0; i < count; i++) solved[i] = (solved[i] ?? 0) + share * along * (direction[i] ?? 0);
      }
      return solved;
    },
    determinedPart(unknowns, deviation, most) {
      const part = new Float64Array(count);
      for (const { direction } of determined(deviation, most)) {
        const along = dot(direction, unknowns);
        for (let i = 0; i < count; i++) part[i] = (part[i] ?? 0) + along * (direction[i] ?? 0);
      }
      return part;
    },
  };
}

function dot(one: Float64Array, other: Float64Array | readonly number[]): number {
  return one.reduce((sum, part, i) => sum + part * (other[i] ?? 0), 0);
}

/** What is left of a value that differs little from 0 for its deviation (James and Stein's estimator). */
function certainShare(size: number, deviation: number): number {
  return size > 0 ? Math.max(0, 1 - (deviation / size) ** 2) : 0;
}

/** The first column of a row that may not be 0. */
function firstIn(row: number, count: number, { band, bordering }: Shape): number {
  return row < count - bordering ? Math.max(0, row - band) : 0;
}

/** Replaces the lower half of a positive definite matrix by its Cholesky factor. */
function factorise(matrix: Float64Array, count: number, shape: Shape): void {
  for (let row = 0; row < count; row++) {
    const first = firstIn(row, count, shape);
    const start = row * count;
    for (let column = first; column <= row; column++) {
      const other = column * count;
      let sum = matrix[start + column] ?? 0;
      for (let k = Math.max(first, firstIn(column, count, shape)); k < column; k++) {
        sum -= (matrix[start + k] ?? 0) * (matrix[other + k] ?? 0);
      }
      matrix[start + column] = column === row ? Math.sqrt(Math.max(DAMPING, sum)) : sum / (matrix[other + column] ?? 1);
    }
  }
}

function substitute(
  factor: Float64Array,
  count: number,
  shape: Shape,
  right: Float64Array<ArrayBuffer>,
): Float64Array<ArrayBuffer> {
  const solved = right.slice();
  for (let row = 0; row < count; row++) {
    let sum = solved[row] ?? 0;
    for (let k = firstIn(row, count, shape); k < row; k++) sum -= (factor[row * count + k] ?? 0) * (solved[k] ?? 0);
    solved[row] = sum / (factor[row * count + row] ?? 1);
  }
  for (let row = count - 1; row >= 0; row--) {
    const value = (solved[row] ?? 0) / (factor[row * count + row] ?? 1);
    solved[row] = value;
    for (let k = firstIn(row, count, shape); k < row; k++) {
      solved[k] = (solved[k] ?? 0) - (factor[row * count + k] ?? 0) * value;
    }
  }
  return solved;
}

/** An eigenvector of length 1, and its eigenvalue. */
type Eigenvector = { readonly value: number; readonly direction: Float64Array };

/** Rounds of rotations; few unknowns need fewer. */
const MAX_ROUNDS = 30;

/** The eigenvectors of a symmetric matrix, given row by row (Jacobi's method). @param count its rows */
export function eigenvectorsOf(symmetric: Float64Array, count: number): Eigenvector[] {
  const matrix = symmetric.slice();
  const vectors = new Float64Array(count * count);
  for (let i = 0; i < count; i++) vectors[i * count + i] = 1;
  const at = (row: number, column: number): number => matrix[row * count + column] ?? 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let [off, diagonal] = [0, 0];
    for (let p = 0; p < count; p++) {
      diagonal += at(p, p) ** 2;
      for (let q = p + 1; q < count; q++) off += at(p, q) ** 2;
    }
    if (off <= 1e-24 * diagonal) break;
    for (let p = 0; p < count; p++) {
      for (let q = p + 1; q < count; q++) {
        if (at(p, q) !== 0) rotate(matrix, vectors, count, p, q, 0.5 * Math.atan2(2 * at(p, q), at(p, p) - at(q, q)));
      }
    }
  }
  return Array.from({ length: count }, (_, k) => ({
    value: at(k, k),
    direction: Float64Array.from({ length: count }, (__, i) => vectors[i * count + k] ?? 0),
  }));
}

/** Rotates rows and columns `p` and `q` of a matrix, and columns of its eigenvectors. */
function rotate(matrix: Float64Array, vectors: Float64Array, count: number, p: number, q: number, angle: number): void {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = (values: Float64Array, one: number, other: number): void => {
    const [a, b] = [values[one] ?? 0, values[other] ?? 0];
    values[one] = cos * a + sin * b;
    values[other] = cos * b - sin * a;
  };
  for (let i = 0; i < count; i++) turn(matrix, i * count + p, i * count + q);
  for (let i = 0; i < count; i++) turn(matrix, p * count + i, q * count + i);
  for (let i = 0; i < count; i++) turn(vectors, i * count + p, i * count + q);
}
