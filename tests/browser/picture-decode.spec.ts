// Decoding is exact, working pictures are upright 8-bit sRGB, and what a canvas would change is kept.

import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { longUnless } from '../support/long-unless.ts';
import { countDifferent, type Decoded, decodeElsewhere, expect, noise, photo, test } from './picture-fixtures.ts';

const [WIDTH, HEIGHT] = [131, 77];

const LARGE = 'a picture of several WebGL pieces each way';
const EXACT: [string, () => Promise<Uint8Array>][] = [
  ['an opaque PNG', () => noise(WIDTH, HEIGHT, 3).png().toBuffer()],
  ['a PNG with random alpha', () => noise(WIDTH, HEIGHT, 4).png().toBuffer()],
  [
    'a PNG with random alpha and every row filter',
    () => noise(WIDTH, HEIGHT, 4).png({ adaptiveFiltering: true }).toBuffer(),
  ],
  ['an opaque PNG with an alpha channel', () => noise(WIDTH, HEIGHT, 3).ensureAlpha().png().toBuffer()],
  ['a PNG that is transparent at the bottom only', clearBelow],
  ['an interlaced PNG with random alpha', () => noise(WIDTH, HEIGHT, 4).png({ progressive: true }).toBuffer()],
  ['a lossless WebP with random alpha', () => noise(WIDTH, HEIGHT, 4).webp({ lossless: true, exact: true }).toBuffer()],
  ['a gray PNG', () => noise(WIDTH, HEIGHT, 3).toColourspace('b-w').png().toBuffer()],
  ['a gray PNG with alpha', () => noise(WIDTH, HEIGHT, 4).toColourspace('b-w').png().toBuffer()],
  ['a palette PNG with alpha', () => noise(WIDTH, HEIGHT, 4).png({ palette: true, colours: 32 }).toBuffer()],
  ['a JPEG', () => photo(WIDTH, HEIGHT).jpeg({ quality: 90 }).toBuffer()],
  ['a JPEG with sRGB profile', () => photo(WIDTH, HEIGHT).withIccProfile('srgb').jpeg().toBuffer()],
  ['a lossy WebP', () => photo(WIDTH, HEIGHT).webp({ quality: 90 }).toBuffer()],
  [
    'a picture wider than one WebGL piece',
    () => noise(2500, WIDTH, 4).webp({ lossless: true, exact: true, effort: 0 }).toBuffer(),
  ],
  [
    'a picture higher than one WebGL piece',
    () => noise(WIDTH, 2500, 4).webp({ lossless: true, exact: true, effort: 0 }).toBuffer(),
  ],
  [LARGE, () => noise(2500, 2100, 4).webp({ lossless: true, exact: true, effort: 0 }).toBuffer()],
];

for (const [name, make] of EXACT) {
  test(
    `decodes ${name} exactly, on the page, in a worker and in strips`,
    longUnless(name !== LARGE),
    async ({ pictures }) => {
      const file = await make();
      const expected = await decodeElsewhere(file);
      for (const how of ['page', 'worker', 'strips'] as const) {
        const found = await pictures.decode(file, how);
        expect(countDifferent(found, expected)).toBe(0);
        expect(found.isOpaque).toBe(expected.isOpaque);
      }
    },
  );
}

/** Opaque in its first strip, and of random alpha below. */
async function clearBelow(): Promise<Uint8Array> {
  const data = await noise(WIDTH, HEIGHT, 4).raw().toBuffer();
  for (let i = 3; i < 4 * WIDTH * (HEIGHT - 10); i += 4) data[i] = 255;
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
    .png()
    .toBuffer();
}

const SRGB_CHRM = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000];
const REDUNDANT: readonly [string, Record<string, number[]>][] = [
  ['gAMA and cHRM', { gAMA: [45_455], cHRM: SRGB_CHRM }],
  ['gAMA alone, rounded down', { gAMA: [45_454] }],
  ['gAMA alone, of four digits', { gAMA: [45_450] }],
  ['cHRM alone', { cHRM: SRGB_CHRM }],
];

for (const channels of [3, 4] as const)
  test(`chunks that mean sRGB change no pixel, with ${channels} channels`, async ({ pictures }) => {
    const plain = await noise(WIDTH, HEIGHT, channels).png().toBuffer();
    const expected = await pictures.decode(plain, 'worker');
    for (const [name, chunks] of REDUNDANT) {
      const file = withColours(plain, chunks);
      for (const how of ['page', 'worker', 'strips'] as const)
        expect(countDifferent(await pictures.decode(file, how), expected), `${name} ${how}`).toBe(0);
      expect(await pictures.makeWorkingPicture(file), name).toMatchObject({ ok: true, data: { bytes: null } });
    }
    const linear = withColours(plain, { gAMA: [100_000], cHRM: SRGB_CHRM });
    expect(countDifferent(await pictures.decode(linear, 'worker'), expected)).toBeGreaterThan(100);
  });

/** Inserts colour chunks behind IHDR. */
function withColours(png: Uint8Array, chunks: Record<string, number[]>): Uint8Array {
  const made = Object.entries(chunks).map(([name, values]) => {
    const content = Buffer.alloc(4 + 4 * values.length);
    content.write(name, 'latin1');
    for (const [i, value] of values.entries()) content.writeUInt32BE(value, 4 + 4 * i);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(4 * values.length);
    checksum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, checksum]);
  });
  return Buffer.concat([png.subarray(0, 33), ...made, png.subarray(33)]);
}

test('uses a plain picture as it was received', async ({ pictures }) => {
  const files = [
    await noise(WIDTH, HEIGHT, 4).png().toBuffer(),
    await photo(WIDTH, HEIGHT).jpeg().toBuffer(),
    await photo(WIDTH, HEIGHT).withIccProfile('srgb').jpeg().toBuffer(),
    await noise(WIDTH, HEIGHT, 4).webp().toBuffer(),
  ];
  for (const file of files) {
    expect(await pictures.makeWorkingPicture(file)).toEqual({
      ok: true,
      data: { bytes: null, widthPx: WIDTH, heightPx: HEIGHT },
    });
  }
});

for (const format of ['jpeg', 'png', 'webp'] as const) {
  // attack 35
  test(`turns a ${format} upright, whatever its EXIF says`, async ({ pictures }) => {
    for (let orientation = 2; orientation <= 8; orientation++) {
      const options = format === 'webp' ? { lossless: true } : {};
      const file = await photo(WIDTH, HEIGHT)[format](options).withMetadata({ orientation }).toBuffer();
      const expected = await decodeElsewhere(file);
      const working = await workingPixels(pictures, file);
      expect([working.width, working.height]).toEqual(orientation >= 5 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]);
      expect(countDifferent(working, expected), `orientation ${orientation}`).toBe(0);
    }
  });
}

// attack 35
test('converts 16 bits, CMYK and other colour spaces to 8-bit sRGB', async ({ pictures }) => {
  const wide = await photo(WIDTH, HEIGHT).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(wide).metadata()).depth).toBe('ushort');
  expect(countDifferent(await workingPixels(pictures, wide), await decodeElsewhere(wide), 1)).toBe(0);

  const p3 = await photo(WIDTH, HEIGHT).withIccProfile('p3').png().toBuffer();
  expect(countDifferent(await workingPixels(pictures, p3), await decodeElsewhere(p3), 3)).toBe(0);

  // Without a profile each program converts CMYK differently: only the size is checked, and that the picture is not
  // black.
  const cmyk = await photo(WIDTH, HEIGHT).toColourspace('cmyk').jpeg().toBuffer();
  expect((await sharp(cmyk).metadata()).channels).toBe(4);
  const working = await workingPixels(pictures, cmyk);
  expect([working.width, working.height, working.isOpaque]).toEqual([WIDTH, HEIGHT, true]);
  expect(new Set(working.data).size).toBeGreaterThan(50);
});

test('uses the first frame of a GIF and of an animated WebP', async ({ pictures }) => {
  const colours = [0, 0, 0].map((_zero, frame) => [frame * 100, 250 - frame * 100, 30, 255]);
  const pixels = Uint8Array.from(
    colours.flatMap((colour) => Array.from({ length: WIDTH * HEIGHT }, () => colour).flat()),
  );
  const raw = { width: WIDTH, height: HEIGHT * 3, channels: 4 as const, pageHeight: HEIGHT };
  for (const file of [
    await sharp(pixels, { raw }).gif().toBuffer(),
    await sharp(pixels, { raw }).webp({ lossless: true }).toBuffer(),
  ]) {
    const working = await workingPixels(pictures, file);
    expect([working.width, working.height]).toEqual([WIDTH, HEIGHT]);
    expect([...working.data.subarray(0, 4)]).toEqual([0, 250, 30, 255]);
  }
});

test('converts AVIF and BMP to PNG', async ({ pictures }) => {
  const avif = await photo(WIDTH, HEIGHT).avif({ quality: 90 }).toBuffer();
  expect(countDifferent(await workingPixels(pictures, avif), await decodeElsewhere(avif), 6)).toBe(0);

  const bmp = new Uint8Array(54 + 4 * 4 * 2);
  bmp.set([0x42, 0x4d, bmp.length, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32]);
  for (let i = 0; i < 8; i++) bmp.set([10 * i, 20, 30, 255], 54 + 4 * i);
  const working = await workingPixels(pictures, bmp);
  // Rows of a BMP run upwards, and its colours are blue, green, red.
  expect([working.width, working.height, ...working.data.subarray(0, 4)]).toEqual([4, 2, 30, 20, 40, 255]);
});

// attack 34
test('reports that broken files cannot be read', async ({ pictures }) => {
  const png = await noise(WIDTH, HEIGHT, 4).png().toBuffer();
  const palette = await noise(WIDTH, HEIGHT, 4).png({ palette: true }).toBuffer();
  const broken = [new Uint8Array([1, 2, 3]), png.subarray(0, 30), new TextEncoder().encode('<svg/>')];
  for (const file of broken)
    expect(await pictures.makeWorkingPicture(file)).toEqual({ ok: false, error: 'unreadable' });
  for (const file of [png.subarray(0, 60), palette.subarray(0, 40)]) {
    await expect(pictures.decode(file)).rejects.toThrow(/UndecodablePicture|broken|cannot decode/);
  }
});

test('stops immediately when cancelled, and works afterwards', async ({ pictures }) => {
  const large = await noise(2000, 2000, 3).toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer();
  const start = Date.now();
  expect(await pictures.makeWorkingPicture(large, 20)).toEqual({ ok: false, error: 'cancelled' });
  expect(pictures.lastMs()).toBeLessThan(500);
  const small = await noise(4, 4, 3).png().toBuffer();
  expect(await pictures.makeWorkingPicture(small)).toMatchObject({ ok: true });
  expect(Date.now() - start).toBeLessThan(20_000);
});

async function workingPixels(
  pictures: { makeWorkingPicture: (bytes: Uint8Array) => Promise<unknown> },
  file: Uint8Array,
): Promise<Decoded> {
  const made = (await pictures.makeWorkingPicture(file)) as {
    ok: boolean;
    data: { bytes: Uint8Array; widthPx: number };
  };
  expect(made.ok).toBe(true);
  expect((await sharp(made.data.bytes).metadata()).format).toBe('png');
  return decodeElsewhere(made.data.bytes);
}
