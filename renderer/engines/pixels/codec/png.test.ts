import { crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../../../shared/images/headers/crc32.ts';
import { runs } from '../../../../tests/support/runs.ts';
import { createCheckpoint } from '../checkpoint.ts';
import { hasOnlyOpaque, type Pixels, rowsOf } from '../pixels.ts';
import { encodePng, maskRows } from './png.ts';
import { decodePng, isPlainAlphaPng } from './png-decode.ts';

const side = fc.integer({ min: 1, max: 40 });
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const pixels: fc.Arbitrary<Pixels> = fc.tuple(side, side, fc.boolean()).chain(([width, height, isOpaque]) =>
  bytes(4 * width * height).map((values) => {
    const data = new Uint8ClampedArray(values);
    if (isOpaque) for (let i = 3; i < data.length; i += 4) data[i] = 255;
    return { data, width, height, isOpaque: hasOnlyOpaque(data) };
  }),
);
const coverage = fc
  .tuple(side, side)
  .chain(([width, height]) => bytes(width * height).map((values) => ({ data: new Uint8Array(values), width, height })));
const raw = (file: Uint8Array) => sharp(file).raw().toBuffer({ resolveWithObject: true });

describe('crc32', () => {
  it('agrees with zlib, in one piece or two', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), (input, cut) => {
        expect(crc32(0, input)).toBe(nodeCrc32(input));
        expect(crc32(crc32(0, input.subarray(0, cut)), input.subarray(cut))).toBe(nodeCrc32(input));
      }),
    );
  });
});

describe('encodePng', () => {
  it('writes files that another decoder reads back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(pixels, async (input) => {
        const file = await encodePng(rowsOf(input));
        const channels = input.isOpaque ? 3 : 4;
        expect((await raw(file)).info).toMatchObject({ width: input.width, height: input.height, channels });
        expect(new Uint8Array(await sharp(file).ensureAlpha().raw().toBuffer())).toEqual(new Uint8Array(input.data));
      }),
    );
  });

  it('writes masks as relays read them, soft or hard', async () => {
    await fc.assert(
      fc.asyncProperty(coverage, async (input) => {
        for (const isSoft of [true, false]) {
          const { data } = await raw(await encodePng(maskRows(input, isSoft)));
          const alpha = data.filter((_, i) => i % 4 === 3);
          expect([...alpha]).toEqual([...input.data].map((c) => (isSoft ? 255 - c : c > 0 ? 0 : 255)));
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    stop.abort(new Error('aborted'));
    const rows = { width: 10, height: 10, isOpaque: false, readRow: () => undefined };
    await expect(encodePng(rows, createCheckpoint(stop.signal))).rejects.toThrow('aborted');
  });
});

describe('decodePng', () => {
  it('reads its own files and those of others exactly, with every row filter', async () => {
    await fc.assert(
      fc.asyncProperty(pixels, fc.boolean(), async (input, isGray) => {
        const { width, height } = input;
        const own = await encodePng(rowsOf({ ...input, isOpaque: false }));
        expect((await decodePng(own)).data).toEqual(input.data);
        const picture = sharp(input.data, { raw: { width, height, channels: 4 } });
        const other = await (isGray ? picture.toColourspace('b-w') : picture)
          .png({ adaptiveFiltering: true })
          .toBuffer();
        const file = new Uint8Array(other);
        if (!isPlainAlphaPng(file)) return;
        const expected = await sharp(other).toColourspace('srgb').raw().toBuffer();
        expect(new Uint8Array((await decodePng(file)).data)).toEqual(new Uint8Array(expected));
      }),
    );
  });

  it('fails on a truncated or damaged file, and never hangs', async () => {
    const data = Uint8ClampedArray.from({ length: 4 * 30 * 30 }, (_, i) => (i * 7919) >> 3);
    const file = await encodePng(rowsOf({ data, width: 30, height: 30, isOpaque: false }));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: file.length - 20 }), async (cut) => {
        await expect(decodePng(file.slice(0, cut))).rejects.toThrow();
      }),
      { numRuns: runs(30) },
    );
  });
});
