import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { readStructure, type Structure } from './structure.ts';
import type { PictureFormat } from './types.ts';

const noise = () => {
  const data = Buffer.alloc(90 * 60 * 3);
  for (let at = 0; at < data.length; at++) data[at] = (at * 7919 + (at >> 5) * 31) & 255;
  return sharp(data, { raw: { width: 90, height: 60, channels: 3 } });
};

/** An uncompressed BMP of 24 bits. */
function bmpOf(width: number, height: number): Buffer {
  const rowBytes = 4 * Math.ceil((3 * width) / 4);
  const file = Buffer.alloc(54 + rowBytes * height, 99);
  file.write('BM', 0, 'latin1');
  file.fill(0, 6, 54);
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(24, 28);
  return file;
}

const MAKERS: Readonly<Record<string, readonly [PictureFormat, () => Promise<Buffer>]>> = {
  'a PNG': ['png', () => noise().png().toBuffer()],
  'a baseline JPEG': ['jpeg', () => noise().jpeg().toBuffer()],
  'a progressive JPEG with metadata': [
    'jpeg',
    () =>
      noise()
        .jpeg({ progressive: true })
        .withExif({ IFD0: { Copyright: 'x'.repeat(300) } })
        .toBuffer(),
  ],
  'a lossy WebP': ['webp', () => noise().webp().toBuffer()],
  'a lossless WebP with EXIF': [
    'webp',
    () => noise().webp({ lossless: true }).withMetadata({ orientation: 6 }).toBuffer(),
  ],
  'a GIF': ['gif', () => noise().gif().toBuffer()],
  'a BMP': ['bmp', async () => bmpOf(31, 20)],
  'an AVIF': ['avif', () => noise().avif({ effort: 0 }).toBuffer()],
};

/** Reads the structure of bytes; every reading is at most as long as asked for. */
function structureOf(format: PictureFormat, bytes: Uint8Array): Promise<Structure> {
  return readStructure(format, {
    sizeBytes: bytes.length,
    read: async (at, count) => bytes.subarray(at, at + count),
  });
}

for (const [name, [format, make]] of Object.entries(MAKERS)) {
  describe(name, () => {
    let file: Buffer = Buffer.alloc(0);
    beforeAll(async () => {
      file = await make();
    });

    it('is not cut, whatever follows it', async () => {
      expect((await structureOf(format, file)).isCut).toBe(false);
      if (format !== 'avif')
        expect((await structureOf(format, Buffer.concat([file, Buffer.from('<p>')]))).isCut).toBe(false);
    });

    it('is cut wherever it ends early', async () => {
      // The outermost boxes of an AVIF before the pixels may be its last ones.
      const first = format === 'avif' ? file.indexOf('mdat') + 4 : 30;
      // The last byte of a WebP may be padding.
      const last = file.length - (format === 'webp' ? 2 : 1);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: first, max: last }), async (end) => {
          expect((await structureOf(format, file.subarray(0, end))).isCut).toBe(true);
        }),
        { numRuns: runs(60) },
      );
    });

    it('never fails, whatever its bytes are', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(file.length - 1), fc.uint8Array({ maxLength: 40 }), async (at, bytes) => {
          const changed = Buffer.from(file);
          changed.set(bytes.subarray(0, file.length - at), at);
          expect(typeof (await structureOf(format, changed)).isCut).toBe('boolean');
        }),
        { numRuns: runs(60) },
      );
    });
  });
}

it('finds the orientation that stands after the pixels', async () => {
  const webp = await noise().webp({ lossless: true }).withMetadata({ orientation: 6 }).toBuffer();
  expect(await structureOf('webp', webp)).toEqual({ isCut: false, orientation: 6 });
  const png = await noise().png().toBuffer();
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010008000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from([0, 0, 0, tiff.length]), Buffer.from('eXIf'), tiff, Buffer.alloc(4)]);
  const turned = Buffer.concat([png.subarray(0, -12), exif, png.subarray(-12)]);
  expect(await structureOf('png', turned)).toEqual({ isCut: false, orientation: 8 });
});

const MANY_PARTS: Readonly<Record<string, readonly [PictureFormat, head: string, part: string]>> = {
  'GIF of empty extensions': ['gif', 'GIF89a\n\0\n\0\0\0\0', '\x21\xf9\0'],
  'GIF of blocks of one byte': ['gif', 'GIF89a\n\0\n\0\0\0\0\x21\xfe', '\x01\x01'],
  'JPEG of padding': ['jpeg', '\xff\xd8', '\xff'],
  'JPEG of markers': ['jpeg', '\xff\xd8', '\xff\x01'],
  'JPEG of FF and others in turn': ['jpeg', '\xff\xd8', '\xff\0A'],
  'PNG of empty chunks': ['png', '\x89PNG\r\n\x1a\n', '\0\0\0\0eXIf\0\0\0\0'],
  'WebP of empty chunks': ['webp', 'RIFF\xff\xff\xff\x7fWEBP', 'EXIF\0\0\0\0'],
  'AVIF of empty boxes': ['avif', '\0\0\0\x14ftypavif\0\0\0\0avif', '\0\0\0\x08free'],
};

it.each(Object.entries(MANY_PARTS))(
  'a %s is read once, and waits for nothing else',
  async (_, [format, head, part]) => {
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(1_000_000, part, 'latin1')]);
    let readings = 0;
    let readBytes = 0;
    const read = async (at: number, count: number) => {
      readings++;
      const found = bytes.subarray(at, at + count);
      readBytes += found.length;
      return found;
    };
    let isOver = false;
    const following = readStructure(format, { sizeBytes: bytes.length, read }).then(() => {
      isOver = true;
    });
    // A turn for each part would be hundreds of thousands.
    for (let turn = 0; turn < 200 && !isOver; turn++) await null;
    expect({ isOver, isFew: readings < 30, isOnce: readBytes < 1.1 * bytes.length }).toEqual({
      isOver: true,
      isFew: true,
      isOnce: true,
    });
    await following;
  },
);

it('a file that became shorter meanwhile is cut', async () => {
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'bmp', 'avif'] as const)
    expect(
      typeof (await readStructure(format, { sizeBytes: 300_000, read: async () => new Uint8Array() })).isCut,
      format,
    ).toBe('boolean');
});
