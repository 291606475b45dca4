import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import { solveMembrane, type Targets } from './membrane.ts';

/** How far a surface is from the minimum: the largest derivative by any cell. */
function steepest({ columns, rows, weights, sums }: Targets, stiffness: number, surface: Float64Array): number {
  const at = (x: number, y: number): number => surface[y * columns + x] ?? 0;
  let most = 0;
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      let slope = (weights[i] ?? 0) * at(x, y) - (sums[i] ?? 0);
      if (x > 0) slope += stiffness * (at(x, y) - at(x - 1, y));
      if (x < columns - 1) slope += stiffness * (at(x, y) - at(x + 1, y));
      if (y > 0) slope += stiffness * (at(x, y) - at(x, y - 1));
      if (y < rows - 1) slope += stiffness * (at(x, y) - at(x, y + 1));
      most = Math.max(most, Math.abs(slope));
    }
  }
  return most;
}

it('finds the minimum for any grid and any cells that are held', async () => {
  const targets = fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }))
    .chain(([columns, rows]) => {
      const count = columns * rows;
      const cell = fc.tuple(fc.constantFrom(0, 0, 0, 1, 3), fc.integer({ min: -9, max: 9 }));
      return fc.array(cell, { minLength: count, maxLength: count }).map((cells) => ({
        columns,
        rows,
        weights: Float64Array.from(cells, ([weight]) => weight),
        sums: Float64Array.from(cells, ([weight, value]) => weight * value),
      }));
    });
  await fc.assert(
    fc.asyncProperty(targets, async (given) => {
      const surface = await solveMembrane(given, 1, NO_CHECKPOINT);
      expect(steepest(given, 1, surface)).toBeLessThan(0.05);
    }),
    { numRuns: runs(40) },
  );
});

it('continues between what is known, and is 0 where nothing is', async () => {
  const [columns, rows] = [33, 20];
  const held = (x: number): number => (x === 0 || x === columns - 1 ? 1e4 : 0);
  const weights = Float64Array.from({ length: columns * rows }, (_, i) => held(i % columns));
  const sums = weights.map((weight, i) => weight * (i % columns));
  const slope = await solveMembrane({ columns, rows, weights, sums }, 1, NO_CHECKPOINT);
  for (const [i, value] of slope.entries()) expect(Math.abs(value - (i % columns))).toBeLessThan(0.05);
  const none = { columns: 4, rows: 4, weights: new Float64Array(16), sums: new Float64Array(16) };
  expect(await solveMembrane(none, 1, NO_CHECKPOINT)).toEqual(new Float64Array(16));
});
