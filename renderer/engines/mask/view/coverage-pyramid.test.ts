import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { type DirtyTiles, markRect } from '../raster/dirty-tiles.ts';
import { createTileStore, fillRect, pixelAt, type Rect, type TileStore } from '../raster/tiles.ts';
import { createCoveragePyramid } from './coverage-pyramid.ts';

const rects = fc
  .tuple(
    fc.nat({ max: 1100 }),
    fc.nat({ max: 700 }),
    fc.integer({ min: 1, max: 600 }),
    fc.integer({ min: 1, max: 600 }),
  )
  .map(([left, top, width, height]): Rect => ({ left, top, right: left + width, bottom: top + height }));
const changes = fc.array(
  fc.record({ rect: rects, value: fc.constantFrom(0, 1, 200, 255), level: fc.integer({ min: 0, max: 5 }) }),
  { minLength: 1, maxLength: 8 },
);

/** The strongest of the pixels that one pixel of a level represents. */
function strongestBelow(store: TileStore, level: number, x: number, y: number): number {
  const side = 2 ** level;
  let strongest = 0;
  for (let dy = 0; dy < side; dy++)
    for (let dx = 0; dx < side; dx++) strongest = Math.max(strongest, pixelAt(store, x * side + dx, y * side + dy));
  return strongest;
}

test('every level shows the strongest pixel below, up to date on every call', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 1, max: 700 }), changes, (width, height, list) => {
      const base = createTileStore(width, height);
      const pyramid = createCoveragePyramid(base);
      for (const { rect, value, level } of list) {
        fillRect(base, rect, value);
        const dirty: DirtyTiles = new Map();
        markRect(dirty, base, rect);
        pyramid.mark(dirty);
        const shown = pyramid.level(level);
        expect([shown.widthPx, shown.heightPx]).toEqual([
          Math.ceil(width / 2 ** level),
          Math.ceil(height / 2 ** level),
        ]);
        for (let i = 0; i < 200; i++) {
          const x = (i * 7919) % shown.widthPx;
          const y = (i * 104_729) % shown.heightPx;
          expect(pixelAt(shown, x, y)).toBe(strongestBelow(base, level, x, y));
        }
      }
    }),
    { numRuns: runs(40) },
  );
});
