import { expect, it } from 'vitest';
import type { Figure } from './bench.ts';
import { differences, formatDifferences, ratioOf, unnoticed } from './differences.ts';

const noisy = (middle: number, count = 15): number[] =>
  Array.from({ length: count }, (_, at) => middle * (1 + 0.1 * Math.sin(7 * at)));
const figure = (name: string, samples: readonly number[], unit: Figure['unit'] = 'ms'): Figure => ({
  name,
  unit,
  samples,
});

it('what takes twice as long is told from noise, and by how much', () => {
  const { ratio, low, high } = ratioOf([noisy(10), noisy(11)], [noisy(20), noisy(22)]);
  expect(ratio).toBeCloseTo(2, 5);
  expect(low).toBeGreaterThan(1.7);
  expect(high).toBeLessThan(2.3);
});

it('a machine that becomes slower between rounds makes nothing worse', () => {
  const { low, high } = ratioOf([noisy(10), noisy(20), noisy(40)], [noisy(10.2), noisy(19.8), noisy(40.5)]);
  expect(low).toBeLessThan(1);
  expect(high).toBeGreaterThan(1);
});

it('one sample that is far off does not count as a change', () => {
  const { low } = ratioOf([noisy(10)], [[...noisy(10, 14), 400]]);
  expect(low).toBeLessThan(1.05);
});

it('names what changed, the worst first, of the figures that both have and of which less is better', () => {
  const before = [figure('a', noisy(10)), figure('b', noisy(10)), figure('c', noisy(10)), figure('gone', [1])];
  const after = [figure('a', noisy(13)), figure('b', noisy(5)), figure('c', noisy(10)), figure('new', [1])];
  const lead = [figure('lead', [2], '×')];
  const found = differences([[...before, ...lead]], [[...after, ...lead]]);
  expect(found.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(formatDifferences(found).split('\n')).toEqual([
    expect.stringMatching(/^worse {3}1\.30 × \(.*\) {2}a$/),
    expect.stringMatching(/^better {2}0\.50 × \(.*\) {2}b$/),
    '1 of 3 figures did not change by more than noise.',
  ]);
});

it('names the times of which half the speed made nothing', () => {
  const before = [figure('a', noisy(10)), figure('b', noisy(10)), figure('memory', noisy(10), 'MB')];
  const slowed = [figure('a', noisy(20)), figure('b', noisy(10)), figure('memory', noisy(10), 'MB')];
  expect(unnoticed(before, slowed).split('\n')).toEqual([
    expect.stringMatching(/^not noticed: b: 1\.00 ×/),
    '1 of 2 times show that all was slowed down.',
  ]);
});
