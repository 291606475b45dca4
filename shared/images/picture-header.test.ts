import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { redundantColours } from './headers/png.ts';
import type { PictureHeader } from './headers/types.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { HEADER_BYTES, importProblem, readPictureHeader, uprightSize } from './picture-header.ts';

const WIDTH = 37;
const HEIGHT = 23;

/** A picture of pseudo-random noise. */
function noise(channels: 3 | 4 = 3, pages = 1) {
  const data = Uint8Array.from({ length: WIDTH * HEIGHT * pages * channels }, (_, i) => (i * 7919) >> 3);
  return sharp(data, {
    raw: { width: WIDTH, height: HEIGHT * pages, channels, ...(pages > 1 && { pageHeight: HEIGHT }) },
  });
}

function bmp(bitsPerPixel: number, height: number): Uint8Array {
  const file = new Uint8Array(54 + 4 * WIDTH * HEIGHT);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d]);
  view.setUint32(2, file.length, true);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, WIDTH, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bitsPerPixel, true);
  return file;
}

/** Inserts a chunk after IHDR; its checksum is not checked. */
function withChunk(png: Uint8Array, type: string, data: readonly number[]): Uint8Array {
  const chunk = [0, 0, 0, data.length, ...new TextEncoder().encode(type), ...data, 0, 0, 0, 0];
  return new Uint8Array([...png.subarray(0, 33), ...chunk, ...png.subarray(33)]);
}

const SAMPLES: [string, () => Promise<Uint8Array>, Partial<PictureHeader>][] = [
  ['png', () => noise().png().toBuffer(), { format: 'png', hasAlpha: false, components: 3, bitDepth: 8 }],
  ['png with alpha', () => noise(4).png().toBuffer(), { format: 'png', hasAlpha: true, components: 4 }],
  ['png of 16 bits', () => noise().toColourspace('rgb16').png().toBuffer(), { format: 'png', bitDepth: 16 }],
  ['gray png', () => noise().grayscale().toColourspace('b-w').png().toBuffer(), { format: 'png', components: 1 }],
  ['palette png', () => noise(4).png({ palette: true }).toBuffer(), { format: 'png', components: 3, hasAlpha: true }],
  ['png with profile', () => noise().withIccProfile('p3').png().toBuffer(), { format: 'png', hasProfile: true }],
  ['jpeg', () => noise().jpeg().toBuffer(), { format: 'jpeg', hasAlpha: false, components: 3, hasProfile: false }],
  ['progressive jpeg', () => noise().jpeg({ progressive: true }).toBuffer(), { format: 'jpeg', isDecodable: true }],
  ['CMYK jpeg', () => noise().toColourspace('cmyk').jpeg().toBuffer(), { format: 'jpeg', components: 4 }],
  ['jpeg with profile', () => noise().withIccProfile('p3').jpeg().toBuffer(), { format: 'jpeg', hasProfile: true }],
  ['jpeg with sRGB', () => noise().withIccProfile('srgb').jpeg().toBuffer(), { format: 'jpeg', hasProfile: false }],
  ['webp with sRGB', () => noise().withIccProfile('srgb').webp().toBuffer(), { format: 'webp', hasProfile: false }],
  ['webp with profile', () => noise().withIccProfile('p3').webp().toBuffer(), { format: 'webp', hasProfile: true }],
  ['webp', () => noise().webp().toBuffer(), { format: 'webp', hasAlpha: false, isAnimated: false }],
  ['lossless webp', () => noise(4).webp({ lossless: true }).toBuffer(), { format: 'webp', hasAlpha: true }],
  ['animated webp', () => noise(4, 3).webp().toBuffer(), { format: 'webp', isAnimated: true }],
  ['gif', () => noise().gif().toBuffer(), { format: 'gif', isAnimated: false }],
  ['animated gif', () => noise(4, 3).gif().toBuffer(), { format: 'gif', isAnimated: true }],
  ['avif', () => noise().avif().toBuffer(), { format: 'avif', hasAlpha: false, components: 3, bitDepth: 8 }],
  ['avif with alpha', () => noise(4).avif().toBuffer(), { format: 'avif', hasAlpha: true }],
  ['avif of 10 bits', () => noise().avif({ bitdepth: 10 }).toBuffer(), { format: 'avif', bitDepth: 10 }],
  ['bmp', async () => bmp(24, HEIGHT), { format: 'bmp', hasAlpha: false, components: 3 }],
  ['bmp with rows downwards', async () => bmp(32, -HEIGHT), { format: 'bmp', components: 4 }],
];

const SRGB_CHRM = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000];
const ADOBE_CHRM = [31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000];

describe('readPictureHeader', () => {
  it.each(SAMPLES)('reads a %s', async (_name, make, facts) => {
    const bytes = await make();
    const header = readPictureHeader(bytes.subarray(0, HEADER_BYTES));
    expect(header).toMatchObject({ widthPx: WIDTH, heightPx: HEIGHT, orientation: 1, ...facts });
    expect(importProblem(header, bytes.length, bytes)).toBeUndefined();
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads EXIF orientation %i', async (orientation) => {
    const made = await Promise.all(
      [noise().jpeg(), noise().webp(), noise().png()].map((file) => file.withMetadata({ orientation }).toBuffer()),
    );
    for (const bytes of made) {
      const header = readPictureHeader(bytes);
      expect(header?.orientation).toBe(orientation);
      const swapped = { width: HEIGHT, height: WIDTH };
      expect(header && uprightSize(header)).toEqual(orientation >= 5 ? swapped : { width: WIDTH, height: HEIGHT });
    }
  });

  it('finds the sides of a JPEG after a large profile', async () => {
    const plain = new Uint8Array(await noise().jpeg().toBuffer());
    const filler = new Uint8Array(60_002).fill(7);
    filler.set([0xff, 0xe2, 60_000 >> 8, 60_000 & 255]);
    const bytes = new Uint8Array([...plain.subarray(0, 2), ...filler, ...filler, ...plain.subarray(2)]);
    expect(readPictureHeader(bytes)).toMatchObject({ widthPx: WIDTH, heightPx: HEIGHT });
    expect(readPictureHeader(bytes.subarray(0, HEADER_BYTES))).toBeUndefined();
  });

  it('detects an animated PNG and gammas other than sRGB', async () => {
    const png = await noise().png().toBuffer();
    expect(readPictureHeader(withChunk(png, 'acTL', [0, 0, 0, 2, 0, 0, 0, 0]))?.isAnimated).toBe(true);
    const linear = withChunk(png, 'gAMA', [0, 1, 0x86, 0xa0]);
    expect(readPictureHeader(linear)?.hasProfile).toBe(true);
    expect(readPictureHeader(withChunk(linear, 'sRGB', [0]))?.hasProfile).toBe(false);
    expect(readPictureHeader(withChunk(png, 'gAMA', [0, 0, 0xb1, 0x8f]))?.hasProfile).toBe(false);
  });

  it.each([
    ['gAMA of sRGB, in every rounding', { gAMA: [45_455] }, true],
    ['gAMA rounded down', { gAMA: [45_454] }, true],
    ['gAMA rounded to four digits', { gAMA: [45_450] }, true],
    ['gAMA 0.45', { gAMA: [45_000] }, true],
    ['cHRM of sRGB', { cHRM: SRGB_CHRM }, true],
    ['both', { gAMA: [45_455], cHRM: SRGB_CHRM }, true],
    ['both, rounded', { gAMA: [45_454], cHRM: SRGB_CHRM.map((value) => value + 1) }, true],
    ['sRGB with both', { sRGB: [], gAMA: [45_455], cHRM: SRGB_CHRM }, true],
    ['linear', { gAMA: [100_000], cHRM: SRGB_CHRM }, false],
    ['gamma 1.8', { gAMA: [55_556] }, false],
    ['gAMA of sRGB with the primaries of Adobe RGB', { gAMA: [45_455], cHRM: ADOBE_CHRM }, false],
    ['a profile with both', { iCCP: [0], gAMA: [45_455], cHRM: SRGB_CHRM }, false],
  ] as [string, Record<string, number[]>, boolean][])(
    'chunks that mean sRGB are sRGB: %s',
    async (_name, chunks, is) => {
      let bytes: Uint8Array = new Uint8Array(await noise().png().toBuffer());
      for (const [name, values] of Object.entries(chunks).reverse())
        bytes = withChunk(
          bytes,
          name,
          name === 'sRGB' ? [0] : values.flatMap((value) => [0, value >> 16, value >> 8, value]),
        );
      expect(readPictureHeader(bytes)?.hasProfile).toBe(!is);
      const ranges = redundantColours(bytes);
      const names = ranges.map(({ start }) => String.fromCharCode(...bytes.subarray(start + 4, start + 8)));
      expect(names.sort()).toEqual(
        is
          ? Object.keys(chunks)
              .filter((name) => name !== 'sRGB')
              .sort()
          : [],
      );
    },
  );

  it('an orientation is looked for in its own part only: each of a million parts may lead to one long directory', async () => {
    const exif = (at: number): Buffer => Buffer.concat([Buffer.from('MM\0*'), Buffer.from([0, 0, 0, at])]);
    const directory = Buffer.from([0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
    const segment = (marker: number, data: Buffer): Buffer =>
      Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data]);
    const jpeg = await noise().jpeg().toBuffer();
    const jpegOf = (...parts: Buffer[]) => Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
    const marked = (data: Buffer): Buffer => Buffer.concat([Buffer.from('Exif\0\0'), data]);
    const png = await noise().png().toBuffer();
    const read = (bytes: Uint8Array): number | undefined => readPictureHeader(bytes)?.orientation;
    expect(read(jpegOf(segment(0xe1, marked(Buffer.concat([exif(8), directory])))))).toBe(6);
    expect(read(jpegOf(segment(0xe1, marked(exif(12))), segment(0xfe, directory)))).toBe(1);
    expect(read(withChunk(png, 'eXIf', [...exif(8), ...directory]))).toBe(6);
    expect(read(withChunk(withChunk(png, 'tEXt', [...directory]), 'eXIf', [...exif(20)]))).toBe(1);
  });

  it('a size after ten thousand boxes is not looked for', async () => {
    const avif = await noise().avif().toBuffer();
    const first = avif.readUInt32BE(0);
    const followed = (boxes: number): Buffer =>
      Buffer.concat([
        avif.subarray(0, first),
        Buffer.alloc(boxes * 8, '\0\0\0\x08free', 'latin1'),
        avif.subarray(first),
      ]);
    expect(readPictureHeader(followed(1000))?.widthPx).toBe(WIDTH);
    expect(readPictureHeader(followed(10_000))).toBeUndefined();
  });

  it('never throws, and never reports an empty picture', async () => {
    const real = await Promise.all(SAMPLES.map(([, make]) => make()));
    const broken = fc
      .record({
        file: fc.constantFrom(...real),
        cut: fc.nat(400),
        edits: fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 20 }),
      })
      .map(({ file, cut, edits }) => {
        const bytes = new Uint8Array(file.subarray(0, cut === 0 ? file.length : cut));
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const header = readPictureHeader(bytes);
        if (!header) return;
        expect(Number.isSafeInteger(header.widthPx) && header.widthPx > 0).toBe(true);
        expect(Number.isSafeInteger(header.heightPx) && header.heightPx > 0).toBe(true);
        expect(header.orientation >= 1 && header.orientation <= 8).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });
});

describe('importProblem', () => {
  const header = (widthPx: number, heightPx: number): PictureHeader => ({
    format: 'png',
    mime: 'image/png',
    widthPx,
    heightPx,
    hasAlpha: false,
    orientation: 1,
    bitDepth: 8,
    isAnimated: false,
    hasProfile: false,
    components: 3,
    isDecodable: true,
  });
  const none = new Uint8Array(0);
  const text = (value: string) => new TextEncoder().encode(value);

  it.each([
    [header(10, 10), 0, 'empty'],
    [header(10, 10), IMPORT_LIMITS.maxBytes, undefined],
    [header(10, 10), IMPORT_LIMITS.maxBytes + 1, 'tooManyBytes'],
    [header(16_384, 1), 100, undefined],
    [header(16_385, 1), 100, 'sideTooLong'],
    [header(11_656, 8742), 100, undefined],
    [header(11_000, 10_000), 100, undefined],
    [header(11_001, 10_000), 100, 'tooManyPixels'],
    [{ ...header(10, 10), isDecodable: false }, 100, 'unsupported'],
  ] as const)('%# %o', (given, sizeBytes, problem) => expect(importProblem(given, sizeBytes, none)).toBe(problem));

  it('allows larger files if the app made them', () => {
    const size = IMPORT_LIMITS.maxBytes + 1;
    expect(importProblem(header(10, 10), size, none, IMPORT_LIMITS.maxMadeBytes)).toBeUndefined();
  });

  it('distinguishes a broken picture from another kind of file', async () => {
    const cut = (await noise().png().toBuffer()).subarray(0, 20);
    expect(importProblem(readPictureHeader(cut), 20, cut)).toBe('unreadable');
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', 'II*\0', 'BM, he said']) {
      const bytes = text(other);
      expect(importProblem(readPictureHeader(bytes), bytes.length, bytes)).toBe('unsupported');
    }
  });
});
