import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../tests/support/runs.ts';
import { boxMask, plain, render, type Scenery, waves } from '../../../testing/test-pictures.ts';
import { NO_CHECKPOINT } from '../checkpoint.ts';
import type { Coverage, Pixels } from '../pixels.ts';
import { NO_DISPLACEMENT, type Placement } from '../resampling/placement.ts';
import { makePatch } from './composite.ts';
import { bandOf } from './edge-blend.ts';
import { createCorrector, matchSeam, type SeamMatch, seamError } from './seam.ts';
import { type ColourMatch, matchColours } from './seam-match.ts';
import { ringAround, ringColours } from './seam-ring.ts';

const [WIDTH, HEIGHT] = [160, 120];
const BOX = { x: 50, y: 40, w: 60, h: 40 };
const mask = boxMask(WIDTH, HEIGHT, BOX);
const size = { width: WIDTH, height: HEIGHT };
const inPlace: Placement = { place: { x: 0, y: 0, ...size }, size, displacement: NO_DISPLACEMENT };
const source = render(WIDTH, HEIGHT, waves(2));
const ringOfMask = await ringAround(mask);
const coloursOf = (result: Pixels, from = source) => ringColours(from, result, inPlace, ringOfMask);
const byCurve = (curve: ColourMatch | null): SeamMatch => ({ curve, light: null, blend: null });
/** The scenery with more exposure and a warmer white balance, in linear light. */
const warmer = (scenery: Scenery): Scenery => {
  const lit = (value: number, gain: number): number => 255 * ((Math.max(0, value) / 255) ** 2.2 * gain) ** (1 / 2.2);
  return (x, y) => {
    const [red, green, blue] = scenery(x, y);
    return [lit(red, 1.3), lit(green, 1.1), lit(blue, 0.8)];
  };
};

const changed =
  (scenery: Scenery, change: (value: number, x: number, y: number) => number): Scenery =>
  (x, y) => {
    const [red, green, blue] = scenery(x, y);
    return [change(red, x, y), change(green, x, y), change(blue, x, y)];
  };

describe('ringAround', () => {
  it('is outside the mask, and close to it', async () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 50 }),
      y: fc.integer({ min: 0, max: 40 }),
      w: fc.integer({ min: 1, max: 14 }),
      h: fc.integer({ min: 1, max: 14 }),
    });
    await fc.assert(
      fc.asyncProperty(box, async (at) => {
        const ring = await ringAround(boxMask(64, 54, at));
        for (const i of ring) {
          const [x, y] = [i % 64, Math.floor(i / 64)];
          const away = Math.max(at.x - x, x - (at.x + at.w - 1), at.y - y, y - (at.y + at.h - 1));
          expect(away).toBeGreaterThan(1);
          expect(away).toBeLessThanOrEqual(5);
        }
        expect(new Set(ring).size).toBe(ring.length);
        expect(ring.length).toBeGreaterThan(0);
      }),
    );
  });

  it('is empty for an empty mask, and for one that covers everything', async () => {
    expect(await ringAround(boxMask(9, 9, { x: 0, y: 0, w: 0, h: 0 }))).toHaveLength(0);
    expect(await ringAround(boxMask(9, 9, { x: 0, y: 0, w: 9, h: 9 }))).toHaveLength(0);
  });
});

describe('matchColours', () => {
  it('restores the source’s colours after a change of light', () => {
    const colours = coloursOf(render(WIDTH, HEIGHT, warmer(waves(2))));
    const match = matchColours(colours);
    expect(seamError(colours, null)).toBeGreaterThan(7);
    expect(seamError(colours, byCurve(match))).toBeLessThan(1.5);
  });

  it('is not misled by a repainted part of the ring', () => {
    const result = render(WIDTH, HEIGHT, (x, y) => (x < 52 ? [255, 0, 255] : warmer(waves(2))(x, y)));
    const match = matchColours(coloursOf(result));
    expect(seamError(coloursOf(render(WIDTH, HEIGHT, warmer(waves(2)))), byCurve(match))).toBeLessThan(3);
  });

  it('changes nothing if nothing differs, nothing fits, or nothing is visible', () => {
    expect(matchColours(coloursOf(source)) === null).toBe(true);
    expect(matchColours(coloursOf(render(WIDTH, HEIGHT, waves(8)))) === null).toBe(true);
    const clear = { ...source, isOpaque: false, data: source.data.map((value, i) => (i % 4 === 3 ? 0 : value)) };
    expect(matchColours(coloursOf(clear)) === null).toBe(true);
    expect(seamError(coloursOf(clear), null)).toBeNull();
  });

  it('takes a change of light in a plain ring for gain', () => {
    const [lit, unlit] = [render(WIDTH, HEIGHT, plain(200)), render(WIDTH, HEIGHT, plain(150))];
    const match = matchColours(coloursOf(unlit, lit));
    expect(match?.[0][150]).toBeGreaterThanOrEqual(199);
    expect(match?.[0][0]).toBeLessThanOrEqual(8);
  });
});

/** The scenery in light that is `left` times as strong at the left edge, `right` times at the right one. */
const relit =
  (scenery: Scenery, left: number, right: number): Scenery =>
  (x, y) => {
    const gain = left + ((right - left) * x) / WIDTH;
    const [red, green, blue] = scenery(x, y).map((value) => 255 * ((value / 255) ** 2.2 * gain) ** (1 / 2.2));
    return [red ?? 0, green ?? 0, blue ?? 0];
  };
const LIGHT = { isSeamMatched: true, isLightMatched: true, blendBand: null } as const;
const find = (colours: ReturnType<typeof coloursOf>, choices = {}) =>
  matchSeam(colours, { ...LIGHT, ...choices }, NO_CHECKPOINT);

describe('matchSeam', () => {
  it('follows light that differs from place to place, where one change of colour cannot', async () => {
    for (const scenery of [waves(2), plain(120, 90, 160)]) {
      const from = render(WIDTH, HEIGHT, scenery);
      const colours = coloursOf(render(WIDTH, HEIGHT, relit(scenery, 0.5, 1.4)), from);
      const once = await find(colours, { isLightMatched: false });
      const match = await find(colours);
      expect(seamError(colours, match)).toBeLessThan(0.5 * (seamError(colours, once) ?? 0));
      expect(match?.light).not.toBeNull();
    }
  });

  it('carries the light on through the mask', async () => {
    const result = render(WIDTH, HEIGHT, relit(waves(2), 0.6, 1.4));
    const match = await find(coloursOf(result));
    const patch = await makePatch(source, result, mask, { placement: inPlace, match, grain: null });
    let error = 0;
    for (let i = 0; i < BOX.w * BOX.h; i++) {
      const at = (BOX.y + Math.floor(i / BOX.w)) * WIDTH + BOX.x + (i % BOX.w);
      error += Math.abs((patch?.pixels.data[4 * i] ?? 0) - (source.data[4 * at] ?? 0));
    }
    expect(error / (BOX.w * BOX.h)).toBeLessThan(2);
  });

  it('does not tint what is bright where the ring hardly shows a channel', async () => {
    const red: Scenery = (x, y) => [waves(2)(x, y)[0], 6, 3];
    // Two levels, as noise that is cut off at black leaves them.
    const from = render(
      WIDTH,
      HEIGHT,
      changed(red, (value) => (value < 10 ? value + 2 : value)),
    );
    const match = await find(coloursOf(render(WIDTH, HEIGHT, relit(red, 0.6, 1.4)), from));
    expect(match?.light).not.toBeNull();
    const white = new Uint8ClampedArray(4 * BOX.w).fill(200);
    if (match) createCorrector(match, WIDTH)(white, 60, BOX.x);
    for (let i = 0; i < white.length; i += 4) {
      expect(Math.abs((white[i] ?? 0) - (white[i + 2] ?? 0))).toBeLessThan(25);
    }
  });

  it('is what it was in earlier versions without the light, and nothing without any choice', async () => {
    const colours = coloursOf(render(WIDTH, HEIGHT, warmer(waves(2))));
    expect(await find(colours, { isLightMatched: false })).toEqual(byCurve(matchColours(colours)));
    expect(await find(colours, { isSeamMatched: false })).toBeNull();
    expect(await find(coloursOf(source))).toBeNull();
  });

  it('does not follow what is different in every other place', async () => {
    const patches = changed(
      waves(2),
      (value, x, y) => value + ((Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0 ? 20 : -20),
    );
    const noise = changed(waves(2), (value, x, y) => value + 40 * Math.sin(12.9 * x * y + 78.2 * y));
    for (const scenery of [patches, noise]) {
      expect(await find(coloursOf(render(WIDTH, HEIGHT, scenery)), { blendBand: bandOf(mask) })).toBeNull();
    }
  });

  it('never makes the seam worse, wherever the mask is, and finds the same again', async () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const change = fc.record({
      gains: fc.tuple(number(0.3, 2), number(0.3, 2)),
      seed: fc.integer({ min: 1, max: 9 }),
      repaintedTo: fc.integer({ min: 0, max: WIDTH }),
      noise: fc.constantFrom(0, 30),
      isFlat: fc.boolean(),
      // Also at the border, and over nearly all of the picture.
      box: fc.record({ x: fc.nat(100), y: fc.nat(80) }).chain(({ x, y }) =>
        fc.record({
          x: fc.constant(x),
          y: fc.constant(y),
          w: fc.integer({ min: 1, max: WIDTH - x }),
          h: fc.integer({ min: 1, max: HEIGHT - y }),
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(change, async ({ gains, seed, repaintedTo, noise, isFlat, box }) => {
        const scenery = isFlat ? plain(90, 120, 150) : waves(seed % 3 === 0 ? 5 : 2);
        const lit = changed(relit(scenery, ...gains), (value, x, y) => value + noise * Math.sin(seed * x * y + x));
        const result = render(WIDTH, HEIGHT, (x, y) => (x < repaintedTo ? [250, 20, 200] : lit(x, y)));
        const painted = boxMask(WIDTH, HEIGHT, box);
        const colours = ringColours(
          isFlat ? render(WIDTH, HEIGHT, scenery) : source,
          result,
          inPlace,
          await ringAround(painted),
        );
        const match = await find(colours, { blendBand: bandOf(painted) });
        expect(seamError(colours, match) ?? 0).toBeLessThanOrEqual(seamError(colours, null) ?? 0);
        expect(await find(colours, { blendBand: bandOf(painted) })).toEqual(match);
      }),
      { numRuns: runs(12) },
    );
  });
});

describe('blending the edge', () => {
  /** Lighter at the left and darker at the right of a line, more than light could change. */
  const split: Scenery = (x, y) => {
    const [red, green, blue] = waves(2)(x, y);
    const by = y < 80 ? 14 : -14;
    return [red + by, green - by, blue];
  };
  const painted: Coverage = boxMask(WIDTH, HEIGHT, { x: 20, y: 20, w: 120, h: 80 });

  it('removes what differs at the edge, and does not reach deep into the edit', async () => {
    const result = render(WIDTH, HEIGHT, split);
    const colours = ringColours(source, result, inPlace, await ringAround(painted));
    const blendBand = bandOf(painted);
    const match = await find(colours, { isSeamMatched: false, blendBand });
    expect(seamError(colours, match)).toBeLessThan(0.4 * (seamError(colours, null) ?? 0));
    const row = result.data.slice(4 * 60 * WIDTH, 4 * 61 * WIDTH);
    if (match) createCorrector(match, WIDTH)(row, 60, 0);
    const deep = [4 * 60, 4 * 100] as const;
    expect(row.slice(...deep)).toEqual(result.data.slice(4 * 60 * WIDTH + deep[0], 4 * 60 * WIDTH + deep[1]));
    expect(row.slice(4 * 21, 4 * 22)).not.toEqual(result.data.slice(4 * (60 * WIDTH + 21), 4 * (60 * WIDTH + 22)));
  });
});

it('a matched patch is as large as the mask, and has the light of the source', async () => {
  const result = render(WIDTH, HEIGHT, warmer(waves(2)));
  const match = matchColours(coloursOf(result));
  const patch = await makePatch(source, result, mask, { placement: inPlace, match: byCurve(match), grain: null });
  expect(patch).toMatchObject({ left: BOX.x, top: BOX.y, pixels: { width: BOX.w, height: BOX.h } });
  let inside = 0;
  for (let i = 0; i < BOX.w * BOX.h; i++) {
    const at = (BOX.y + Math.floor(i / BOX.w)) * WIDTH + BOX.x + (i % BOX.w);
    inside += Math.abs((patch?.pixels.data[4 * i] ?? 0) - (source.data[4 * at] ?? 0));
  }
  expect(inside / (BOX.w * BOX.h)).toBeLessThan(2);
});
