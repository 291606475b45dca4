// On a computer without WebGL, pictures with alpha are converted to PNG files that are exact from then on.

import sharp from 'sharp';
import { DEFAULT_CORRECTIONS } from '../../shared/images/correction-choices.ts';
import { planWire } from '../../shared/images/wire-geometry.ts';
import { countDifferent, decodeElsewhere, expect, noise, test } from './picture-fixtures.ts';

test.use({ switches: ['--disable-software-rasterizer'] });

test('reads plain PNG files exactly, and converts all other pictures with alpha to PNG', async ({ pictures }) => {
  const hasWebGl = await pictures.page.evaluate(() => new OffscreenCanvas(1, 1).getContext('webgl2') !== null);
  expect(hasWebGl).toBe(false);

  const png = await noise(90, 60, 4).png().toBuffer();
  expect(countDifferent(await pictures.decode(png, 'worker'), await decodeElsewhere(png))).toBe(0);
  expect(await pictures.makeWorkingPicture(png)).toMatchObject({ ok: true, data: { bytes: null } });

  const webp = await noise(90, 60, 4).webp({ lossless: true, exact: true }).toBuffer();
  const made = await pictures.makeWorkingPicture(webp);
  if (!made.ok || !made.data.bytes) throw new Error('No PNG was made.');
  expect((await sharp(made.data.bytes).metadata()).format).toBe('png');
  const working = await decodeElsewhere(made.data.bytes);
  // Alpha itself is kept, and so are the visible colours.
  const original = await decodeElsewhere(webp);
  expect(working.data.filter((_value, i) => i % 4 === 3)).toEqual(original.data.filter((_value, i) => i % 4 === 3));
  const opaqueEnough = (i: number) => (original.data[4 * Math.floor(i / 4) + 3] ?? 0) > 200;
  expect(working.data.every((value, i) => !opaqueEnough(i) || Math.abs(value - (original.data[i] ?? 0)) <= 1)).toBe(
    true,
  );

  const size = { width: 90, height: 60 };
  const result = await noise(90, 60, 3, 4).png().toBuffer();
  const coverage = Uint8Array.from({ length: 90 * 60 }, (_, i) => (i % 90 < 30 ? 255 : 0));
  const composite = await pictures.composite(
    { source: made.data.bytes, result, coverage },
    { plan: planWire(size, size), growPx: 3, featherPx: 4, ...DEFAULT_CORRECTIONS },
  );
  if (!composite.ok) throw new Error(composite.error);
  expect(composite.data.outsideChangedPx).toBe(0);
  const right = async (file: Uint8Array) =>
    decodeElsewhere(await sharp(file).extract({ left: 40, top: 0, width: 50, height: 60 }).png().toBuffer());
  expect(countDifferent(await right(composite.data.bytes), await right(made.data.bytes))).toBe(0);
});
