import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import type { BlendMode } from '../raster/blend.ts';
import { createTileStore, fillRect, pixelAt, readCoverage, type TileStore } from '../raster/tiles.ts';
import { type BrushPoint, type BrushSettings, coverageAt, dabAt, dabProfile, dabsAlong } from './brush.ts';
import { type BrushCommand, beginBrush } from './brushes.ts';
import { createStroke, stampDab } from './stroke.ts';

const WIDTH = 300;
const HEIGHT = 280;

const points = fc.record({
  x: fc.double({ min: -40, max: WIDTH + 40, noNaN: true }),
  y: fc.double({ min: -40, max: HEIGHT + 40, noNaN: true }),
  pressure: fc.double({ min: 0, max: 1, noNaN: true }),
});
const settings = fc.record({
  sizePx: fc.double({ min: 1, max: 60, noNaN: true }),
  hardness: fc.double({ min: 0, max: 1, noNaN: true }),
  opacity: fc.double({ min: 0, max: 1, noNaN: true }),
  pressureToSize: fc.constantFrom(0, 0.5, 1),
  leashPx: fc.constant(0),
});
const HARD: BrushSettings = { sizePx: 20, hardness: 1, opacity: 1, pressureToSize: 0, leashPx: 0 };

function paint(store: TileStore, mode: BlendMode, path: readonly BrushPoint[], brush: BrushSettings): void {
  const [first, ...rest] = path;
  if (first === undefined) return;
  const { gesture, commands } = beginBrush(first, brush);
  const stroke = createStroke(mode);
  const run = (list: readonly BrushCommand[]): void => {
    for (const { dabs } of list) for (const dab of dabs) stampDab(store, stroke, dab, new Map());
  };
  run(commands);
  for (const point of rest) run(gesture.move([point]));
  run(gesture.end());
}

function distanceToLine(x: number, y: number, a: BrushPoint, b: BrushPoint): number {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const t = length === 0 ? 0 : ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / length ** 2;
  const at = Math.min(1, Math.max(0, t));
  return Math.hypot(x - a.x - at * (b.x - a.x), y - a.y - at * (b.y - a.y));
}

describe('a dab', () => {
  test('falls off from its centre and never rises', () => {
    fc.assert(
      fc.property(settings, fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { minLength: 2 }), (brush, far) => {
        const profile = dabProfile(dabAt({ x: 0, y: 0, pressure: 1 }, brush));
        const values = far.sort((a, b) => a - b).map((distance) => coverageAt(profile, distance));
        values.forEach((value, i) => {
          expect(value).toBeLessThanOrEqual(values[i - 1] ?? profile.peak);
          expect(value).toBeGreaterThanOrEqual(0);
        });
        expect(coverageAt(profile, brush.sizePx / 2 + 0.5)).toBe(0);
      }),
    );
  });

  test('covers its core fully and is half as strong at a hard edge', () => {
    const profile = dabProfile(dabAt({ x: 0, y: 0, pressure: 1 }, HARD));
    expect([coverageAt(profile, 9.5), coverageAt(profile, 10), coverageAt(profile, 10.5)]).toEqual([255, 128, 0]);
  });

  test('follows pressure as far as its settings say', () => {
    const size = (pressureToSize: number, pressure: number): number =>
      dabAt({ x: 0, y: 0, pressure }, { ...HARD, pressureToSize }).diameterPx;
    expect([size(0, 0.2), size(0.5, 0.2), size(1, 0.2), size(1, 1)]).toEqual([20, 12, 4, 20]);
  });

  test('ends when a point is not a number', () => {
    const point = { x: Number.NaN, y: 0, pressure: 1 };
    expect(dabsAlong({ x: 0, y: 0, pressure: 1 }, point, HARD, 0).dabs).toEqual([]);
  });
});

describe('a stroke', () => {
  test('is the band around its line, however the line is divided into points', () => {
    fc.assert(
      fc.property(
        points,
        points,
        fc.double({ min: 4, max: 60, noNaN: true }),
        fc.nat({ max: 9 }),
        (a, b, sizePx, cuts) => {
          const store = createTileStore(WIDTH, HEIGHT);
          const between = Array.from({ length: cuts }, (_none, i) => {
            const share = (i + 1) / (cuts + 1);
            return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, pressure: 1 };
          });
          paint(store, 'paint', [a, ...between, b], { ...HARD, sizePx });
          for (let y = 0; y < HEIGHT; y += 3) {
            for (let x = 0; x < WIDTH; x += 3) {
              const distance = distanceToLine(x + 0.5, y + 0.5, a, b);
              if (distance <= sizePx / 2 - 1) expect(pixelAt(store, x, y)).toBe(255);
              if (distance >= sizePx / 2 + 0.5) expect(pixelAt(store, x, y)).toBe(0);
            }
          }
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('never covers more than its opacity, however often it crosses itself', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 12 }), settings, (path, brush) => {
        const store = createTileStore(WIDTH, HEIGHT);
        paint(store, 'paint', [...path, ...path], brush);
        const once = readCoverage(store);
        expect(
          Math.max(
            ...once.subarray(0, 1),
            once.reduce((a, b) => Math.max(a, b), 0),
          ),
        ).toBeLessThanOrEqual(Math.round(255 * brush.opacity));
      }),
      { numRuns: runs(40) },
    );
  });

  test('only adds when painting and only removes when erasing', () => {
    fc.assert(
      fc.property(
        fc.array(points, { minLength: 1, maxLength: 6 }),
        settings,
        fc.integer({ min: 0, max: 255 }),
        fc.constantFrom<BlendMode>('paint', 'erase'),
        (path, brush, value, mode) => {
          const store = createTileStore(WIDTH, HEIGHT);
          fillRect(store, { left: 40, top: 30, right: 290, bottom: 270 }, value);
          const before = readCoverage(store);
          paint(store, mode, path, brush);
          const isRight = readCoverage(store).every((now, i) =>
            mode === 'paint' ? now >= (before[i] ?? 0) : now <= (before[i] ?? 0),
          );
          expect(isRight).toBe(true);
        },
      ),
      { numRuns: runs(40) },
    );
  });

  test('adds up over gestures: twice half is three quarters; erased by half, a quarter', () => {
    const store = createTileStore(50, 50);
    const half = { ...HARD, opacity: 0.5 };
    const path = [{ x: 25, y: 25, pressure: 1 }];
    paint(store, 'paint', path, half);
    expect(pixelAt(store, 25, 25)).toBe(128);
    paint(store, 'paint', path, half);
    expect(pixelAt(store, 25, 25)).toBe(192);
    paint(store, 'erase', path, half);
    expect(pixelAt(store, 25, 25)).toBe(64);
    paint(store, 'erase', path, half);
    expect(pixelAt(store, 25, 25)).toBe(0);
  });

  test('is the strongest of its dabs at every pixel', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 5 }), settings, (path, brush) => {
        const store = createTileStore(WIDTH, HEIGHT);
        const stroke = createStroke('paint');
        const dabs = path.map((point) => dabAt(point, brush));
        for (const dab of dabs) stampDab(store, stroke, dab, new Map());
        for (let y = 0; y < HEIGHT; y += 2) {
          for (let x = 0; x < WIDTH; x += 2) {
            // Within the error of the table.
            const strongest = (off: number): number =>
              Math.max(
                ...dabs.map((dab) =>
                  coverageAt(dabProfile(dab), Math.max(0, Math.hypot(x + 0.5 - dab.x, y + 0.5 - dab.y) + off)),
                ),
              );
            const value = pixelAt(store, x, y);
            if (value < strongest(0.01) || value > strongest(-0.2) + 1) expect([x, y, value]).toEqual('in between');
          }
        }
      }),
      { numRuns: runs(60) },
    );
  });
});
