import fc from 'fast-check';
import { expect, it } from 'vitest';
import { displacementAt } from '../resampling/placement.ts';
import { distancesTo, fitField, fitLinear, type Measured } from './fit-warp.ts';

const SIZE = { width: 800, height: 600 };

/** Blocks of the whole picture that are displaced as said; every tenth says something else. */
function blocks(
  displace: (x: number, y: number) => [number, number],
  isIn = (_x: number, _y: number) => true,
): Measured[] {
  const all: Measured[] = [];
  for (let y = 12; y < SIZE.height; y += 24) {
    for (let x = 12; x < SIZE.width; x += 24) {
      if (!isIn(x, y)) continue;
      const [dx, dy] = (x + 3 * y) % 10 === 0 ? [40, -30] : displace(x, y);
      all.push({ x, y, dx, dy });
    }
  }
  return all;
}
const turned =
  (degrees: number, wide: number) =>
  (x: number, y: number): [number, number] => {
    const turn = (degrees * Math.PI) / 180;
    const [fromX, fromY] = [x - SIZE.width / 2, y - SIZE.height / 2];
    return [
      wide * (fromX * Math.cos(turn) - fromY * Math.sin(turn)) - fromX + 3,
      fromX * Math.sin(turn) + fromY * Math.cos(turn) - fromY - 2,
    ];
  };
const drifting = (x: number, y: number): [number, number] => [
  2.5 * Math.sin(x / 120),
  2.5 * Math.cos(y / 110 + x / 300),
];
const farthest = (distances: Float64Array) => Math.max(...distances);

it('fitLinear finds rotation and stretching, whatever a tenth of the blocks says', () => {
  const degrees = fc.double({ min: -2, max: 2, noNaN: true });
  const wide = fc.double({ min: 0.98, max: 1.02, noNaN: true });
  fc.assert(
    fc.property(degrees, wide, (by, stretched) => {
      const points = blocks(turned(by, stretched));
      const right = points.filter(({ dx, dy }) => dx !== 40 || dy !== -30);
      expect(farthest(distancesTo(fitLinear('affine', points, SIZE, 0.2), right, SIZE))).toBeLessThan(0.05);
      const alike = blocks(turned(by, 1)).filter(({ dx, dy }) => dx !== 40 || dy !== -30);
      expect(
        farthest(distancesTo(fitLinear('similarity', blocks(turned(by, 1)), SIZE, 0.2), alike, SIZE)),
      ).toBeLessThan(0.1);
    }),
    { numRuns: 20 },
  );
});

it('fitField follows a drift, and goes on smoothly where no block was measured', () => {
  const hole = (x: number, y: number) => Math.hypot(x - 400, y - 300) > 110;
  const fitted = fitField(
    fitLinear('affine', blocks(drifting, hole), SIZE, 0.2),
    blocks(drifting, hole),
    SIZE,
    0.02,
    0.2,
  );
  const out = { x: 0, y: 0 };
  for (let y = 20; y < SIZE.height; y += 40) {
    for (let x = 20; x < SIZE.width; x += 40) {
      displacementAt(fitted, SIZE, x, y, out);
      const [dx, dy] = drifting(x, y);
      expect(Math.hypot(out.x - dx, out.y - dy)).toBeLessThan(hole(x, y) ? 0.3 : 0.8);
    }
  }
});

it('a field far from all blocks does not grow without limit', () => {
  const corner = blocks(drifting, (x, y) => x < 240 && y < 200);
  const fitted = fitField(fitLinear('affine', corner, SIZE, 0.2), corner, SIZE, 10, 0.2);
  const linear = { ...fitted, warp: fitted.warp && { ...fitted.warp, field: null } };
  const [bent, straight] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  displacementAt(fitted, SIZE, SIZE.width, SIZE.height, bent);
  displacementAt(linear, SIZE, SIZE.width, SIZE.height, straight);
  expect(Math.hypot(bent.x - straight.x, bent.y - straight.y)).toBeLessThan(15);
});
