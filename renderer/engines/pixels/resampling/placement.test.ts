import fc from 'fast-check';
import { expect, it } from 'vitest';
import { render, waves } from '../../../testing/test-pictures.ts';
import { describeDisplacement } from './describe-displacement.ts';
import { createPlacedResampler } from './placed-rows.ts';
import { type Displacement, farthestPx, locate, locateRow, type Placement } from './placement.ts';
import type { Field } from './warp.ts';

const small = fc.double({ min: -0.02, max: 0.02, noNaN: true });
const pixels = fc.double({ min: -32, max: 32, noNaN: true });
const CELLS = { columns: 4, rows: 3 };
const points = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 42, maxLength: 42 });
const field: fc.Arbitrary<Field> = fc.record({ dxPx: points, dyPx: points }).map((some) => ({ ...CELLS, ...some }));
const displacement: fc.Arbitrary<Displacement> = fc.record({
  dxPx: pixels,
  dyPx: pixels,
  scale: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
  warp: fc.option(fc.record({ linear: fc.tuple(small, small, small, small), field: fc.option(field) })),
});
const SIZE = { width: 400, height: 300 };
const place = { x: 0, y: 0, ...SIZE };

it('no point is displaced by more than farthestPx says', () => {
  fc.assert(
    fc.property(displacement, fc.nat(24), fc.nat(24), (by, column, row) => {
      const [x, y] = [(column / 24) * SIZE.width, (row / 24) * SIZE.height];
      const at = { x: 0, y: 0 };
      locate({ place, size: SIZE, displacement: by }, x, y, at);
      expect(Math.hypot(at.x - x, at.y - y)).toBeLessThanOrEqual(farthestPx(by, SIZE) + 1e-6);
    }),
  );
});

it('a row is located to a hundredth of a pixel', () => {
  fc.assert(
    fc.property(displacement, fc.nat(SIZE.height - 1), (by, y) => {
      const placement = { place, size: SIZE, displacement: by };
      const [atX, atY] = [new Float64Array(SIZE.width), new Float64Array(SIZE.width)];
      locateRow(placement, y + 0.5, { stepPx: 1, first: 0, end: SIZE.width }, atX, atY);
      const at = { x: 0, y: 0 };
      for (let x = 0; x < SIZE.width; x += 7) {
        locate(placement, x + 0.5, y + 0.5, at);
        expect(Math.abs((atX[x] ?? 99) - at.x)).toBeLessThan(0.02);
        expect(Math.abs((atY[x] ?? 99) - at.y)).toBeLessThan(0.02);
      }
    }),
  );
});

it('a warp that does nothing gives the pixels of the shift alone, with and without alpha', () => {
  const picture = render(90, 70, waves(3));
  const clear = { ...picture, isOpaque: false, data: picture.data.map((value, i) => (i % 4 === 3 ? i % 251 : value)) };
  const shift = { dxPx: 3.4, dyPx: -2.2, scale: 1.02 };
  const size = { width: 60, height: 50 };
  for (const result of [picture, clear]) {
    const rowOf = (warp: Displacement['warp']): Uint8ClampedArray => {
      const placement: Placement = {
        place: { x: 0, y: 0, width: 90, height: 70 },
        size,
        displacement: { ...shift, warp },
      };
      const row = new Uint8ClampedArray(4 * size.width);
      createPlacedResampler(result, placement).readRow(20, row, { first: 5, end: 50 });
      return row;
    };
    const [alone, warped] = [rowOf(null), rowOf({ linear: [0, 0, 0, 0], field: null })];
    for (const [i, value] of alone.entries()) expect(Math.abs(value - (warped[i] ?? 99))).toBeLessThanOrEqual(2);
  }
});

it('describeDisplacement finds the rotation and stretching that a displacement was made of', () => {
  const turn = (0.6 * Math.PI) / 180;
  const [wide, tall] = [1.012, 0.994];
  const [xx, xy, yx, yy] = [
    wide * Math.cos(turn),
    -wide * Math.sin(turn),
    tall * Math.sin(turn),
    tall * Math.cos(turn),
  ];
  const scale = (xx + yy) / 2;
  const described = describeDisplacement({
    dxPx: 1,
    dyPx: 2,
    scale,
    warp: { linear: [xx - scale, xy, yx, yy - scale], field: null },
  });
  expect(described).toMatchObject({ dxPx: 1, dyPx: 2, driftPx: 0 });
  expect(described.turnDegrees).toBeCloseTo(0.6, 2);
  expect(described.widerShare).toBeCloseTo(0.012, 4);
  expect(described.tallerShare).toBeCloseTo(-0.006, 4);
});
