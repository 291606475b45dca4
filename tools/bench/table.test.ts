import { expect, it } from 'vitest';
import { percentile } from './bench.ts';
import { formatTable } from './table.ts';

it('a percentile is one of the samples, by nearest rank', () => {
  const samples = [5, 1, 4, 2, 3];
  expect([0, 0.5, 0.95, 1].map((share) => percentile(samples, share))).toEqual([1, 3, 5, 5]);
  expect(percentile([], 0.5)).toBeNaN();
});

it('the table is aligned, and marks missed targets', () => {
  const table = formatTable([
    { name: 'fast', unit: 'ms', samples: [9, 10, 11], aim: 10 },
    { name: 'much too slow', unit: 'ms', samples: [1000.04], aim: 10, note: 'why' },
    { name: 'big', unit: 'KB', samples: [1, 3], aim: 2, aimShare: 0.95 },
  ]);
  expect(table.split('\n')).toEqual([
    'name                 p50        p95  n  target                 note',
    'fast             10.0 ms    11.0 ms  3  ≤ 10 ms',
    'much too slow  1000.0 ms  1000.0 ms  1  ≤ 10 ms, missed        why',
    'big               1.0 KB     3.0 KB  2  ≤ 2 KB at p95, missed',
  ]);
});
