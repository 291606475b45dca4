import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median } from './median.ts';

const clamp = (at: number, end: number): number => Math.min(end - 1, Math.max(0, at));

/** Computes the median by sorting the surroundings of each pixel. */
function slowMedian(data: Uint8Array, width: number, height: number, radiusPx: number): Uint8Array {
  const reach = Array.from({ length: 2 * radiusPx + 1 }, (_none, i) => i - radiusPx);
  return data.map((_value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const around = reach.flatMap((dy) =>
      reach.map((dx) => data[clamp(y + dy, height) * width + clamp(x + dx, width)] ?? 0),
    );
    return around.sort((a, b) => a - b)[(around.length - 1) / 2] ?? 0;
  });
}

test('is the median of the square around each pixel, in even and in uneven parts', () => {
  const pictures = fc.integer({ min: 1, max: 18 }).chain((width) =>
    fc.record({
      width: fc.constant(width),
      rows: fc.array(
        fc.tuple(
          fc.integer({ min: 1, max: 9 }),
          fc.array(fc.constantFrom(0, 0, 0, 120, 255), { minLength: width, maxLength: width }),
        ),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );
  fc.assert(
    fc.property(pictures, fc.integer({ min: 0, max: 5 }), ({ width, rows }, radiusPx) => {
      // Each row is repeated several times, which gives columns of equal values.
      const data = Uint8Array.from(rows.flatMap(([times, row]) => Array.from({ length: times }, () => row).flat()));
      const height = data.length / width;
      expect(median({ data, width, height }, radiusPx).data).toEqual(slowMedian(data, width, height, radiusPx));
    }),
  );
});
