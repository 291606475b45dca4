import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { createTileStore, pixelAt, readCoverage, type TileStore, tileOfPlane } from '../raster/tiles.ts';
import { type Operation, tilesAfter } from './operation.ts';
import { ellipseOutline, rectangleOutline } from './shapes.ts';

const WIDTH = 330;
const HEIGHT = 290;

/** A raster with these pixels. */
function rasterOf(plane: Uint8Array, width = WIDTH, height = HEIGHT): TileStore {
  const store = createTileStore(width, height);
  store.tiles.forEach((_tile, index) => {
    store.tiles[index] = tileOfPlane(store, index, plane);
  });
  return store;
}

function perform(store: TileStore, ...operations: Operation[]): Uint8Array {
  for (const operation of operations)
    for (const [index, tile] of tilesAfter(store, operation)) store.tiles[index] = tile;
  return readCoverage(store);
}

const points = fc.record({
  x: fc.double({ min: -60, max: WIDTH + 60, noNaN: true }),
  y: fc.double({ min: -60, max: HEIGHT + 60, noNaN: true }),
});
const planes = fc
  .array(
    fc.tuple(fc.nat(WIDTH - 1), fc.nat(HEIGHT - 1), fc.integer({ min: 1, max: 90 }), fc.integer({ min: 0, max: 255 })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((boxes) => {
    const plane = new Uint8Array(WIDTH * HEIGHT);
    for (const [left, top, side, value] of boxes)
      for (let y = top; y < Math.min(HEIGHT, top + side); y++)
        plane.fill(value, y * WIDTH + left, y * WIDTH + Math.min(WIDTH, left + side));
    return plane;
  });

/** The largest value within a radius, computed pixel by pixel. */
function naiveGrow(plane: Uint8Array, radius: number, x: number, y: number): number {
  let most = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      const [px, py] = [x + dx, y + dy];
      if (dx * dx + dy * dy > radius * radius || px < 0 || py < 0 || px >= WIDTH || py >= HEIGHT) continue;
      most = Math.max(most, plane[py * WIDTH + px] ?? 0);
    }
  }
  return most;
}

describe('shapes', () => {
  test('a rectangle covers each pixel by the share of its area inside', () => {
    fc.assert(
      fc.property(points, points, (from, to) => {
        const outline = rectangleOutline({ from, to });
        const coverage = perform(createTileStore(WIDTH, HEIGHT), { type: 'shape', outline, mode: 'paint' });
        const overlap = (low: number, high: number, at: number): number =>
          Math.max(0, Math.min(high, at + 1) - Math.max(low, at));
        let worst = 0;
        for (let at = 0; at < coverage.length; at += 7) {
          const across = overlap(Math.min(from.x, to.x), Math.max(from.x, to.x), at % WIDTH);
          const down = overlap(Math.min(from.y, to.y), Math.max(from.y, to.y), Math.floor(at / WIDTH));
          worst = Math.max(worst, Math.abs((coverage[at] ?? 0) - 255 * across * down));
        }
        expect(worst).toBeLessThanOrEqual(1.01);
      }),
      { numRuns: runs(30) },
    );
  });

  test('an ellipse has the area of an ellipse, full inside, nothing outside, smooth between', () => {
    const box = { from: { x: 40.3, y: 30.7 }, to: { x: 300.9, y: 250.2 } };
    const coverage = perform(createTileStore(WIDTH, HEIGHT), {
      type: 'shape',
      outline: ellipseOutline(box),
      mode: 'paint',
    });
    const [radiusX, radiusY] = [(300.9 - 40.3) / 2, (250.2 - 30.7) / 2];
    const area = coverage.reduce((sum, value) => sum + value, 0) / 255;
    expect(Math.abs(area - Math.PI * radiusX * radiusY)).toBeLessThan(2);
    const wrong = coverage.filter((value, at) => {
      const dx = ((at % WIDTH) + 0.5 - (40.3 + radiusX)) / radiusX;
      const dy = (Math.floor(at / WIDTH) + 0.5 - (30.7 + radiusY)) / radiusY;
      const distance = Math.hypot(dx, dy);
      return (distance < 1 - 1 / radiusY && value !== 255) || (distance > 1 + 1 / radiusY && value !== 0);
    });
    expect(wrong.length).toBe(0);
    expect(coverage.filter((value) => value > 0 && value < 255).length).toBeGreaterThan(400);
  });

  test('an edge that deviates from the vertical by less than numbers can divide covers nothing beside it', () => {
    const outline = [
      { x: 11, y: 0 },
      { x: 0, y: 0 },
      { x: 0, y: 2.6428571428571432 },
      { x: -9e-323, y: 0 },
    ];
    const coverage = perform(createTileStore(WIDTH, HEIGHT), { type: 'shape', outline, mode: 'paint' });
    expect(coverage.every((value) => value === 0)).toBe(true);
  });

  test('any polygon covers its inside, and subtracts what it added', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 3, maxLength: 7 }), (outline) => {
        const store = createTileStore(WIDTH, HEIGHT);
        const coverage = perform(store, { type: 'shape', outline, mode: 'paint' });
        let wrong = 0;
        for (let at = 0; at < coverage.length; at += 11) {
          const [x, y] = [(at % WIDTH) + 0.5, Math.floor(at / WIDTH) + 0.5];
          const { winding, nearestPx } = judge(outline, x, y);
          if (nearestPx > 1 && coverage[at] !== (winding === 0 ? 0 : 255)) wrong += 1;
        }
        expect(wrong).toBe(0);
        expect(perform(store, { type: 'shape', outline, mode: 'erase' }).every((value) => value === 0)).toBe(true);
      }),
      { numRuns: runs(40) },
    );
  });
});

describe('refining', () => {
  test('growing takes the largest value within the radius, at most one level less, across tiles', () => {
    fc.assert(
      fc.property(planes, fc.integer({ min: 1, max: 9 }), (plane, radiusPx) => {
        const grown = perform(rasterOf(plane), { type: 'grow', radiusPx });
        for (let at = 0; at < plane.length; at += 137) {
          const most = naiveGrow(plane, radiusPx, at % WIDTH, Math.floor(at / WIDTH));
          expect(grown[at]).toBeLessThanOrEqual(most);
          expect(grown[at]).toBeGreaterThanOrEqual(Math.max(plane[at] ?? 0, most - 31));
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test('growing and then shrinking leaves a convex shape unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.boolean(), (radiusPx, isRound) => {
        const box = { from: { x: 90, y: 80 }, to: { x: 243, y: 207 } };
        const outline = isRound ? ellipseOutline(box) : rectangleOutline(box);
        const store = createTileStore(WIDTH, HEIGHT);
        const before = perform(store, { type: 'shape', outline, mode: 'paint' });
        const after = perform(store, { type: 'grow', radiusPx }, { type: 'shrink', radiusPx });
        const wrong = before.filter((value, at) => value < 128 !== (after[at] ?? 0) < 128).length;
        // A disc of whole pixels rounds a corner, or misses an edge pixel, here and there.
        expect(wrong).toBeLessThanOrEqual(isRound ? 40 : 0);
      }),
      { numRuns: runs(20) },
    );
  });

  test('feathering reaches as far as its radius and no farther, and keeps the sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), (radiusPx) => {
        const store = createTileStore(WIDTH, HEIGHT);
        const outline = rectangleOutline({ from: { x: 100, y: 90 }, to: { x: 240, y: 200 } });
        const before = perform(store, { type: 'shape', outline, mode: 'paint' });
        const after = perform(store, { type: 'feather', radiusPx });
        const wrong = after.filter((value, at) => {
          const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
          const outside = Math.max(100 - x, x - 239, 90 - y, y - 199);
          return (outside > radiusPx && value !== 0) || (outside <= -radiusPx && value !== 255);
        });
        expect(wrong.length).toBe(0);
        const sum = (plane: Uint8Array): number => plane.reduce((all, value) => all + value, 0);
        expect(Math.abs(sum(after) / sum(before) - 1)).toBeLessThan(0.01);
      }),
      { numRuns: runs(12) },
    );
  });

  test('smoothing takes the median of the surroundings: straight edges and greys stay, specks disappear', () => {
    fc.assert(
      fc.property(planes, fc.integer({ min: 1, max: 5 }), (plane, radiusPx) => {
        const smooth = perform(rasterOf(plane), { type: 'smooth', radiusPx });
        for (let at = 0; at < plane.length; at += 211) {
          const around: number[] = [];
          for (let dy = -radiusPx; dy <= radiusPx; dy++) {
            for (let dx = -radiusPx; dx <= radiusPx; dx++) {
              const x = Math.min(WIDTH - 1, Math.max(0, (at % WIDTH) + dx));
              const y = Math.min(HEIGHT - 1, Math.max(0, Math.floor(at / WIDTH) + dy));
              around.push(plane[y * WIDTH + x] ?? 0);
            }
          }
          around.sort((a, b) => a - b);
          expect(smooth[at]).toBe(around[(around.length - 1) / 2]);
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test('inverting twice restores the mask, and clearing empties a full one', () => {
    fc.assert(
      fc.property(planes, (plane) => {
        expect(perform(rasterOf(plane), { type: 'invert' })).toEqual(plane.map((value) => 255 - value));
        expect(perform(rasterOf(plane), { type: 'invert' }, { type: 'invert' })).toEqual(plane);
        expect(perform(rasterOf(plane), { type: 'selectAll' }).every((value) => value === 255)).toBe(true);
        expect(perform(rasterOf(plane), { type: 'selectAll' }, { type: 'clear' }).every((value) => value === 0)).toBe(
          true,
        );
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('filling holes', () => {
  const ring = (store: TileStore, gap: boolean): void => {
    perform(
      store,
      { type: 'shape', outline: ellipseOutline({ from: { x: 50, y: 40 }, to: { x: 290, y: 260 } }), mode: 'paint' },
      { type: 'shape', outline: ellipseOutline({ from: { x: 80, y: 70 }, to: { x: 260, y: 230 } }), mode: 'erase' },
    );
    if (gap)
      perform(store, {
        type: 'shape',
        outline: rectangleOutline({ from: { x: 0, y: 148 }, to: { x: 160, y: 152 } }),
        mode: 'erase',
      });
  };

  test('fills an enclosed area without a seam, and keeps the soft edge outside', () => {
    const store = createTileStore(WIDTH, HEIGHT);
    ring(store, false);
    const after = perform(store, { type: 'fillHoles' });
    const whole = createTileStore(WIDTH, HEIGHT);
    const outline = ellipseOutline({ from: { x: 50, y: 40 }, to: { x: 290, y: 260 } });
    expect(Buffer.compare(after, perform(whole, { type: 'shape', outline, mode: 'paint' }))).toBe(0);
  });

  test('does nothing where a path leads out, or where only the picture’s edge closes the shape', () => {
    const store = createTileStore(WIDTH, HEIGHT);
    ring(store, true);
    const before = readCoverage(store);
    expect(Buffer.compare(perform(store, { type: 'fillHoles' }), before)).toBe(0);
    expect(pixelAt(store, 170, 150)).toBe(0);
  });
});

/** The winding number of an outline around a point, and the distance from the point to its nearest edge. */
function judge(outline: readonly { x: number; y: number }[], x: number, y: number) {
  let winding = 0;
  let nearestPx = Number.POSITIVE_INFINITY;
  outline.forEach((b, i) => {
    const a = outline.at(i - 1) ?? b;
    const side = (b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y);
    if (a.y <= y && b.y > y && side > 0) winding += 1;
    if (a.y > y && b.y <= y && side < 0) winding -= 1;
    const t = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / Math.max(1e-9, (b.x - a.x) ** 2 + (b.y - a.y) ** 2);
    const on = Math.min(1, Math.max(0, t));
    nearestPx = Math.min(nearestPx, Math.hypot(x - a.x - on * (b.x - a.x), y - a.y - on * (b.y - a.y)));
  });
  return { winding, nearestPx };
}

test('a mask shrinks at its own edges, also along the edges of tiles, and not at the picture’s edge', () => {
  const [width, height] = [3 * 256, 256];
  const plane = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) plane.fill(255, y * width, y * width + 512);
  const shrunk = perform(rasterOf(plane, width, height), { type: 'shrink', radiusPx: 10 });
  const row = shrunk.subarray(128 * width, 129 * width);
  expect([row[0], row[501], row[502], row[511], row[512]]).toEqual([255, 255, 0, 0, 0]);
});
