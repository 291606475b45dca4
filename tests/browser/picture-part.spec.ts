// Only a part of a picture is sent; what comes back is laid into the whole, of which nothing else changes.

import sharp from 'sharp';
import { runEditJob } from '../../practice-relay/images/job.ts';
import { DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import { choosePart, type PicturePart } from '../../shared/images/detail.ts';
import { DEFAULT_SIZE_RULES, matchPicture, type Size } from '../../shared/images/size.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import { type Decoded, decodeElsewhere, expect, noise, type PictureDriver, photo, test } from './picture-fixtures.ts';

const CORRECTED = { growPx: 0, featherPx: 0, ...DEFAULT_CORRECTIONS };
const NO_LIMIT = { format: 'png', maxBytes: 1e9 } as const;

/** A filled ellipse in a box of a plane. */
function ellipse({ width, height }: Size, box: PicturePart): Uint8Array<ArrayBuffer> {
  const plane = new Uint8Array(width * height);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const [dx, dy] = [(x + 0.5 - box.x) / box.width - 0.5, (y + 0.5 - box.y) / box.height - 0.5];
      if (dx * dx + dy * dy < 0.25) plane[y * width + x] = 255;
    }
  }
  return plane;
}

function cut(plane: Uint8Array, { width }: Size, part: PicturePart): Uint8Array<ArrayBuffer> {
  const rows = new Uint8Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    const start = (part.y + y) * width + part.x;
    rows.set(plane.subarray(start, start + part.width), y * part.width);
  }
  return rows;
}

const extract = (file: Uint8Array, { x, y, width, height }: PicturePart): Promise<Buffer> =>
  sharp(file).extract({ left: x, top: y, width, height }).png().toBuffer();

/** Number of pixels that differ in any channel where the plane is 0. */
function differOutside(before: Decoded, after: Decoded, plane: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < plane.length; i++) {
    if (plane[i] !== 0) continue;
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      if (before.data[k] === after.data[k]) continue;
      count += 1;
      break;
    }
  }
  return count;
}

const WHOLE = { width: 400, height: 300 };
for (const [name, channels, part, wire] of [
  ['in the middle', 3, { x: 120, y: 90, width: 160, height: 120 }, { width: 160, height: 120 }],
  ['in a corner, enlarged', 3, { x: 240, y: 180, width: 160, height: 120 }, { width: 320, height: 240 }],
  ['of a transparent picture', 4, { x: 0, y: 0, width: 161, height: 99 }, { width: 161, height: 99 }],
  ['that another shape is sent for', 3, { x: 10, y: 20, width: 200, height: 100 }, { width: 200, height: 200 }],
] as const) {
  test(`a part ${name}: nothing else changes, and in it is what it alone would become`, async ({ pictures }) => {
    const source = await noise(WHOLE.width, WHOLE.height, channels).png().toBuffer();
    const coverage = ellipse(WHOLE, { ...part, x: part.x + 20, y: part.y + 20, width: 80, height: 60 });
    const plan = planWire({ width: part.width, height: part.height }, wire);
    const alone = await extract(source, part);
    const sent = await pictures.makeWirePicture(source, { plan, part, ...NO_LIMIT });
    const sentAlone = await pictures.makeWirePicture(alone, { plan, ...NO_LIMIT });
    if (!sent.ok || !sentAlone.ok || !sent.data.bytes) throw new Error('Nothing to send.');
    const wirePicture = await decodeElsewhere(sent.data.bytes);
    expect(wirePicture.data).toEqual((await decodeElsewhere(sentAlone.data.bytes ?? alone)).data);

    const result = await noise(wire.width, wire.height, 3, 7).png().toBuffer();
    const inPart = cut(coverage, WHOLE, part);
    const made = await pictures.composite({ source, result, coverage: inPart }, { plan, part, ...CORRECTED });
    const madeAlone = await pictures.composite({ source: alone, result, coverage: inPart }, { plan, ...CORRECTED });
    if (!made.ok || !madeAlone.ok) throw new Error('Nothing was made.');
    expect(made.data).toMatchObject({ outsideChangedPx: 0 });
    expect(made.data.used).toEqual(madeAlone.data.used);
    const [before, after] = [await decodeElsewhere(source), await decodeElsewhere(made.data.bytes)];
    expect([after.width, after.height]).toEqual([WHOLE.width, WHOLE.height]);
    expect(differOutside(before, after, coverage)).toBe(0);
    const inside = await decodeElsewhere(await extract(made.data.bytes, part));
    expect(inside.data).toEqual((await decodeElsewhere(madeAlone.data.bytes)).data);
  });
}

test('a part outside its picture is refused', async ({ pictures }) => {
  const source = await photo(100, 100).png().toBuffer();
  const part = { x: 60, y: 0, width: 50, height: 50 };
  const plan = planWire({ width: 50, height: 50 }, { width: 50, height: 50 });
  expect(await pictures.makeWirePicture(source, { plan, part, ...NO_LIMIT })).toEqual({
    ok: false,
    error: 'sizesDiffer',
  });
  expect(await pictures.composite({ source, result: source }, { plan, part, ...CORRECTED })).toEqual({
    ok: false,
    error: 'sizesDiffer',
  });
});

test('the difference of a received part is drawn in its place', async ({ pictures }) => {
  const source = await photo(400, 300).png().toBuffer();
  const part = { x: 100, y: 50, width: 200, height: 100 };
  const result = await sharp(await extract(source, part))
    .negate({ alpha: false })
    .png()
    .toBuffer();
  const plan = planWire({ width: 200, height: 100 }, { width: 200, height: 100 });
  const size = { widthPx: 200, heightPx: 150 };
  const made = await pictures.makeDifference({ source, result }, { plan, part, growPx: 0, featherPx: 0, ...size });
  if (!made.ok) throw new Error(made.error);
  const drawn = await decodeElsewhere(made.data.bytes);
  expect([drawn.width, drawn.height]).toEqual([200, 150]);
  const isBlue = (x: number, y: number) => (drawn.data[4 * (200 * y + x) + 2] ?? 0) > 120;
  expect([isBlue(51, 26), isBlue(148, 73), isBlue(48, 50), isBlue(152, 50), isBlue(100, 22), isBlue(100, 78)]).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

/** Sends a picture, or a part of it, to the practice relay, and lays over it what comes back. */
async function editOnce(
  pictures: PictureDriver,
  source: Buffer,
  { whole, coverage, part, wire }: { whole: Size; coverage: Uint8Array; part: PicturePart | null; wire: Size },
): Promise<Decoded> {
  const { width, height } = part ?? whole;
  const plan = planWire({ width, height }, wire);
  const inPart = part === null ? coverage : cut(coverage, whole, part);
  const sent = await pictures.makeWirePicture(source, { plan, part, ...NO_LIMIT });
  const mask = await pictures.makeWireMask(inPart, { plan, isSoft: false });
  if (!sent.ok || !mask.ok) throw new Error('Nothing to send.');
  const options = { outputFormat: 'png', outputCompression: 0, variations: 1, previews: false, watermark: false };
  const asked = { prompt: 'Black and white', size: wire, images: [sent.data.bytes ?? source], mask: mask.data.bytes };
  const request = { ...options, ...asked, background: 'auto', ignoredFields: [] } as unknown as Parameters<
    typeof runEditJob
  >[0];
  let result: Uint8Array | undefined;
  for await (const output of runEditJob(request, new AbortController().signal)) {
    if (output.kind === 'result') result = output.file;
    else throw new Error(JSON.stringify(output));
  }
  if (result === undefined) throw new Error('No result.');
  const files = { source, result, coverage: inPart };
  const made = await pictures.composite(files, { plan, part, ...CORRECTED });
  if (!made.ok) throw new Error(made.error);
  expect(made.data).toMatchObject({ outsideChangedPx: 0 });
  return decodeElsewhere(made.data.bytes);
}

/** How far a picture is from what the edit makes of the source at its full size, in levels, inside the mask. */
function errorInside(made: Decoded, before: Decoded, coverage: Uint8Array): number {
  let [sum, count] = [0, 0];
  for (let i = 0; i < coverage.length; i++) {
    if (coverage[i] === 0) continue;
    const at = (picture: Decoded, channel: number) => picture.data[4 * i + channel] ?? 0;
    const grey = 0.2126 * at(before, 0) + 0.7152 * at(before, 1) + 0.0722 * at(before, 2);
    sum += Math.abs(at(made, 1) - grey);
    count += 1;
  }
  return sum / count;
}

test('a large picture keeps its detail inside the mask if only that part is sent', { tag: '@slow' }, async ({
  pictures,
}) => {
  const whole = { width: 6000, height: 4000 };
  const source = await noise(whole.width, whole.height, 3).png({ compressionLevel: 1 }).toBuffer();
  const box = { x: 4100, y: 300, width: 700, height: 500 };
  const coverage = ellipse(whole, box);
  const mask = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
  const part = choosePart(whole, mask, { ...DEFAULT_SIZE_RULES, shape: null }, null);
  if (part === null) throw new Error('No part.');
  const before = await decodeElsewhere(source);
  const errors: number[] = [];
  for (const [sent, wire] of [
    [part, matchPicture(part, DEFAULT_SIZE_RULES)],
    [null, matchPicture(whole, DEFAULT_SIZE_RULES)],
  ] as const) {
    const after = await editOnce(pictures, source, { whole, coverage, part: sent, wire });
    expect(differOutside(before, after, coverage)).toBe(0);
    errors.push(errorInside(after, before, coverage));
  }
  const [ofPart = 0, ofWhole = 0] = errors;
  console.log(`mean error inside: ${ofPart.toFixed(2)} around the mask, ${ofWhole.toFixed(2)} as a whole`);
  expect(ofPart).toBeLessThan(0.5 * ofWhole);
});
