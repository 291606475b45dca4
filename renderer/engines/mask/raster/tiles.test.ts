import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { boundsOf } from '../../pixels/mask-bounds.ts';
import { type DirtyTiles, markRect } from './dirty-tiles.ts';
import {
  collapseTile,
  coveredInTile,
  createTileStore,
  fillRect,
  forEachTileIn,
  pixelAt,
  type Rect,
  readCoverage,
  tileOfPlane,
} from './tiles.ts';

const sides = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 250, max: 530 }));
const rects = fc
  .tuple(
    fc.integer({ min: -20, max: 540 }),
    fc.integer({ min: -20, max: 540 }),
    fc.integer({ min: 0, max: 300 }),
    fc.integer({ min: 0, max: 300 }),
  )
  .map(([left, top, width, height]): Rect => ({ left, top, right: left + width, bottom: top + height }));
const fills = fc.array(fc.tuple(rects, fc.integer({ min: 0, max: 255 })), { maxLength: 8 });

/** The same rectangles filled in a plain plane. */
function planeOf(width: number, height: number, list: readonly (readonly [Rect, number])[]): Uint8Array {
  const plane = new Uint8Array(width * height);
  for (const [rect, value] of list) {
    for (let y = Math.max(0, rect.top); y < Math.min(height, rect.bottom); y++) {
      const left = Math.max(0, rect.left);
      const right = Math.min(width, rect.right);
      if (left < right) plane.fill(value, y * width + left, y * width + right);
    }
  }
  return plane;
}

describe('a tile store', () => {
  test('holds the same as a plain plane, whole and pixel by pixel', () => {
    fc.assert(
      fc.property(sides, sides, fills, fc.nat(), (width, height, list, pick) => {
        const store = createTileStore(width, height);
        for (const [rect, value] of list) fillRect(store, rect, value);
        store.tiles.forEach((_tile, index) => {
          collapseTile(store, index);
        });
        const plane = planeOf(width, height, list);
        expect(Buffer.compare(readCoverage(store), plane)).toBe(0);
        const at = pick % plane.length;
        expect(pixelAt(store, at % width, Math.floor(at / width))).toBe(plane[at]);
        const covered = store.tiles.map((_tile, index) => coveredInTile(store, index));
        expect(covered.reduce((sum, { count }) => sum + count, 0)).toBe(
          plane.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0),
        );
        const bounds = covered.flatMap((one) => one.bounds ?? []);
        const expected = boundsOf({ data: new Uint8Array(plane), width, height });
        const around = {
          left: Math.min(...bounds.map(({ left }) => left)),
          top: Math.min(...bounds.map(({ top }) => top)),
          right: Math.max(...bounds.map(({ right }) => right)),
          bottom: Math.max(...bounds.map(({ bottom }) => bottom)),
        };
        expect(bounds.length === 0 ? undefined : around).toEqual(expected);
      }),
      { numRuns: runs(60) },
    );
  });

  test('is restored from its plane', () => {
    fc.assert(
      fc.property(sides, sides, fills, (width, height, list) => {
        const plane = planeOf(width, height, list);
        const store = createTileStore(width, height);
        store.tiles.forEach((_tile, index) => {
          store.tiles[index] = tileOfPlane(store, index, plane);
        });
        expect(Buffer.compare(readCoverage(store), plane)).toBe(0);
      }),
      { numRuns: runs(60) },
    );
  });

  test('keeps whole tiles of one value without bytes', () => {
    const store = createTileStore(16_384, 16_384);
    fillRect(store, { left: 0, top: 0, right: 16_384, bottom: 16_384 }, 255);
    expect(store.tiles.every((tile) => tile === 255)).toBe(true);
  });

  test('visits every pixel of a rectangle in the picture once', () => {
    fc.assert(
      fc.property(sides, sides, rects, (width, height, rect) => {
        const store = createTileStore(width, height);
        let area = 0;
        forEachTileIn(store, rect, (_index, part) => {
          area += (part.right - part.left) * (part.bottom - part.top);
        });
        expect(area).toBe(planeOf(width, height, [[rect, 1]]).reduce((sum, value) => sum + value, 0));
      }),
      { numRuns: runs(60) },
    );
  });

  test('has no pixels outside the picture', () => {
    const store = createTileStore(10, 10);
    fillRect(store, { left: -5, top: -5, right: 50, bottom: 50 }, 9);
    expect([pixelAt(store, -1, 0), pixelAt(store, 10, 0), pixelAt(store, 0, 10), pixelAt(store, 9, 9)]).toEqual([
      0, 0, 0, 9,
    ]);
  });
});

test('dirty tiles cover what was marked', () => {
  fc.assert(
    fc.property(sides, sides, fc.array(rects, { maxLength: 6 }), (width, height, list) => {
      const store = createTileStore(width, height);
      const dirty: DirtyTiles = new Map();
      for (const rect of list) markRect(dirty, store, rect);
      for (const rect of list) fillRect(store, rect, 1);
      for (const part of dirty.values()) fillRect(store, part, 0);
      expect(readCoverage(store).every((value) => value === 0)).toBe(true);
    }),
    { numRuns: runs(60) },
  );
});
