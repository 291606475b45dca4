// What erasing promises for any picture and any region, and that textures continue.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { type Picture, type Region, regionOfAlpha } from '../picture.ts';
import { eraseRegion } from './erase.ts';

type Colour = readonly [red: number, green: number, blue: number, alpha?: number];
type Rectangle = { left: number; top: number; width: number; height: number };

function pictureOf(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
  hasAlpha = false,
): Picture {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const [red, green, blue, alpha = 255] = colourAt(i % width, Math.floor(i / width));
    data.set([red, green, blue, alpha], i * 4);
  }
  return { width, height, data, hasAlpha };
}

function holeOf(picture: Picture, { left, top, width, height }: Rectangle): Region {
  const alpha = new Uint8Array(picture.width * picture.height).fill(255);
  for (let y = top; y < top + height; y++) alpha.fill(0, y * picture.width + left, y * picture.width + left + width);
  return regionOfAlpha(alpha, picture);
}

/** Erases in a copy, with the region painted over before. */
async function erased(picture: Picture, region: Region, signal = new AbortController().signal): Promise<Uint8Array> {
  const copy = { ...picture, data: picture.data.slice() };
  for (const [i, isIn] of region.inside?.entries() ?? []) if (isIn === 1) copy.data.set([255, 0, 255, 255], i * 4);
  await eraseRegion(copy, region, signal);
  return copy.data;
}

function meanError(found: Uint8Array, { data }: Picture, { inside, areaPx }: Region): number {
  let sum = 0;
  for (const [i, isIn] of inside?.entries() ?? []) {
    if (isIn === 1) for (let c = i * 4; c < i * 4 + 3; c++) sum += Math.abs((found[c] ?? 0) - (data[c] ?? 0));
  }
  return sum / (3 * areaPx);
}

const NO_NOISE: Readonly<Record<string, (x: number, y: number) => Colour>> = {
  stripes: (x, y) => ((x + 2 * y) % 24 < 12 ? [200, 150, 60] : [60, 70, 140]),
  tiles: (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [40, 60, 80] : [220, 210, 190]),
  bricks: (x, y) => (y % 14 < 3 || (x + (Math.floor(y / 14) % 2) * 16) % 32 < 3 ? [180, 170, 160] : [140, 70, 50]),
  horizon: (_x, y) => (y < 80 ? [120, 160, 210] : [70, 110, 50]),
  'a sky': (x, y) => [60 + y / 2, 110 + y / 2 + x / 16, 190 + y / 4],
};

test.each(Object.entries(NO_NOISE))('%s go on through the hole', async (_name, colourAt) => {
  const picture = pictureOf(200, 160, colourAt);
  const region = holeOf(picture, { left: 70, top: 50, width: 60, height: 60 });
  expect(meanError(await erased(picture, region), picture, region)).toBeLessThan(2);
});

test('what is searched for at a reduced size is painted in the pixels of the picture', async () => {
  const picture = pictureOf(1000, 800, (x, y) => [(x * 7919 + y * 104_729) % 97 < 48 ? 200 : 100, 120, 120]);
  const region = holeOf(picture, { left: 400, top: 300, width: 200, height: 200 });
  const found = await erased(picture, region);
  // Other reds than the two only where pieces meet; a mean of several places would have hardly any of the two.
  const isMixed = (i: number): boolean => Math.abs(Math.abs((found[i * 4] ?? 0) - 150) - 50) > 12;
  const mixed = [...(region.inside?.keys() ?? [])].filter((i) => region.inside?.[i] === 1 && isMixed(i));
  expect(mixed.length / region.areaPx).toBeLessThan(0.4);
});

/** Pictures of any small size with any mask: noise, flat parts, transparency; holes at borders, almost everywhere. */
const CASES = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer({ min: 1, max: 1000 }),
    colours: fc.integer({ min: 1, max: 250 }),
    hasAlpha: fc.boolean(),
    holes: fc.array(
      fc.record({
        x: fc.double({ min: 0, max: 1 }),
        y: fc.double({ min: 0, max: 1 }),
        size: fc.double({ min: 0, max: 1 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .filter(({ holes }) => holes.every(({ x, y, size }) => Number.isFinite(x + y + size)));

test('outside nothing changes, inside are colours of the surroundings, and always the same ones', async () => {
  await fc.assert(
    fc.asyncProperty(CASES, async ({ width, height, seed, colours, hasAlpha, holes }) => {
      const valueAt = (x: number, y: number, c: number): number =>
        40 + ((Math.imul(x * 31 + y * 17 + c * 7 + seed, 2_654_435_761) >>> 8) % colours) * (200 / colours);
      const picture = pictureOf(
        width,
        height,
        (x, y) => [valueAt(x, y, 0), valueAt(x, y, 1), valueAt(x, y, 2), hasAlpha ? valueAt(x, y, 3) : 255],
        hasAlpha,
      );
      const alpha = new Uint8Array(width * height).fill(255);
      for (const [i] of alpha.entries()) {
        const [u, v] = [(i % width) / width, Math.floor(i / width) / height];
        if (holes.some(({ x, y, size }) => Math.max(Math.abs(u - x), Math.abs(v - y)) <= size / 2)) alpha[i] = 0;
      }
      const region = regionOfAlpha(alpha, picture);
      fc.pre(region.areaPx > 0 && region.areaPx < alpha.length);
      const found = await erased(picture, region);
      expect(await erased(picture, region)).toEqual(found);
      const limits = [0, 1, 2, 3].map((c) => {
        const known = [...alpha.keys()].filter((i) => alpha[i] !== 0).map((i) => picture.data[i * 4 + c] ?? 0);
        return { least: Math.min(...known), most: Math.max(...known) };
      });
      for (const [i, value] of found.entries()) {
        if (alpha[i >> 2] !== 0) expect(value).toBe(picture.data[i]);
        // Tones may go a little beyond what is there; colours of almost transparent pixels are rounded coarsely.
        const slack = hasAlpha && i % 4 < 3 ? 40 : 20;
        expect(value).toBeGreaterThanOrEqual((limits[i % 4]?.least ?? 0) - slack);
        expect(value).toBeLessThanOrEqual((limits[i % 4]?.most ?? 0) + slack);
      }
    }),
    {
      numRuns: runs(40),
      // One pixel, which differs much from all of its neighbours.
      examples: [[{ width: 16, height: 10, seed: 435, colours: 6, hasAlpha: false, holes: [{ x: 0, y: 0, size: 0 }] }]],
    },
  );
});

test.each<[name: string, size: [number, number], hole: Rectangle]>([
  ['a frame of one pixel', [900, 700], { left: 1, top: 1, width: 898, height: 698 }],
  ['one pixel of two', [2, 1], { left: 1, top: 0, width: 1, height: 1 }],
  ['one row of a picture of one row', [300, 1], { left: 20, top: 0, width: 250, height: 1 }],
  ['all but a corner', [64, 64], { left: 0, top: 5, width: 64, height: 59 }],
])('where almost nothing is known, its colour is continued: %s', async (_name, [width, height], hole) => {
  const picture = pictureOf(width, height, () => [90, 140, 60]);
  const found = await erased(picture, holeOf(picture, hole));
  expect(Buffer.from(found).equals(Buffer.from(picture.data))).toBe(true);
});

test('transparency goes on as well, with no colour from behind it', async () => {
  const picture = pictureOf(120, 100, (x) => (x % 20 < 10 ? [200, 40, 40, 255] : [0, 255, 0, 0]), true);
  const found = await erased(picture, holeOf(picture, { left: 45, top: 30, width: 40, height: 40 }));
  const wrong = [...found.keys()].filter((i) => {
    const isSeen = (i >> 2) % 20 < 10;
    return found[i] !== picture.data[i] && (isSeen || i % 4 === 3);
  });
  expect(wrong).toEqual([]);
});

test('grey stays grey', async () => {
  const picture = pictureOf(120, 100, (x, y) => {
    const level = 60 + ((x * 13 + y * 29) % 120);
    return [level, level, level];
  });
  const found = await erased(picture, holeOf(picture, { left: 40, top: 30, width: 40, height: 40 }));
  expect([...found.keys()].some((i) => i % 4 < 3 && found[i] !== found[i - (i % 4)])).toBe(false);
});

test('of a picture of 100 MP only what is around the hole is looked at', async () => {
  const side = 10_000;
  const picture: Picture = { width: side, height: side, data: new Uint8Array(side * side * 4), hasAlpha: false };
  const region: Region = {
    inside: new Uint8Array(side * side),
    areaPx: 32 * 32,
    box: { left: 5000, top: 5000, width: 32, height: 32 },
  };
  for (let y = 4800; y < 5232; y++) picture.data.fill(200, (y * side + 4800) * 4, (y * side + 5232) * 4);
  for (let y = 5000; y < 5032; y++) {
    region.inside?.fill(1, y * side + 5000, y * side + 5032);
    picture.data.fill(10, (y * side + 5000) * 4, (y * side + 5032) * 4);
  }
  await eraseRegion(picture, region, new AbortController().signal);
  expect(picture.data[(5016 * side + 5016) * 4]).toBe(200);
});

test('it ends when the signal aborts', async () => {
  const picture = pictureOf(700, 700, (x, y) => [(x * 31) % 255, (y * 17) % 255, (x * y) % 255]);
  const region = holeOf(picture, { left: 200, top: 200, width: 300, height: 300 });
  const abort = new AbortController();
  const end = erased(picture, region, abort.signal);
  abort.abort(new Error('The reply was closed.'));
  await expect(end).rejects.toThrow('The reply was closed.');
});
