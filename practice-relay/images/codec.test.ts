// Which picture files are read, and into which pixels: compared with sharp's native build, which the relay does not
// use.

import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { MODEL, testPicture } from '../../tests/support/edit-relay.ts';
import { startPracticeProgram } from '../../tests/support/practice-program.ts';
import type { Bytes } from '../bytes.ts';
import { createWorkThread } from '../threads/work-thread.ts';

// In a thread, because a process can load only one of sharp's builds.
const thread = createWorkThread<Bytes, Uint8Array | undefined>(
  new URL('test-codec-worker.ts', import.meta.url),
  1,
  60_000,
);
afterAll(thread.close);

const picture = sharp(await testPicture(480, 480));

/** Decodes a file as the relay does: RGBA; undefined if it is not a whole picture. */
async function decode(file: Uint8Array): Promise<Uint8Array | undefined> {
  for await (const pixels of thread.run(new Uint8Array(file), new AbortController().signal)) return pixels;
  throw new Error('no answer');
}

test.each<[facts: object, encode: (source: Sharp) => Sharp]>([
  [{ format: 'png', depth: 'ushort' }, (source) => source.toColourspace('rgb16').png()],
  [{ format: 'png', isPalette: true }, (source) => source.png({ palette: true })],
  [{ format: 'png', isProgressive: true }, (source) => source.png({ progressive: true })],
  [{ format: 'png', space: 'b-w', hasAlpha: true }, (source) => source.toColourspace('b-w').ensureAlpha(0.5).png()],
  [{ format: 'png', hasProfile: true }, (source) => source.withIccProfile('p3').png()],
  [{ format: 'jpeg', isProgressive: true }, (source) => source.jpeg({ progressive: true })],
  [{ format: 'jpeg', space: 'cmyk' }, (source) => source.toColourspace('cmyk').jpeg()],
  [{ format: 'jpeg', orientation: 7 }, (source) => source.withMetadata({ orientation: 7 }).jpeg()],
  [{ format: 'webp', hasAlpha: true }, (source) => source.ensureAlpha(0.5).webp({ lossless: true, effort: 0 })],
  [{ format: 'gif' }, (source) => source.gif({ effort: 1 })],
  [{ format: 'heif', mediaType: 'image/avif' }, (source) => source.avif({ effort: 0 })],
])('%j', async (facts, encode) => {
  const file = await encode(picture.clone()).toBuffer();
  expect(await sharp(file).metadata()).toMatchObject(facts);
  const upright = sharp(file).autoOrient().toColourspace('srgb').ensureAlpha();
  const expected = await upright.raw({ depth: 'uchar' }).toBuffer();
  expect(expected.equals((await decode(file)) ?? Buffer.of())).toBe(true);
});

test('a few bytes that declare a huge picture allocate no memory', async () => {
  const bomb = await picture.clone().resize(8, 8).webp({ lossless: true }).toBuffer();
  // Width and height minus one, 14 bits each.
  bomb.writeUInt32LE(16_382 | (16_382 << 14), 'RIFF????WEBPVP8L????/'.length);
  for (let i = 0; i < 2; i++) expect(await decode(bomb)).toBeUndefined();
});

test('out of memory: the picture is not reported as damaged, and the next edit has memory again', async () => {
  const MAX_PAGES = 1500;
  const limit = `WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(limits) { super(limits.shared ? { ...limits, maximum: ${MAX_PAGES} } : limits); }
  };`;
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(limit)}`;
  const program = await startPracticeProgram([], undefined, { NODE_OPTIONS });
  onTestFinished(program.stop);
  const plain = sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#123' } });
  const large = await plain.webp({ lossless: true, effort: 0 }).toBuffer();
  const edit = async (image: Uint8Array): Promise<number> => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ model: MODEL, prompt: 'darken' })) form.append(name, value);
    form.append('image', new Blob([new Uint8Array(image)]));
    const headers = { authorization: 'Bearer any' };
    return (await fetch(`${program.base}/v1/images/edits`, { method: 'POST', headers, body: form })).status;
  };
  const small = await testPicture(64, 64);
  expect([await edit(small), await edit(large), await edit(small)]).toEqual([200, 500, 200]);
});
