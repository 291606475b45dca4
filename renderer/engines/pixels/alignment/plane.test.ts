import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plain, render } from '../../../testing/test-pictures.ts';
import { isFlat, localContrast, lumaPlane, type Plane, resamplePlane, visitSurroundings } from './plane.ts';

const side = fc.integer({ min: 1, max: 12 });
const plane: fc.Arbitrary<Plane> = fc
  .record({ width: side, height: side })
  .chain(({ width, height }) =>
    fc
      .array(fc.integer({ min: 0, max: 255 }), { minLength: width * height, maxLength: width * height })
      .map((values) => ({ data: Float32Array.from(values), width, height })),
  );
const ones = ({ width, height }: Plane): Plane => ({ data: new Float32Array(width * height).fill(1), width, height });

describe('resamplePlane', () => {
  it('copies at its own size, and keeps a uniform plane at any other, beyond the edge too', () => {
    const place = fc.double({ min: -20, max: 20, noNaN: true });
    fc.assert(
      fc.property(plane, side, side, place, place, (from, width, height, x, y) => {
        const whole = { x: 0, y: 0, width: from.width, height: from.height };
        expect(resamplePlane(from, whole, from.width, from.height).data).toEqual(from.data);
        const flat = { ...from, data: from.data.map(() => 77) };
        const area = { x, y, width: from.width * 1.7, height: from.height * 0.6 };
        for (const value of resamplePlane(flat, area, width, height).data) expect(value).toBeCloseTo(77, 3);
      }),
    );
  });
});

it('isFlat: one value but for rounding', () => {
  const of = (...values: number[]): boolean =>
    isFlat({ data: Float32Array.from(values), width: values.length, height: 1 });
  expect([of(128, 128.2, 127.7), of(128, 127, 128)]).toEqual([true, false]);
});

it('visitSurroundings counts and averages what counts in each square', () => {
  const bits = fc.array(fc.boolean(), { minLength: 144, maxLength: 144 });
  fc.assert(
    fc.property(plane, bits, fc.integer({ min: 1, max: 14 }), (from, counting, radius) => {
      const weights = { ...from, data: from.data.map((_, i) => (counting[i] ? 1 : 0)) };
      let rows = 0;
      visitSurroundings(from, weights, radius, (y, { counts, means, variances }) => {
        expect(y).toBe(rows++);
        for (let x = 0; x < from.width; x++) {
          const values = [...from.data].filter((_, k) => {
            const isNear =
              Math.abs((k % from.width) - x) <= radius && Math.abs(Math.floor(k / from.width) - y) <= radius;
            return isNear && weights.data[k] === 1;
          });
          const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
          const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
          expect(counts[x]).toBe(values.length);
          expect(means[x]).toBeCloseTo(mean, 6);
          expect(variances[x]).toBeCloseTo(variance, 6);
        }
      });
      expect(rows).toBe(from.height);
    }),
  );
});

describe('localContrast', () => {
  it('is the same with another exposure and contrast', () => {
    fc.assert(
      fc.property(
        plane,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.integer({ min: -50, max: 50 }),
        (from, gain, offset) => {
          const changed = { ...from, data: from.data.map((value) => gain * value + offset) };
          const [a, b] = [localContrast(from, ones(from), 3, 1e-3), localContrast(changed, ones(from), 3, 1e-3)];
          for (const [i, value] of a.data.entries()) expect(b.data[i]).toBeCloseTo(value, 1);
        },
      ),
    );
  });

  it('is 0 where nothing counts, and where nothing differs', async () => {
    const flat = await lumaPlane(render(9, 7, plain(140)), 9, 7);
    expect(localContrast(flat, ones(flat), 3, 2).data.every((value) => Math.abs(value) < 1e-3)).toBe(true);
    const hidden = { ...flat, data: new Float32Array(63) };
    expect(
      localContrast(
        await lumaPlane(
          render(9, 7, (x) => [x * 20, 0, 0]),
          9,
          7,
        ),
        hidden,
        3,
        2,
      ).data.every((v) => v === 0),
    ).toBe(true);
  });
});

it('lumaPlane moves nothing, however much it reduces a picture', async () => {
  const large = fc.integer({ min: 40, max: 90 });
  const small = fc.integer({ min: 8, max: 30 });
  await fc.assert(
    fc.asyncProperty(large, large, small, small, fc.boolean(), async (w, h, width, height, isAcross) => {
      // A gradient is the same gradient at any size.
      const slope = render(w, h, (x, y) => plain(isAcross ? (250 * x) / w : (250 * y) / h)(x, y));
      const { data } = await lumaPlane(slope, width, height);
      let [sum, count] = [0, 0];
      for (let y = 2; y < height - 2; y++) {
        for (let x = 2; x < width - 2; x++, count++) {
          sum += (data[y * width + x] ?? 0) - (isAcross ? (250 * (x + 0.5)) / width : (250 * (y + 0.5)) / height);
        }
      }
      // A third of a pixel at most, on average.
      expect(Math.abs(sum / count)).toBeLessThan((0.35 * 250) / (isAcross ? w : h));
    }),
  );
});
