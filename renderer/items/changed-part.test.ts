import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveredBounds, shownPart } from './changed-part.ts';

/** A stored mask. */
function maskOf(width: number, height: number, covers: (x: number, y: number) => boolean): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => {
    const at = Math.floor(i / 4);
    return i % 4 === 3 && !covers(at % width, Math.floor(at / width)) ? 255 : 0;
  });
}

test('the bounds are those of what is covered', () => {
  const mask = maskOf(20, 10, (x, y) => x >= 3 && x < 8 && y >= 2 && y < 4);
  expect(coveredBounds(mask, { width: 20, height: 10 })).toEqual({ x: 3, y: 2, width: 5, height: 2 });
  expect(
    coveredBounds(
      maskOf(4, 4, () => false),
      { width: 4, height: 4 },
    ),
  ).toBeUndefined();
});

test('a large change is shown with the whole picture, a small one by its part', () => {
  const [maskSize, size] = [
    { width: 100, height: 100 },
    { width: 1000, height: 500 },
  ];
  const whole = { x: 0, y: 0, width: 1000, height: 500 };
  expect(shownPart({ x: 0, y: 0, width: 60, height: 5 }, maskSize, size)).toEqual(whole);
  expect(shownPart(undefined, maskSize, size)).toEqual(whole);
  // In a corner, so it cannot be in the middle of its part.
  expect(shownPart({ x: 95, y: 0, width: 5, height: 5 }, maskSize, size)).toEqual({
    x: 600,
    y: 0,
    width: 400,
    height: 200,
  });
});

test('the part has the shape of the picture, is inside it, and holds what was changed', () => {
  const sides = fc.integer({ min: 1, max: 300 });
  fc.assert(
    fc.property(sides, sides, fc.nat(), fc.nat(), sides, sides, (width, height, x, y, w, h) => {
      const at = { x: x % width, y: y % height };
      const changed = { ...at, width: Math.min(w, width - at.x), height: Math.min(h, height - at.y) };
      const size = { width: width * 3, height: height * 3 };
      const part = shownPart(changed, { width, height }, size);
      expect(part.width / part.height).toBeCloseTo(width / height, 6);
      expect(part.x).toBeGreaterThanOrEqual(0);
      expect(part.x).toBeLessThanOrEqual(changed.x * 3 + 1e-6);
      expect(part.x + part.width).toBeGreaterThanOrEqual((changed.x + changed.width) * 3 - 1e-6);
      expect(part.y).toBeLessThanOrEqual(changed.y * 3 + 1e-6);
      expect(part.y + part.height).toBeLessThanOrEqual(size.height + 1e-6);
      expect(part.y + part.height).toBeGreaterThanOrEqual((changed.y + changed.height) * 3 - 1e-6);
    }),
  );
});
