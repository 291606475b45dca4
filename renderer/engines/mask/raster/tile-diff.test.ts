import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { applyDiff, diffSizeBytes, diffTiles } from './tile-diff.ts';
import { TILE_BYTES, type Tile } from './tiles.ts';

/** Tiles of runs and of noise, as in typical masks and in the worst case. */
const bytes = fc
  .array(
    fc.record({
      length: fc.integer({ min: 1, max: 40_000 }),
      value: fc.integer({ min: 0, max: 255 }),
      isNoise: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((runs): Tile => {
    const tile = new Uint8Array(TILE_BYTES);
    let at = 0;
    let seed = 1;
    for (const { length, value, isNoise } of runs) {
      for (const end = Math.min(TILE_BYTES, at + length); at < end; at++) {
        seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
        tile[at] = isNoise ? seed >> 16 : value;
      }
    }
    return tile;
  });
const tiles = fc.oneof(
  fc.integer({ min: 0, max: 255 }).map((value): Tile => value),
  bytes,
);

function expanded(tile: Tile): Uint8Array {
  return typeof tile === 'number' ? new Uint8Array(TILE_BYTES).fill(tile) : tile.slice();
}

describe('a difference of tiles', () => {
  test('converts either tile into the other, and is never larger than a tile', () => {
    fc.assert(
      fc.property(tiles, tiles, (a, b) => {
        const diff = diffTiles(a, b);
        expect(diffSizeBytes(diff)).toBeLessThanOrEqual(TILE_BYTES);
        const there = applyDiff(typeof a === 'number' ? a : a.slice(), diff);
        expect(Buffer.compare(expanded(there), expanded(b))).toBe(0);
        const back = applyDiff(there, diff);
        expect(Buffer.compare(expanded(back), expanded(a))).toBe(0);
      }),
      { numRuns: runs(80) },
    );
  });

  test('takes no bytes if all pixels change alike, and few if few change', () => {
    expect(diffTiles(new Uint8Array(TILE_BYTES).fill(7), 7)).toBe(0);
    expect(diffTiles(0, 255)).toBe(255);
    const noise = Uint8Array.from({ length: TILE_BYTES }, (_none, i) => (i * 7919) >> 3);
    const changed = noise.slice();
    changed[5000] = 1;
    expect(diffSizeBytes(diffTiles(noise, changed))).toBeLessThan(32);
  });
});
