// A picture is sent at the planned size and position; a protected result has exactly the source's pixels outside the
// mask.

import sharp from 'sharp';
import { DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import { countDifferent, decodeElsewhere, expect, noise, photo, test } from './picture-fixtures.ts';

/** All corrections are on. */
const CORRECTED = DEFAULT_CORRECTIONS;
const NO_LIMIT = { format: 'png', maxBytes: 1e9 } as const;

/** A mask with a filled ellipse in the centre of the picture. */
function ellipse(width: number, height: number, value = 255): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.5];
    return x * x + y * y < 0.04 ? value : 0;
  });
}

test('sends a picture of the right size unchanged', async ({ pictures }) => {
  const file = await photo(200, 100).png().toBuffer();
  const size = { width: 200, height: 100 };
  const sent = await pictures.makeWirePicture(file, { plan: planWire(size, size), ...NO_LIMIT });
  expect(sent).toEqual({ ok: true, data: { bytes: null, mime: null } });
});

test('resamples a picture to the size sent, centred, with margins of its edge colours', async ({ pictures }) => {
  const file = await photo(200, 100).png().toBuffer();
  const plan = planWire({ width: 200, height: 100 }, { width: 500, height: 500 });
  const sent = await pictures.makeWirePicture(file, { plan, ...NO_LIMIT });
  if (!sent.ok || !sent.data.bytes) throw new Error('Nothing to send.');
  const found = await decodeElsewhere(sent.data.bytes);
  expect([found.width, found.height]).toEqual([500, 500]);
  const inner = await sharp(file).resize(500, 250, { kernel: 'lanczos3' }).png().toBuffer();
  const middle = await sharp(sent.data.bytes).extract({ left: 0, top: 125, width: 500, height: 250 }).png().toBuffer();
  expect(countDifferent(await decodeElsewhere(middle), await decodeElsewhere(inner), 3)).toBeLessThan(0.01 * 500 * 250);
  const column = (x: number, y: number) => [...found.data.subarray(4 * (500 * y + x), 4 * (500 * y + x) + 3)];
  expect(column(250, 0)).toEqual(column(250, 125));
  expect(column(10, 499)).toEqual(column(10, 374));
});

test('keeps alpha when sending, and makes a JPEG if a PNG is too large', async ({ pictures }) => {
  const size = { width: 300, height: 300 };
  const plan = planWire(size, { width: 400, height: 400 });
  const seeThrough = await pictures.makeWirePicture(await noise(300, 300, 4).png().toBuffer(), {
    plan,
    format: 'jpeg',
    maxBytes: 1,
  });
  expect(seeThrough).toMatchObject({ ok: true, data: { mime: 'image/png' } });

  const opaque = await noise(300, 300, 3).png().toBuffer();
  const small = await pictures.makeWirePicture(opaque, { plan, format: 'png', maxBytes: 150_000 });
  if (!small.ok || !small.data.bytes) throw new Error('Nothing to send.');
  expect(small.data.mime).toBe('image/jpeg');
  expect(small.data.bytes.length).toBeLessThanOrEqual(150_000);
  expect((await sharp(small.data.bytes).metadata()).width).toBe(400);
  // The right size, but too many bytes: it cannot be sent unchanged.
  const same = await pictures.makeWirePicture(opaque, { plan: planWire(size, size), format: 'png', maxBytes: 150_000 });
  expect(same).toMatchObject({ ok: true, data: { mime: 'image/jpeg' } });
});

test('writes the mask at the size sent, transparent where painted', async ({ pictures }) => {
  const source = { width: 64, height: 40 };
  const coverage = new Uint8Array(64 * 40);
  coverage[20 * 64 + 32] = 1;
  coverage[0] = 255;
  const plan = planWire(source, { width: 200, height: 200 });
  const hard = await pictures.makeWireMask(coverage, { plan, isSoft: false });
  if (!hard.ok) throw new Error(hard.error);
  const found = await decodeElsewhere(hard.data.bytes);
  expect([found.width, found.height, (await sharp(hard.data.bytes).metadata()).channels]).toEqual([200, 200, 4]);
  const alpha = (x: number, y: number) => found.data[4 * (200 * y + x) + 3];
  const { placed } = plan;
  expect([alpha(placed.x, placed.y), alpha(placed.x + 3, placed.y), alpha(placed.x + 4, placed.y)]).toEqual([
    0, 0, 255,
  ]);
  expect([alpha(101, placed.y + 63), alpha(0, 0), alpha(199, 199)]).toEqual([0, 255, 255]);
  const soft = await pictures.makeWireMask(coverage, { plan: planWire(source, source), isSoft: true });
  if (!soft.ok) throw new Error(soft.error);
  const degrees = await decodeElsewhere(soft.data.bytes);
  expect([degrees.data[3], degrees.data[4 * (20 * 64 + 32) + 3], degrees.data[7]]).toEqual([0, 254, 255]);
});

for (const [name, channels, wire] of [
  ['an opaque picture', 3, undefined],
  ['a picture with random alpha', 4, undefined],
  ['a picture with random alpha that was scaled and padded', 4, { width: 700, height: 650 }],
] as const) {
  test(`keeps every pixel of ${name} outside the mask`, async ({ pictures }) => {
    const size = { width: 400, height: 300 };
    const source = await noise(400, 300, channels).png().toBuffer();
    const requested = wire ?? size;
    const result = await noise(requested.width, requested.height, 3, 7).jpeg({ quality: 100 }).toBuffer();
    const made = await pictures.composite(
      { source, result, coverage: ellipse(400, 300) },
      { plan: planWire(size, requested), growPx: 6, featherPx: 9, ...CORRECTED },
    );
    if (!made.ok) throw new Error(made.error);
    expect(made.data).toMatchObject({
      outsideChangedPx: 0,
      resultWidthPx: requested.width,
      resultHeightPx: requested.height,
    });
    expect(made.data.rawChangedOutsideRatio).toBeGreaterThan(0.9);
    const [before, after] = [await decodeElsewhere(source), await decodeElsewhere(made.data.bytes)];
    expect([after.width, after.height]).toEqual([400, 300]);
    const painted = ellipse(400, 300);
    const [changedFar, changedNear] = [countFar(before, after, painted, 400, 18), countDifferent(before, after)];
    expect(changedFar).toBe(0);
    expect(changedNear).toBeGreaterThan(10_000);
  });
}

test('reports no change when the relay returns what it received', async ({ pictures }) => {
  const source = await noise(300, 200, 3).png().toBuffer();
  const plan = planWire({ width: 300, height: 200 }, { width: 650, height: 700 });
  const sent = await pictures.makeWirePicture(source, { plan, ...NO_LIMIT });
  if (!sent.ok || !sent.data.bytes) throw new Error('Nothing to send.');
  const coverage = ellipse(300, 200);
  const made = await pictures.composite(
    { source, result: sent.data.bytes, coverage },
    { plan, growPx: 2, featherPx: 3, ...CORRECTED },
  );
  expect(made).toMatchObject({
    ok: true,
    data: { outsideChangedPx: 0, rawChangedOutsideRatio: 0, changedRatio: 0 },
  });
});

test('returns the whole result at the source’s size if there is no mask', async ({ pictures }) => {
  const source = await photo(300, 200).png().toBuffer();
  const result = await noise(300, 200, 4, 5).png().toBuffer();
  const plan = planWire({ width: 300, height: 200 }, { width: 300, height: 200 });
  const made = await pictures.composite({ source, result }, { plan, growPx: 0, featherPx: 0, ...CORRECTED });
  if (!made.ok) throw new Error(made.error);
  expect(countDifferent(await decodeElsewhere(made.data.bytes), await decodeElsewhere(result))).toBe(0);
  expect(made.data.rawChangedOutsideRatio).toBeNull();
});

for (const hasMask of [true, false])
  test(`paints the source back over a result ${hasMask ? 'with' : 'without'} a mask, softly at the edge`, async ({
    pictures,
  }) => {
    const [width, height] = [64, 48];
    const plan = planWire({ width, height }, { width, height });
    const plain = (background: string) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
    const [source, result] = [await plain('rgb(200, 40, 40)'), await plain('rgb(0, 140, 240)')];
    // Nothing in the left third, all in the right one, half between them.
    const paintedBack = Uint8Array.from({ length: width * height }, (_, i) => {
      const x = i % width;
      return x < 20 ? 0 : x < 40 ? 128 : 255;
    });
    const coverage = hasMask ? new Uint8Array(width * height).fill(255) : undefined;
    const options = { plan, growPx: 0, featherPx: 0, ...CORRECTED, isSeamMatched: false, isGrainMatched: false };
    const made = await pictures.composite({ source, result, coverage, paintedBack }, options);
    if (!made.ok || !('outsideChangedPx' in made.data)) throw new Error('Not made.');
    expect(made.data.outsideChangedPx).toBe(0);
    const { data } = await decodeElsewhere(made.data.bytes);
    const at = (x: number) => [...data.subarray(4 * (24 * width + x), 4 * (24 * width + x) + 3)];
    expect([at(10), at(50)]).toEqual([
      [0, 140, 240],
      [200, 40, 40],
    ]);
    expect(Math.abs((at(30)[0] ?? 0) - 100)).toBeLessThan(3);
  });

test('rejects pictures that do not belong together, and results that are no pictures', async ({ pictures }) => {
  const source = await photo(30, 20).png().toBuffer();
  const size = { width: 30, height: 20 };
  const options = { plan: planWire(size, size), growPx: 0, featherPx: 0, ...CORRECTED };
  const wrongMask = { source, result: source, coverage: new Uint8Array(599) };
  expect(await pictures.composite(wrongMask, options)).toEqual({ ok: false, error: 'sizesDiffer' });
  const wrongPlan = { ...options, plan: planWire({ width: 31, height: 20 }, size) };
  expect(await pictures.composite({ source, result: source }, wrongPlan)).toEqual({ ok: false, error: 'sizesDiffer' });
  const html = new TextEncoder().encode('<html>busy</html>');
  expect(await pictures.composite({ source, result: html }, options)).toEqual({ ok: false, error: 'unreadable' });
});

/** How many pixels farther than `reach` from any painted pixel differ at all. */
function countFar(
  before: { data: Uint8Array },
  after: { data: Uint8Array },
  painted: Uint8Array,
  width: number,
  reach: number,
): number {
  const height = painted.length / width;
  let count = 0;
  for (let i = 0; i < painted.length; i++) {
    const isSame = [0, 1, 2, 3].every((k) => before.data[4 * i + k] === after.data[4 * i + k]);
    if (isSame) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    let isNear = false;
    for (let v = Math.max(0, y - reach); v <= Math.min(height - 1, y + reach) && !isNear; v++) {
      const row = painted.subarray(v * width + Math.max(0, x - reach), v * width + Math.min(width, x + reach + 1));
      isNear = row.some((value) => value > 0);
    }
    if (!isNear) count += 1;
  }
  return count;
}
