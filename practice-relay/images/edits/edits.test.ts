// The effect of edits on pixels, in the relay's thread: inside the mask the requested change, outside it none.

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_IMAGE_MODEL } from '../../../shared/images/limits.ts';
import { holeMask, pixelsOf, testPicture } from '../../../tests/support/edit-relay.ts';
import { copyOf } from '../../bytes.ts';
import { createWorkers } from '../../workers.ts';
import { type EditRequest, parseOptions } from '../request.ts';

/** Side of the picture: smaller than a relay's smallest result, and large enough for the blur to show. */
const SIDE_PX = 960;
/** The square that the mask marks, in the middle of the picture. */
const HOLE = { left: 380, top: 380, side: 200 } as const;

const workers = createWorkers();
let picture: Buffer;
let before: Buffer;
let mask: Buffer;

beforeAll(async () => {
  [picture, mask] = await Promise.all([testPicture(SIDE_PX, SIDE_PX), holeMask(HOLE, SIDE_PX)]);
  before = (await pixelsOf(picture)).pixels;
});
afterAll(workers.close);

/** RGBA pixels of a result, and its revised prompt. */
type Edited = Awaited<ReturnType<typeof pixelsOf>> & { said: string; files: Uint8Array[] };

/** What an edit may have beside its instruction and its picture; `images` replaces the picture. */
type More = Partial<Omit<EditRequest, 'images' | 'mask'>> & { images?: readonly Uint8Array[]; mask?: Uint8Array };

/** Carries out an edit that is valid in all other fields, as the thread for pictures does it. */
async function edit(
  prompt: string,
  picture: Uint8Array,
  { images = [picture], mask, ...more }: More = {},
): Promise<Edited> {
  const options = parseOptions({ model: DEFAULT_IMAGE_MODEL, prompt }, false);
  if (!options.ok) throw new Error(options.error.message);
  const request = {
    ...options.data,
    size: { width: SIDE_PX, height: SIDE_PX },
    ignoredFields: [],
    previews: false,
    ...more,
    // The thread takes the memory of what it is given.
    images: images.map(copyOf),
    mask: mask && copyOf(mask),
  };
  const files: Uint8Array[] = [];
  let said = '';
  for await (const output of workers.edit(request, new AbortController().signal)) {
    if (output.kind !== 'result') throw new Error(`${output.kind} instead of a result`);
    files.push(output.file);
    said ||= output.revisedPrompt;
  }
  return { ...(await pixelsOf(files[0] ?? Buffer.of())), said, files };
}

const isInHole = (x: number, y: number): boolean =>
  x >= HOLE.left && x < HOLE.left + HOLE.side && y >= HOLE.top && y < HOLE.top + HOLE.side;

/** Counts differing pixels inside and outside the mask's square. */
function countChanges(a: Buffer, b: Buffer): { inside: number; outside: number } {
  const changes = { inside: 0, outside: 0 };
  const [left, right] = [a, b].map(({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4));
  for (let i = 0; left && right && i < left.length; i++) {
    if (left[i] !== right[i]) changes[isInHole(i % SIDE_PX, Math.floor(i / SIDE_PX)) ? 'inside' : 'outside']++;
  }
  return changes;
}

/** Mean and standard deviation of a channel inside the square; channel 3 is luminance. */
function statsOf(pixels: Buffer, channel: number): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0];
  for (let y = HOLE.top; y < HOLE.top + HOLE.side; y++) {
    for (let x = HOLE.left; x < HOLE.left + HOLE.side; x++) {
      const [red = 0, green = 0, blue = 0] = pixels.subarray((y * SIDE_PX + x) * 4, (y * SIDE_PX + x) * 4 + 3);
      const value = [red, green, blue, 0.2126 * red + 0.7152 * green + 0.0722 * blue][channel] ?? 0;
      sum += value;
      squares += value * value;
    }
  }
  const mean = sum / HOLE.side ** 2;
  return { mean, deviation: Math.sqrt(Math.max(0, squares / HOLE.side ** 2 - mean * mean)) };
}

const [RED, GREEN, BLUE, LUMA] = [0, 1, 2, 3] as const;

test.each<[prompt: string, said: string, check: (pixels: Buffer) => void]>([
  [
    'fill with #0a64c8',
    'filled with #0a64c8',
    (pixels) => {
      const means = [RED, GREEN, BLUE].map((channel) => statsOf(pixels, channel));
      expect(means).toEqual([10, 100, 200].map((mean) => ({ mean, deviation: 0 })));
    },
  ],
  [
    'make it red',
    'recoloured to red',
    (pixels) => {
      expect(statsOf(pixels, RED).mean).toBeGreaterThan(statsOf(pixels, GREEN).mean + 100);
      expect(statsOf(pixels, LUMA).mean).toBeCloseTo(statsOf(before, LUMA).mean, 0);
      expect(statsOf(pixels, LUMA).deviation).toBeCloseTo(statsOf(before, LUMA).deviation, 0);
    },
  ],
  ['模糊', '模糊', (pixels) => expect(statsOf(pixels, RED).deviation).toBeLessThan(statsOf(before, RED).deviation / 3)],
  ['black and white', 'made black and white', (pixels) => expect(statsOf(pixels, RED)).toEqual(statsOf(pixels, BLUE))],
  ['调亮', '调亮', (pixels) => expect(statsOf(pixels, LUMA).mean).toBeGreaterThan(statsOf(before, LUMA).mean + 30)],
  ['darken', 'darkened', (pixels) => expect(statsOf(pixels, LUMA).mean).toBeLessThan(statsOf(before, LUMA).mean - 20)],
])('%s: inside the mask only', async (prompt, said, check) => {
  const { pixels, said: actual } = await edit(prompt, picture, { mask });
  expect(actual).toContain(said);
  check(pixels);
  const { inside, outside } = countChanges(before, pixels);
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(HOLE.side ** 2 * 0.9);
});

test('erase continues what is around the mask', async () => {
  const ground: [number, number, number] = [90, 140, 60];
  const flat = await sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 3, background: '#5a8c3c' } })
    .composite([{ input: await squareOf('#ff00ff', HOLE.side - 20), left: HOLE.left + 10, top: HOLE.top + 10 }])
    .png()
    .toBuffer();
  const { pixels, said } = await edit('Remove the square', flat, { mask });
  expect(said).toBe('Masked area: erased.');
  for (const [channel, level] of ground.entries()) {
    expect(statsOf(pixels, channel)).toEqual({ mean: level, deviation: 0 });
  }
  const huge = await edit('remove it', flat, { mask: await edgelessMask() });
  expect(huge.pixels.subarray(0, 3)).toEqual(Buffer.from(ground));
  expect(statsOf(huge.pixels, RED)).toEqual({ mean: ground[0], deviation: 0 });
});

test('where a mask is half transparent, nothing is erased', async () => {
  const soft = Buffer.alloc(SIDE_PX * SIDE_PX * 4, 255);
  // Alpha 0 in the square, and from 1 to 254 around it.
  for (let i = 0; i < SIDE_PX * SIDE_PX; i++) {
    const [x, y] = [(i % SIDE_PX) - HOLE.left, Math.floor(i / SIDE_PX) - HOLE.top];
    soft[4 * i + 3] = Math.min(255, 16 * Math.max(0, -x, -y, x - HOLE.side + 1, y - HOLE.side + 1));
  }
  const raw = { width: SIDE_PX, height: SIDE_PX, channels: 4 } as const;
  const marked = await sharp(picture)
    .composite([{ input: await squareOf('#ff00ff', 60), left: HOLE.left + 70, top: HOLE.top + 70 }])
    .png()
    .toBuffer();
  const { pixels } = await edit('remove it', marked, { mask: await sharp(soft, { raw }).png().toBuffer() });
  const { inside, outside } = countChanges((await pixelsOf(marked)).pixels, pixels);
  expect(outside).toBe(0);
  expect(inside).toBeGreaterThan(0);
});

test('a missing, full or empty mask is reported', async () => {
  const without = await edit('删除这个人', picture);
  expect(without.said).toBe('图片没有改动。未完成：“删除这个人”（擦除需要蒙版）。');
  expect(countChanges(before, without.pixels)).toEqual({ inside: 0, outside: 0 });
  const all = await edit('remove it', picture, { mask: await holeMask('all', SIDE_PX) });
  expect(all.said).toContain('leaves nothing to continue from');
  const none = await edit('make it red', picture, { mask: await holeMask('none', SIDE_PX) });
  expect(none.said).toContain('marks nothing');
});

test('picture 2 replaces the region', async () => {
  const images = [picture, await squareOf('#102030', 300)];
  const { pixels, said } = await edit('换成图2', picture, { images, mask });
  expect(said).toBe('蒙版区域：替换为图2。');
  expect([RED, GREEN, BLUE].map((channel) => statsOf(pixels, channel).mean)).toEqual([16, 32, 48]);
  expect(countChanges(before, pixels).outside).toBe(0);
  expect((await edit('replace by picture 3', picture, { images })).said).toContain('there is no such picture');
});

test('an instruction that is not understood changes nothing and is reported', async () => {
  const { pixels, said } = await edit('Add a hat', picture, { mask });
  expect(said).toMatch(/^Nothing was changed\. Not done: “Add a hat” \(not understood\)\./);
  expect(countChanges(before, pixels)).toEqual({ inside: 0, outside: 0 });
});

test('several results differ, inside the mask only', async () => {
  const { files } = await edit('fill with white', picture, { mask, variations: 4 });
  expect(files).toHaveLength(4);
  const results = await Promise.all(files.map(async (file) => (await pixelsOf(file)).pixels));
  for (const [i, result] of results.entries()) {
    for (const other of results.slice(i + 1)) {
      expect(countChanges(result, other)).toEqual({ inside: HOLE.side ** 2, outside: 0 });
    }
  }
  const images = Array.from({ length: 13 }, () => picture);
  const capped = await edit('darken', picture, { images, variations: 5, outputFormat: 'jpeg' });
  expect(capped.files).toHaveLength(2);
  expect(capped.said).toContain('Only 2 results');
});

test('a transparent background cuts the masked area out', async () => {
  const { pixels, said } = await edit('brighten', picture, { mask, background: 'transparent' });
  expect(said).toBe('Masked area: brightened, made transparent.');
  expect(countChanges(before, pixels)).toEqual({ inside: HOLE.side ** 2, outside: 0 });
  expect(pixels[(HOLE.top * SIDE_PX + HOLE.left) * 4 + 3]).toBe(0);
  expect((await edit('brighten', picture, { background: 'transparent' })).said).toContain('needs a mask');
  const jpeg = { mask, background: 'transparent', outputFormat: 'jpeg' } as const;
  expect((await edit('brighten', picture, jpeg)).said).toContain('needs png or webp');
});

test('a jpeg is white where the picture is transparent', async () => {
  const background = { r: 255, g: 0, b: 0, alpha: 0 };
  const clear = await sharp({ create: { width: SIDE_PX, height: SIDE_PX, channels: 4, background } })
    .png()
    .toBuffer();
  const { pixels } = await edit('?', clear, { outputFormat: 'jpeg' });
  expect(pixels.every((value) => value === 255)).toBe(true);
});

test('another size: stretched if the shape is the same, otherwise cropped, together with the mask', async () => {
  const size = { width: 1200, height: 1200 };
  const stretched = await edit('fill with #010203', picture, { mask, size });
  expect([stretched.width, stretched.height]).toEqual([1200, 1200]);
  expect(stretched.said).toContain('The picture was scaled to 1200x1200.');
  let filled = 0;
  for (let i = 0; i < stretched.pixels.length; i += 4) if (stretched.pixels.readUIntBE(i, 3) === 0x010203) filled++;
  expect(filled).toBe(250 ** 2);
  const cropped = await edit('darken', await testPicture(1000, 500), { outputFormat: 'jpeg' });
  expect([cropped.width, cropped.height]).toEqual([SIDE_PX, SIDE_PX]);
  expect(cropped.said).toContain('scaled and cropped to 960x960');
});

test('a watermark in the corner only', async () => {
  const { pixels } = await edit('?', picture, { watermark: true });
  let [left, top, count] = [SIDE_PX, SIDE_PX, 0];
  for (let i = 0; i < pixels.length / 4; i++) {
    if (pixels.readUInt32LE(i * 4) === before.readUInt32LE(i * 4)) continue;
    left = Math.min(left, i % SIDE_PX);
    top = Math.min(top, Math.floor(i / SIDE_PX));
    count++;
  }
  expect(count).toBeGreaterThan(1250);
  expect(left).toBeGreaterThan(SIDE_PX / 2);
  expect(top).toBeGreaterThan(SIDE_PX * 0.9);
});

async function squareOf(background: string, side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();
}

/** A mask of everything except a frame five pixels wide. */
async function edgelessMask(): Promise<Buffer> {
  const side = SIDE_PX - 10;
  const hole = { create: { width: side, height: side, channels: 4 as const, background: '#0000' } };
  return sharp(hole).extend({ top: 5, bottom: 5, left: 5, right: 5, background: '#000f' }).png().toBuffer();
}
