import { randomFillSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { startJobSide } from '../../tests/support/job-side.ts';

/** A PNG of this size with a valid header, followed by noise that no test decodes. */
function pngOf(width: number, height: number, sizeBytes: number): Buffer {
  const file = randomFillSync(Buffer.alloc(sizeBytes));
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.set([8, 2, 0, 0, 0], 24);
  return file;
}

test('a picture made by the app may be larger than an imported file', async () => {
  const { importPicture } = await startJobSide();
  const file = pngOf(9000, 8000, IMPORT_LIMITS.maxBytes + 1);
  expect(await importPicture(file)).toMatchObject({ ok: true, data: { widthPx: 9000, sizeBytes: file.length } });
});

// attack 34
test('a picture with too many pixels is refused by its header', async () => {
  const { importPicture } = await startJobSide();
  expect(await importPicture(pngOf(16_384, 16_384, 1000))).toMatchObject({
    ok: false,
    error: { code: 'picture.unusable', details: { problem: 'tooManyPixels', widthPx: 16_384, heightPx: 16_384 } },
  });
});

/** Keeps bytes as a picture of a reply, and reads the file that was kept. */
async function keepResult(bytes: Uint8Array) {
  const { pictures, library } = await startJobSide();
  const file = pictures.receive(new AbortController().signal);
  await file.write(bytes);
  const kept = await file.keep();
  const media = kept.ok ? await library.media(kept.data.mediaId) : undefined;
  return { kept, extension: media?.extension, isSame: media && (await readFile(media.path)).equals(bytes) };
}

const photo = () => sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } });

test.each([
  ['a whole picture', async () => photo().png().toBuffer(), 'unchecked', 'png'],
  ['a picture that ends early', async () => (await photo().png().toBuffer()).subarray(0, -20), 'damaged', 'png'],
  ['a picture without its last mark', async () => (await photo().jpeg().toBuffer()).subarray(0, -1), 'damaged', 'jpg'],
  ['a picture that the app does not show', async () => photo().tiff().toBuffer(), 'foreign', 'tif'],
] as const)('a result is kept as it came: %s', async (_, make, state, extension) => {
  const { kept, ...file } = await keepResult(await make());
  expect(kept).toMatchObject({ ok: true, data: { state, widthPx: 60, heightPx: 40 } });
  expect(file).toEqual({ extension, isSame: true });
});

test('a result is kept even if its file does not say how large it is, or is beyond the limits', async () => {
  const start = (await photo().png().toBuffer()).subarray(0, 20);
  expect((await keepResult(start)).kept).toMatchObject({
    ok: true,
    data: { state: 'damaged', widthPx: 0, heightPx: 0 },
  });
  const large = Buffer.concat([pngOf(30_000, 20, 33), Buffer.from('0000000049454e44ae426082', 'hex')]);
  expect((await keepResult(large)).kept).toMatchObject({ ok: true, data: { state: 'tooLarge', widthPx: 30_000 } });
});

// attack 36
test('what is no picture is no result', async () => {
  expect((await keepResult(Buffer.from('<html>'))).kept).toMatchObject({
    ok: false,
    error: { code: 'picture.unusable' },
  });
});

test.each([
  ['jpeg', () => photo().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
  ['png', () => photo().withMetadata({ orientation: 8 }).png().toBuffer()],
  ['webp', () => photo().withMetadata({ orientation: 5 }).webp().toBuffer()],
  ['webp, after a megabyte of pixels', () => largeWebp()],
] as const)('the sides of a turned result are those it is displayed with: %s', async (_, make) => {
  expect((await keepResult(await make())).kept).toMatchObject({ ok: true, data: { widthPx: 40, heightPx: 60 } });
});

/** A turned WebP whose orientation is far from its beginning, after a chunk that readers skip. */
async function largeWebp(): Promise<Buffer> {
  const file = await photo().withMetadata({ orientation: 6 }).webp().toBuffer();
  const at = file.indexOf('EXIF');
  const filler = Buffer.alloc(8 + 1_500_000);
  filler.write('XXXX', 0, 'latin1');
  filler.writeUInt32LE(1_500_000, 4);
  const large = Buffer.concat([file.subarray(0, at), filler, file.subarray(at)]);
  large.writeUInt32LE(large.length - 8, 4);
  return large;
}

/** A GIF whose screen has 10 x 10 pixels, and whose only frame has many more. */
const LYING_GIF = Buffer.from(
  '474946383961 0a000a00 000000 2c 00000000 204e204e 00 02 01 00 00 3b'.replaceAll(' ', ''),
  'hex',
);

test('a file that would fill the memory of a decoder is refused as a source', async () => {
  const { importPicture } = await startJobSide();
  expect(await importPicture(LYING_GIF)).toMatchObject({
    ok: false,
    error: { code: 'picture.unusable', details: { problem: 'sideTooLong' } },
  });
});

test('as a result it is kept as it came, and shown to no decoder', async () => {
  const { kept, extension, isSame } = await keepResult(LYING_GIF);
  expect(kept).toMatchObject({ ok: true, data: { mime: 'image/gif', state: 'tooLarge' } });
  expect([extension, isSame]).toEqual(['gif', true]);
});
