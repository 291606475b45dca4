// Weighted least squares with several right sides, by Cholesky's method.

/** Equations that are collected, and then solved. */
export type System = {
  /** Adds an equation: the sum of `basis` × the unknowns at `places` is each of `values`. */
  add: (places: readonly number[], basis: readonly number[], values: readonly number[], weight: number) => void;
  /** The unknowns for each right side; 0 where nothing determines them. To be called once. */
  solve: () => number[][];
};

/** Keeps the matrix positive definite where nothing determines an unknown. */
const DAMPING = 1e-6;

/** @param count unknowns @param sides right sides */
export function createSystem(count: number, sides: number): System {
  const matrix = new Float64Array(count * count);
  const right = Array.from({ length: sides }, () => new Float64Array(count));
  return {
    add(places, basis, values, weight) {
      for (let one = 0; one < places.length; one++) {
        const place = places[one] ?? 0;
        const share = weight * (basis[one] ?? 0);
        for (let other = 0; other < places.length; other++) {
          const at = place * count + (places[other] ?? 0);
          matrix[at] = (matrix[at] ?? 0) + share * (basis[other] ?? 0);
        }
        for (let side = 0; side < sides; side++) {
          const sums = right[side];
          if (sums !== undefined) sums[place] = (sums[place] ?? 0) + share * (values[side] ?? 0);
        }
      }
    },
    solve() {
      for (let i = 0; i < count; i++) matrix[i * count + i] = (matrix[i * count + i] ?? 0) + DAMPING;
      factorise(matrix, count);
      return right.map((side) => substitute(matrix, count, side));
    },
  };
}

/** Replaces the lower half of a positive definite matrix by its Cholesky factor. */
function factorise(matrix: Float64Array, count: number): void {
  for (let column = 0; column < count; column++) {
    for (let row = column; row < count; row++) {
      let sum = matrix[row * count + column] ?? 0;
      for (let k = 0; k < column; k++) sum -= (matrix[row * count + k] ?? 0) * (matrix[column * count + k] ?? 0);
      matrix[row * count + column] =
        row === column ? Math.sqrt(Math.max(DAMPING, sum)) : sum / (matrix[column * count + column] ?? 1);
    }
  }
}

function substitute(factor: Float64Array, count: number, right: Float64Array): number[] {
  const solved = Array.from(right);
  for (let row = 0; row < count; row++) {
    let sum = solved[row] ?? 0;
    for (let k = 0; k < row; k++) sum -= (factor[row * count + k] ?? 0) * (solved[k] ?? 0);
    solved[row] = sum / (factor[row * count + row] ?? 1);
  }
  for (let row = count - 1; row >= 0; row--) {
    let sum = solved[row] ?? 0;
    for (let k = row + 1; k < count; k++) sum -= (factor[k * count + row] ?? 0) * (solved[k] ?? 0);
    solved[row] = sum / (factor[row * count + row] ?? 1);
  }
  return solved;
}
