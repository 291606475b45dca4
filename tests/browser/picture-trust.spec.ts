// Changes that a relay makes to a picture besides the edit are found, corrected and reported; a region can be marked
// without a mask.

import sharp from 'sharp';
import { DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import { countDifferent, decodeElsewhere, expect, noise, photo, test } from './picture-fixtures.ts';

const SIZE = { width: 480, height: 360 };
const PLAN = planWire(SIZE, SIZE);
const CORRECTED = { plan: PLAN, growPx: 0, featherPx: 0, ...DEFAULT_CORRECTIONS } as const;
const MASK = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
  const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
  return x >= 180 && x < 300 && y >= 120 && y < 240 ? 255 : 0;
});

/** Cuts a source out of a larger picture, and the same part moved by whole pixels: exact, without resampling. */
async function scene(dx: number, dy: number) {
  const shapes = Array.from({ length: 90 }, (_, i) => {
    const [x, y, r] = [(i * 97) % 560, (i * 61) % 440, 8 + ((i * 13) % 40)];
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="hsl(${(i * 47) % 360} 60% ${25 + ((i * 29) % 50)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="440"><rect width="560" height="440" fill="#777"/>${shapes.join('')}</svg>`;
  const whole = sharp(await sharp(Buffer.from(svg)).png().toBuffer()).removeAlpha();
  const cut = (left: number, top: number) =>
    whole
      .clone()
      .extract({ left, top, ...SIZE })
      .png()
      .toBuffer();
  return { source: await cut(40, 40), result: await cut(40 - dx, 40 - dy) };
}

test('corrects a misalignment, keeps every pixel outside, and reports what it found', async ({ pictures }) => {
  const { source, result } = await scene(9, -6);
  const made = await pictures.composite({ source, result, coverage: MASK }, CORRECTED);
  if (!made.ok) throw new Error(made.error);
  const { misalignment, used, seamErrorBefore, seamErrorAfter, outsideChangedPx, bytes } = made.data;
  expect(outsideChangedPx).toBe(0);
  expect(used).toMatchObject({ verdict: 'used', reason: 'misaligned' });
  expect(Math.abs((misalignment?.dxPx ?? 99) - 9)).toBeLessThan(0.3);
  expect(Math.abs((misalignment?.dyPx ?? 99) + 6)).toBeLessThan(0.3);
  expect(seamErrorBefore).toBeGreaterThan(5 * (seamErrorAfter ?? 99));
  // The model changed nothing but the position: the composite equals the source, apart from a slight blur.
  const [before, after] = [await decodeElsewhere(source), await decodeElsewhere(bytes)];
  expect(countDifferent(before, after, 24)).toBeLessThan(0.03 * 120 * 120);
});

test('corrects nothing if corrections are off, from the same reply', async ({ pictures }) => {
  const { source, result } = await scene(9, -6);
  const off = { ...CORRECTED, isAligned: false, isSeamMatched: false, isGrainMatched: false };
  const made = await pictures.composite({ source, result, coverage: MASK }, off);
  if (!made.ok) throw new Error(made.error);
  expect(made.data.misalignment?.dxPx).toBeCloseTo(9, 0);
  expect(made.data.seamErrorAfter).toBe(made.data.seamErrorBefore);
  const [raw, after] = [await decodeElsewhere(result), await decodeElsewhere(made.data.bytes)];
  const inside = ({ data }: { data: Uint8Array }, x: number) =>
    data.subarray(4 * (200 * 480 + x), 4 * (200 * 480 + x + 50));
  expect(inside(after, 200)).toEqual(inside(raw, 200));
});

test('matches other colours to the source’s at the seam', async ({ pictures }) => {
  const { source } = await scene(0, 0);
  const result = await sharp(source).linear([1.15, 1, 0.85], [6, 0, -4]).png().toBuffer();
  const made = await pictures.composite({ source, result, coverage: MASK }, CORRECTED);
  if (!made.ok) throw new Error(made.error);
  expect(made.data).toMatchObject({ outsideChangedPx: 0, misalignment: null, used: { verdict: 'used' } });
  expect(made.data.seamErrorAfter).toBeLessThan(0.35 * (made.data.seamErrorBefore ?? 0));
});

test('keeps the colours of a reply that differs everywhere', async ({ pictures }) => {
  const one = (background: string) =>
    sharp({ create: { ...SIZE, channels: 3, background } })
      .png()
      .toBuffer();
  const { source } = await scene(0, 0);
  for (const from of [source, await one('#c08040')]) {
    const made = await pictures.composite({ source: from, result: await one('#2040c0'), coverage: MASK }, CORRECTED);
    if (!made.ok) throw new Error(made.error);
    const { data } = await decodeElsewhere(made.data.bytes);
    expect([...data.subarray(4 * (180 * 480 + 240), 4 * (180 * 480 + 240) + 3)]).toEqual([0x20, 0x40, 0xc0]);
  }
});

test('handles replies that have nothing to do with the picture', async ({ pictures }) => {
  const { source } = await scene(0, 0);
  const frames = await Promise.all([8, 9].map((seed) => noise(SIZE.width, SIZE.height, 3, seed).png().toBuffer()));
  const replies: Record<string, Buffer> = {
    unrelated: await noise(SIZE.width, SIZE.height, 3, 5).png().toBuffer(),
    'of one colour': await sharp({ create: { ...SIZE, channels: 3, background: '#336699' } })
      .png()
      .toBuffer(),
    'of another shape': await noise(300, 700, 3, 6).jpeg().toBuffer(),
    'with alpha': await noise(SIZE.width, SIZE.height, 4, 7).png().toBuffer(),
    animated: await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer(),
    'of one pixel': await noise(1, 1, 3).png().toBuffer(),
  };
  for (const [name, result] of Object.entries(replies)) {
    const made = await pictures.composite({ source, result, coverage: MASK }, CORRECTED);
    expect(made, name).toMatchObject({
      ok: true,
      data: { outsideChangedPx: 0, misalignment: null, used: { verdict: 'notUsed', reason: 'unrelated' } },
    });
  }
});

test('handles masks of one pixel, at the border, and over nearly everything', async ({ pictures }) => {
  const { source, result } = await scene(4, 3);
  const masks: Record<string, (i: number) => boolean> = {
    'one pixel': (i) => i === 100 * SIZE.width + 200,
    'the border': (i) => i % SIZE.width < 60,
    'nearly everything': (i) => i >= 3 * SIZE.width,
    everything: () => true,
  };
  for (const [name, isIn] of Object.entries(masks)) {
    const coverage = Uint8Array.from(MASK, (_, i) => (isIn(i) ? 255 : 0));
    const made = await pictures.composite({ source, result, coverage }, { ...CORRECTED, growPx: 1, featherPx: 2 });
    const isDecidable = name === 'one pixel' || name === 'the border';
    const verdict = isDecidable ? 'used' : 'cannotTell';
    expect(made, name).toMatchObject({ ok: true, data: { outsideChangedPx: 0, used: { verdict } } });
  }
});

test('judges a result without a mask, and corrects nothing', async ({ pictures }) => {
  const { source, result } = await scene(5, 5);
  const input = { plan: PLAN };
  expect(await pictures.checkUsage({ source, result }, input)).toMatchObject({
    ok: true,
    data: { used: { verdict: 'used', reason: 'misaligned' } },
  });
  const stranger = await noise(SIZE.width, SIZE.height, 3).jpeg().toBuffer();
  expect(await pictures.checkUsage({ source, result: stranger }, input)).toMatchObject({
    ok: true,
    data: { misalignment: null, used: { verdict: 'notUsed' } },
  });
});

test('marks the region on a copy at the size sent, and draws what changed', async ({ pictures }) => {
  const source = await photo(SIZE.width, SIZE.height).png().toBuffer();
  const plan = planWire(SIZE, { width: 960, height: 720 });
  const annotated = await pictures.makeAnnotatedImage({ bytes: source, coverage: MASK }, { plan, maxBytes: 1e9 });
  if (!annotated.ok) throw new Error(annotated.error);
  const copy = await decodeElsewhere(annotated.data.bytes);
  expect([copy.width, copy.height]).toEqual([960, 720]);
  const at = (x: number, y: number) => [...copy.data.subarray(4 * (y * 960 + x), 4 * (y * 960 + x) + 3)];
  expect(at(358, 360)).toEqual([255, 0, 255]);

  const result = await sharp(source)
    .composite([{ input: { create: { width: 40, height: 40, channels: 3, background: 'white' } }, left: 20, top: 20 }])
    .png()
    .toBuffer();
  const view = { plan: PLAN, growPx: 0, featherPx: 0, widthPx: 240, heightPx: 180 };
  const drawn = await pictures.makeDifference({ source, result, coverage: MASK }, view);
  if (!drawn.ok) throw new Error(drawn.error);
  const heat = await decodeElsewhere(drawn.data.bytes);
  const [red = 0, , blue = 0] = heat.data.subarray(4 * (20 * 240 + 20), 4 * (20 * 240 + 20) + 3);
  expect([heat.width, heat.height]).toEqual([240, 180]);
  expect(red - blue).toBeGreaterThan(100);
  expect(drawn.data.insideChangedRatio).toBe(0);
  expect(drawn.data.outsideChangedRatio).toBeCloseTo((40 * 40) / (SIZE.width * SIZE.height - 120 * 120), 3);
});

test('reports progress with 36 megapixels, and stops when aborted', { tag: '@long' }, async ({ pictures }) => {
  test.setTimeout(180_000);
  const [width, height] = [7200, 5000];
  const source = await photo(width, height).jpeg({ quality: 90 }).toBuffer();
  const result = await sharp(source).resize(2560, 1778, { fit: 'fill' }).jpeg().toBuffer();
  const coverage = Uint8Array.from({ length: width * height }, (_, i) => (i % width < 900 ? 255 : 0));
  const input = { ...CORRECTED, plan: planWire({ width, height }, { width: 2560, height: 1778 }) };
  const made = await pictures.composite({ source, result, coverage }, input);
  expect(made).toMatchObject({ ok: true, data: { outsideChangedPx: 0 } });
  const reported = pictures.lastProgress();
  expect(reported.length).toBeGreaterThan(3);
  expect(reported).toEqual([...reported].sort((a, b) => a - b));
  expect(reported.at(-1)).toBe(1);

  const wholeMs = pictures.lastMs();
  const stopped = await pictures.composite({ source, result, coverage }, input, wholeMs / 4);
  expect(stopped).toEqual({ ok: false, error: 'cancelled' });
  // The worker itself has stopped: the next task does not wait for the rest of this one.
  await pictures.checkUsage(
    { source: await photo(64, 64).png().toBuffer(), result: await photo(64, 64).png().toBuffer() },
    {
      plan: planWire({ width: 64, height: 64 }, { width: 64, height: 64 }),
    },
  );
  expect(pictures.lastMs()).toBeLessThan(wholeMs / 2);
});
