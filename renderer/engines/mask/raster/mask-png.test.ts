import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { encodeMaskPng } from './mask-png.ts';
import { createRunDeflater } from './rle-deflate.ts';
import { createTileStore, fillRect, readCoverage, writableTile } from './tiles.ts';

test('a stream of runs and bytes decompresses to the same data', () => {
  const parts = fc.array(
    fc.oneof(
      fc.record({
        value: fc.nat(255),
        count: fc.oneof(fc.nat(12), fc.integer({ min: 250, max: 530 }), fc.constant(70_000)),
      }),
      fc.uint8Array({ maxLength: 40 }),
      fc.uint8Array({ maxLength: 60, max: 1 }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (list) => {
      const deflater = createRunDeflater();
      const expected = list.map((part) => {
        if (part instanceof Uint8Array) deflater.bytes(part, 0, part.length);
        else deflater.run(part.value, part.count);
        return part instanceof Uint8Array ? part : new Uint8Array(part.count).fill(part.value);
      });
      expect(Buffer.compare(inflateSync(deflater.finish()), Buffer.concat(expected))).toBe(0);
    }),
    { numRuns: runs(200) },
  );
});

test('another decoder reads the same pixels from the file', async () => {
  const store = createTileStore(700, 300);
  fillRect(store, { left: 20, top: 30, right: 600, bottom: 280 }, 255);
  writableTile(store, 1).forEach((_value, at, bytes) => {
    bytes[at] = (at * 7) >> 3;
  });
  const { data, info } = await sharp(encodeMaskPng(store))
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([700, 300, 1]);
  expect(Buffer.compare(data, readCoverage(store))).toBe(0);
});

test('an empty mask of a large picture takes almost no bytes', () => {
  expect(encodeMaskPng(createTileStore(7680, 4320)).length).toBeLessThan(250_000);
});
