import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { readPictureHeader } from '../picture-header.ts';
import { addMetadata } from './add-metadata.ts';
import { exifDensity, readExif, writeExif } from './exif-details.ts';
import { findMetadata } from './find-metadata.ts';

type Format = 'jpeg' | 'png' | 'webp';
const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp'];

const noise = (alpha = false) =>
  sharp({
    create: {
      width: 40,
      height: 30,
      channels: alpha ? 4 : 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const own = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);
/** A picture that stands upright, in sRGB. */
const upright = (widthPx: number, heightPx: number) =>
  ({ widthPx, heightPx, orientation: 1, hasProfile: false }) as const;
const reader = (bytes: Uint8Array) => ({
  sizeBytes: bytes.length,
  read: async (at: number, count: number) => bytes.slice(at, at + count),
});

/** A photo as a camera writes it, turned, at 300 dpi. */
const photo = (format: Format): Promise<Buffer> =>
  noise()
    .withExif({
      IFD0: { Artist: 'Ada', Copyright: '© Ada 2026', Make: 'Acme', Model: 'One', Software: 'Editor 3' },
      IFD2: {
        DateTimeOriginal: '2026:05:04 03:02:01',
        LensModel: '35 mm',
        BodySerialNumber: '12345',
        UserComment: 'x',
      },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6, density: 300 })
    .toFormat(format)
    .toBuffer();

async function rewritten(source: Uint8Array, target: Uint8Array<ArrayBuffer>, keepsPlace: boolean) {
  const { exif, density } = await findMetadata(reader(source));
  const details = exif && readExif(exif);
  const dense = density ?? (details && exifDensity(details));
  const block = writeExif({ details, keepsPlace, density: dense, picture: upright(20, 15) });
  return addMetadata(target, { exif: block, density: dense });
}

it.each(FORMATS.flatMap((from) => FORMATS.map((to) => [from, to] as const)))(
  'a %s as %s keeps author, date, camera and resolution, and nothing else',
  async (from, to) => {
    const target = own(await noise().toFormat(to).toBuffer());
    const made = await rewritten(await photo(from), target, false);
    const facts = await sharp(made).metadata();
    expect(facts).toMatchObject({ format: to, orientation: 1 });
    if (to !== 'webp') expect(facts.density).toBe(300);
    const text = facts.exif?.toString('latin1') ?? '';
    for (const kept of ['Ada', 'Acme', 'One', '2026:05:04 03:02:01', '35 mm']) expect(text).toContain(kept);
    for (const left of ['Editor 3', '12345']) expect(text).not.toContain(left);
    const details = readExif((await findMetadata(reader(made))).exif ?? new Uint8Array());
    expect(details).toMatchObject({ place: [] });
    expect(details && exifDensity(details)).toEqual({ x: 300, y: 300 });
    const pixels = (bytes: Uint8Array) => sharp(bytes).raw().toBuffer();
    expect((await pixels(made)).equals(await pixels(target))).toBe(true);
    expect(readPictureHeader(made)).toMatchObject({ orientation: 1, hasProfile: false, hasAlpha: false });
  },
);

it('the place is kept if that is asked for', async () => {
  const made = await rewritten(await photo('jpeg'), own(await noise().jpeg().toBuffer()), true);
  const { exif } = await findMetadata(reader(made));
  expect(readExif(exif ?? new Uint8Array())?.place.map(({ tag }) => tag)).toEqual([1, 2]);
});

it('an EXIF block replaces the one that is there', async () => {
  for (const format of FORMATS) {
    const made = await rewritten(own(await photo('jpeg')), own(await photo(format)), false);
    const again = await rewritten(made, made, false);
    expect(again).toEqual(made);
    expect((await sharp(made).metadata()).orientation).toBe(1);
  }
});

it('a turned picture in colours of its own stays so', async () => {
  const turned = { widthPx: 9, heightPx: 9, orientation: 6, hasProfile: true } as const;
  const exif = writeExif({ details: undefined, keepsPlace: false, density: undefined, picture: turned });
  const made = addMetadata(own(await photo('jpeg')), { exif, density: undefined });
  const facts = await sharp(made).metadata();
  expect(facts).toMatchObject({ orientation: 6 });
  const text = Buffer.from(facts.exif ?? []).toString('latin1');
  expect(text).toContain('\xa0\x01\0\x03\0\0\0\x01\xff\xff');
});

// Signatures cover the whole file.
it('a signed file is returned as it is', async () => {
  const chunk = (type: string) => Buffer.concat([Buffer.from([0, 0, 0, 0]), Buffer.from(type), Buffer.alloc(4)]);
  const [png, jpeg, webp] = await Promise.all([photo('png'), photo('jpeg'), photo('webp')]);
  const signed = {
    png: Buffer.concat([png.subarray(0, 33), chunk('caBX'), png.subarray(33)]),
    jpeg: Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xeb, 0, 6, 0x4a, 0x50, 0, 1]), jpeg.subarray(2)]),
    webp: Buffer.concat([webp, Buffer.from('C2PA\0\0\0\0')]),
  };
  signed.webp.writeUInt32LE(signed.webp.length - 8, 4);
  for (const file of Object.values(signed)) {
    expect(await rewritten(await photo('jpeg'), own(file), false)).toEqual(own(file));
  }
});

it('a WebP with alpha keeps it, in the simple form and in the extended one', async () => {
  for (const options of [{ lossless: true }, { quality: 80 }]) {
    const target = own(await noise(true).ensureAlpha(0.5).webp(options).toBuffer());
    const made = await rewritten(await photo('png'), target, false);
    expect(await sharp(made).metadata()).toMatchObject({ hasAlpha: true, width: 40, height: 30 });
  }
});

it('a PNG that does not say its colours says that they are sRGB', async () => {
  const made = await rewritten(own(await noise().png().toBuffer()), own(await noise().png().toBuffer()), false);
  expect(Buffer.from(made).includes('sRGB')).toBe(true);
});

it('a source without EXIF, or of another format, has none', async () => {
  for (const file of [await noise().png().toBuffer(), await noise().gif().toBuffer(), Buffer.from('text')])
    expect((await findMetadata(reader(file))).exif).toBeUndefined();
});

it('long values are left out before the block gets too long for a JPEG', async () => {
  const details = {
    isLittle: true,
    main: [],
    camera: Array.from({ length: 40 }, (_, at) => ({
      tag: 0x9000 + at * 2,
      type: 2,
      count: 4000,
      value: new Uint8Array(4000),
    })),
    place: [],
  };
  const block = writeExif({ details, keepsPlace: true, density: { x: 300, y: 300 }, picture: upright(9, 9) });
  expect(block.length).toBeLessThan(65_000);
  const read = readExif(block);
  expect(read && exifDensity(read)).toEqual({ x: 300, y: 300 });
});

// Whatever is in a source, the saved file is a picture with the same pixels.
it('a broken source never throws, and the file stays a picture', async () => {
  const sources = await Promise.all(FORMATS.map(photo));
  const target = own(await noise().jpeg().toBuffer());
  const pixels = await sharp(target).raw().toBuffer();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sources),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 30 }),
      async (source, share, changes) => {
        const broken = new Uint8Array(source).slice(0, Math.ceil(source.length * share));
        for (const [at, value] of changes) if (at < broken.length) broken[at] = value;
        const made = await rewritten(broken, target, true);
        expect((await sharp(made).raw().toBuffer()).equals(pixels)).toBe(true);
      },
    ),
    { numRuns: runs(60) },
  );
});

it('any bytes as EXIF are read or refused, and any bytes as a file are returned', () => {
  const start = fc.constantFrom('II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08', '').map((text) => Buffer.from(text, 'latin1'));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 300 }), (head, tail) => {
      const bytes = new Uint8Array([...head, ...tail]);
      const details = readExif(bytes);
      const block = writeExif({ details, keepsPlace: true, density: undefined, picture: upright(1, 1) });
      const again = readExif(block);
      expect(again?.camera.length).toBeGreaterThanOrEqual(details?.camera.length ?? 0);
      expect(addMetadata(bytes, { exif: block, density: { x: 72, y: 72 } })).toBeInstanceOf(Uint8Array);
    }),
    { numRuns: runs(300) },
  );
});

it('a file that is cut anywhere is returned', async () => {
  for (const format of FORMATS) {
    const file = own(await photo(format));
    for (let end = 0; end < file.length; end += 7) {
      const exif = writeExif({ details: undefined, keepsPlace: false, density: undefined, picture: upright(1, 1) });
      expect(addMetadata(file.slice(0, end), { exif, density: undefined })).toBeInstanceOf(Uint8Array);
    }
  }
});
