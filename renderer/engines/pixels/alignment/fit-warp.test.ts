import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { type Displacement, displacementAt, NO_DISPLACEMENT } from '../resampling/placement.ts';
import type { Certainty } from './certainty.ts';
import { distancesTo, fitField, fitLinear, type Measured, withoutUndetermined } from './fit-warp.ts';

const SIZE = { width: 800, height: 600 };

const ALL: Certainty = { xx: 1, xy: 0, yy: 1 };

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
      all.push({ x, y, dx, dy, certainty: ALL });
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
const affine = (measured: readonly Measured[]) => fitLinear('affine', NO_DISPLACEMENT, measured, SIZE, 0.2);
const farthest = (distances: Float64Array) => Math.max(...distances);

it('fitLinear finds rotation and stretching, whatever a tenth of the blocks says', () => {
  const degrees = fc.double({ min: -2, max: 2, noNaN: true });
  const wide = fc.double({ min: 0.98, max: 1.02, noNaN: true });
  fc.assert(
    fc.property(degrees, wide, (by, stretched) => {
      const points = blocks(turned(by, stretched));
      const right = points.filter(({ dx, dy }) => dx !== 40 || dy !== -30);
      expect(farthest(distancesTo(fitLinear('affine', NO_DISPLACEMENT, points, SIZE, 0.2), right, SIZE))).toBeLessThan(
        0.05,
      );
      const alike = blocks(turned(by, 1)).filter(({ dx, dy }) => dx !== 40 || dy !== -30);
      expect(
        farthest(distancesTo(fitLinear('similarity', NO_DISPLACEMENT, blocks(turned(by, 1)), SIZE, 0.2), alike, SIZE)),
      ).toBeLessThan(0.1);
    }),
    { numRuns: runs(20) },
  );
});

it('fitField follows a drift, and goes on smoothly where no block was measured', () => {
  const hole = (x: number, y: number) => Math.hypot(x - 400, y - 300) > 110;
  const fitted = fitField(affine(blocks(drifting, hole)), blocks(drifting, hole), SIZE, 0.001, 0.2);
  const out = { x: 0, y: 0 };
  for (let y = 20; y < SIZE.height; y += 40) {
    for (let x = 20; x < SIZE.width; x += 40) {
      displacementAt(fitted, SIZE, x, y, out);
      const [dx, dy] = drifting(x, y);
      expect(Math.hypot(out.x - dx, out.y - dy)).toBeLessThan(hole(x, y) ? 0.3 : 0.8);
    }
  }
});

it('fitField replaces the field that a displacement has', () => {
  const points = blocks(drifting);
  const linear = affine(points);
  const field = fitField(linear, points, SIZE, 0.001, 0.2).warp?.field ?? null;
  const bent = { ...linear, warp: { linear: linear.warp?.linear ?? ([0, 0, 0, 0] as const), field } };
  expect(fitField(bent, points, SIZE, 0.001, 0.2)).toEqual(fitField(linear, points, SIZE, 0.001, 0.2));
});

it('fitField finds the same in a picture that is turned on its side', () => {
  const wide = blocks(drifting);
  const tall = wide.map(({ x, y, dx, dy, certainty }) => ({ x: y, y: x, dx: dy, dy: dx, certainty }));
  const found = fitField(NO_DISPLACEMENT, wide, SIZE, 0.001, 0.2);
  const turnedSize = { width: SIZE.height, height: SIZE.width };
  const foundTurned = fitField(NO_DISPLACEMENT, tall, turnedSize, 0.001, 0.2);
  const [here, there] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  for (const { x, y } of wide) {
    displacementAt(found, SIZE, x, y, here);
    displacementAt(foundTurned, turnedSize, y, x, there);
    expect([here.x, here.y]).toEqual([expect.closeTo(there.y, 6), expect.closeTo(there.x, 6)]);
  }
});

it('a field far from all blocks does not grow without limit', () => {
  const corner = blocks(drifting, (x, y) => x < 240 && y < 200);
  const fitted = fitField(affine(corner), corner, SIZE, 0.01, 0.2);
  const linear = { ...fitted, warp: fitted.warp && { ...fitted.warp, field: null } };
  const [bent, straight] = [
    { x: 0, y: 0 },
    { x: 0, y: 0 },
  ];
  displacementAt(fitted, SIZE, SIZE.width, SIZE.height, bent);
  displacementAt(linear, SIZE, SIZE.width, SIZE.height, straight);
  expect(Math.hypot(bent.x - straight.x, bent.y - straight.y)).toBeLessThan(15);
});

it('a drift over half of the picture is not taken for stretching of the whole', () => {
  const drift = (x: number): [number, number] => [2.5 * Math.sin(x / 160), 0];
  const half = blocks(drift, (x) => x < 400);
  const fitted = fitField(affine(half), half, SIZE, 0.001, 0.2);
  const errorAt = (x: number): number => {
    const out = { x: 0, y: 0 };
    displacementAt(fitted, SIZE, x, 300, out);
    return Math.abs(out.x - drift(x)[0]);
  };
  expect(errorAt(500)).toBeLessThan(0.8);
  expect(errorAt(800)).toBeLessThan(4);
});

/** The distance of a displacement from the truth in the whole picture, as a root mean square. */
function errorOf(displacement: Displacement, truth: (x: number, y: number) => [number, number]): number {
  const out = { x: 0, y: 0 };
  let [sum, count] = [0, 0];
  for (let y = 10; y < SIZE.height; y += 58) {
    for (let x = 10; x < SIZE.width; x += 58) {
      displacementAt(displacement, SIZE, x, y, out);
      const [dx, dy] = truth(x, y);
      sum += (out.x - dx) ** 2 + (out.y - dy) ** 2;
      count += 1;
    }
  }
  return Math.sqrt(sum / count);
}

const part = fc.double({ min: -1, max: 1, noNaN: true });
const anyTruth = fc
  .record({ toX: part, toY: part, turn: part, wide: part, tall: part, drift: part })
  .map(({ toX, toY, turn, wide, tall, drift }) => {
    const displace = (x: number, y: number): [number, number] => {
      const [u, v] = [(x - SIZE.width / 2) / 400, (y - SIZE.height / 2) / 400];
      return [
        8 * toX + 6 * wide * u - 5 * turn * v + drift * Math.sin(3 * v),
        8 * toY + 6 * tall * v + 5 * turn * u + drift * Math.cos(3 * u),
      ];
    };
    return Object.assign(displace, { driftPx: Math.abs(drift) });
  });

it('few blocks never move an estimate farther from the truth than leaving it, nor than a drift can hide', () => {
  const block = fc.record({
    x: fc.nat(800),
    y: fc.nat(600),
    errX: part,
    errY: part,
    isEdge: fc.boolean(),
    angle: part,
  });
  const near = fc.record({ x: fc.nat(640), y: fc.nat(440), spread: fc.constantFrom(0.1, 0.3, 1) });
  fc.assert(
    fc.property(anyTruth, near, fc.array(block, { maxLength: 12 }), (truth, { x: atX, y: atY, spread }, some) => {
      const measured = some.map(({ x, y, errX, errY, isEdge, angle }): Measured => {
        const at = { x: spread === 1 ? x : atX + spread * x * 0.2, y: spread === 1 ? y : atY + spread * y * 0.2 };
        const [dx, dy] = truth(at.x, at.y);
        const [cos, sin] = [Math.cos(angle * Math.PI), Math.sin(angle * Math.PI)];
        // Along an edge anything may have been measured.
        const slid = isEdge ? 4 * errY : 0;
        const certainty = isEdge ? { xx: cos * cos, xy: cos * sin, yy: sin * sin } : ALL;
        return { ...at, dx: dx + 0.1 * errX - slid * sin, dy: dy + 0.1 * errY + slid * cos, certainty };
      });
      const left = errorOf(NO_DISPLACEMENT, truth);
      for (const model of ['shift', 'similarity', 'affine'] as const) {
        const fitted = withoutUndetermined(fitLinear(model, NO_DISPLACEMENT, measured, SIZE, 0.2), measured, SIZE, 0.2);
        expect(errorOf(fitted, truth)).toBeLessThanOrEqual(left + 0.1 + 0.4 * truth.driftPx);
      }
    }),
    { numRuns: runs(150) },
  );
});

it('blocks that are edges move nothing along them', () => {
  fc.assert(
    fc.property(anyTruth, part, (truth, angle) => {
      const [cos, sin] = [Math.cos(angle * Math.PI), Math.sin(angle * Math.PI)];
      const grain = blocks(truth).map((one, i) => ({
        ...one,
        dx: one.dx - (i % 7) * sin,
        dy: one.dy + (i % 7) * cos,
        certainty: { xx: cos * cos, xy: cos * sin, yy: sin * sin },
      }));
      const fitted = fitLinear('affine', NO_DISPLACEMENT, grain, SIZE, 0.2);
      const field = fitField(fitted, grain, SIZE, 0.01, 0.2);
      const out = { x: 0, y: 0 };
      for (const displacement of [fitted, field]) {
        for (const { x, y } of [
          { x: 100, y: 80 },
          { x: 400, y: 300 },
          { x: 700, y: 520 },
        ]) {
          displacementAt(displacement, SIZE, x, y, out);
          expect(Math.abs(out.y * cos - out.x * sin)).toBeLessThan(0.1);
        }
      }
    }),
    { numRuns: 4 },
  );
});
