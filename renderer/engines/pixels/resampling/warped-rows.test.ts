import fc from 'fast-check';
import { expect, it } from 'vitest';
import { render, waves } from '../../../testing/test-pictures.ts';
import type { Pixels } from '../pixels.ts';
import { createPlacedSampler } from './placed-rows.ts';
import { type Displacement, locate, type Placement } from './placement.ts';
import { createWarpedResampler } from './warped-rows.ts';

const SIZE = { width: 120, height: 90 };
const small = fc.double({ min: -0.02, max: 0.02, noNaN: true });
const pixels = fc.double({ min: -20, max: 20, noNaN: true });
const points = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 42, maxLength: 42 });
const displacement: fc.Arbitrary<Displacement> = fc
  .record({ dxPx: pixels, dyPx: pixels, scale: fc.double({ min: 0.95, max: 1.05, noNaN: true }) })
  .chain((shift) =>
    fc
      .record({ linear: fc.tuple(small, small, small, small), dxPx: points, dyPx: points })
      .map(({ linear, ...field }) => ({
        ...shift,
        warp: { linear, field: { columns: 4, rows: 3, ...field } },
      })),
  );
const opaque = render(120, 90, waves(3));
const clear: Pixels = {
  ...opaque,
  isOpaque: false,
  data: opaque.data.map((value, i) => (i % 4 === 3 ? 40 + ((i >> 2) % 120) : value)),
};

it('reads what a kernel in two dimensions reads, in any part of a row, beyond the result too', () => {
  const range = fc.tuple(fc.nat(SIZE.width - 1), fc.nat(SIZE.width - 1));
  fc.assert(
    fc.property(displacement, fc.nat(SIZE.height - 1), range, fc.constantFrom(opaque, clear), (by, y, ends, result) => {
      const placement: Placement = { place: { x: 0, y: 0, ...SIZE }, size: SIZE, displacement: by };
      const columns = { first: Math.min(...ends), end: Math.max(...ends) + 1 };
      const row = new Uint8ClampedArray(4 * SIZE.width);
      createWarpedResampler(result, placement).readRow(y, row, columns);
      const sample = createPlacedSampler(result, placement);
      const [at, expected] = [{ x: 0, y: 0 }, new Float64Array(4)];
      for (let x = 0; x < SIZE.width; x++) {
        if (x < columns.first || x >= columns.end) expected.fill(0);
        else {
          locate(placement, x + 0.5, y + 0.5, at);
          sample(at.x, at.y, expected, 0);
        }
        for (let k = 0; k < 4; k++)
          expect(Math.abs((row[4 * x + k] ?? 999) - (expected[k] ?? 0))).toBeLessThanOrEqual(4);
      }
    }),
  );
});
