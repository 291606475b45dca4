import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOOL_SETTINGS } from '../../../shared/images/mask-tools.ts';
import { firstBrushSize, steppedBrushSize } from './brush-size.ts';

const { min, max } = TOOL_SETTINGS.sizePx;
const sizes = fc.integer({ min, max });

test('the first brush is 2 % of the short side', () => {
  expect(firstBrushSize({ widthPx: 6000, heightPx: 4000 })).toBe(80);
  expect(firstBrushSize({ widthPx: 800, heightPx: 600 })).toBe(12);
  expect(firstBrushSize({ widthPx: 20, heightPx: 9000 })).toBe(min);
  expect(firstBrushSize({ widthPx: 90_000, heightPx: 90_000 })).toBe(max);
});

test('the steps of the keys grow, and lead from one end to the other and back by the same sizes', () => {
  const walk = (from: number, direction: 1 | -1): number[] => {
    const all = [from];
    while (steppedBrushSize(all.at(-1) ?? 0, direction) !== all.at(-1))
      all.push(steppedBrushSize(all.at(-1) ?? 0, direction));
    return all;
  };
  const up = walk(min, 1);
  expect(up).toEqual([...walk(max, -1)].reverse());
  expect([up[0], up.at(-1)]).toEqual([min, max]);
  const steps = up.slice(1).map((size, i) => size - (up[i] ?? 0));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(up.length).toBeLessThan(45);
});

test('every step changes the size in its direction', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      if (size < max) expect(steppedBrushSize(size, 1)).toBeGreaterThan(size);
      if (size > min) expect(steppedBrushSize(size, -1)).toBeLessThan(size);
    }),
  );
});
