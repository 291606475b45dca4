import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxMask, plain, render, type Scenery, waves } from '../../testing/test-pictures.ts';
import type { Pixels } from '../pixels.ts';
import { NO_DISPLACEMENT, type Placement } from '../resampling/placement.ts';
import { makePatch } from './composite.ts';
import { matchColours, seamError } from './seam-match.ts';
import { ringAround, ringColours } from './seam-ring.ts';

const [WIDTH, HEIGHT] = [160, 120];
const BOX = { x: 50, y: 40, w: 60, h: 40 };
const mask = boxMask(WIDTH, HEIGHT, BOX);
const size = { width: WIDTH, height: HEIGHT };
const inPlace: Placement = { place: { x: 0, y: 0, ...size }, size, displacement: NO_DISPLACEMENT };
const source = render(WIDTH, HEIGHT, waves(2));
const coloursOf = (result: Pixels, from = source) => ringColours(from, result, inPlace, ringAround(mask));
/** The scenery with more exposure and a warmer white balance, in linear light. */
const warmer = (scenery: Scenery): Scenery => {
  const lit = (value: number, gain: number): number => 255 * ((Math.max(0, value) / 255) ** 2.2 * gain) ** (1 / 2.2);
  return (x, y) => {
    const [red, green, blue] = scenery(x, y);
    return [lit(red, 1.3), lit(green, 1.1), lit(blue, 0.8)];
  };
};

describe('ringAround', () => {
  it('is outside the mask, and close to it', () => {
    const box = fc.record({
      x: fc.integer({ min: 0, max: 50 }),
      y: fc.integer({ min: 0, max: 40 }),
      w: fc.integer({ min: 1, max: 14 }),
      h: fc.integer({ min: 1, max: 14 }),
    });
    fc.assert(
      fc.property(box, (at) => {
        const ring = ringAround(boxMask(64, 54, at));
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

  it('is empty for an empty mask, and for one that covers everything', () => {
    expect(ringAround(boxMask(9, 9, { x: 0, y: 0, w: 0, h: 0 }))).toHaveLength(0);
    expect(ringAround(boxMask(9, 9, { x: 0, y: 0, w: 9, h: 9 }))).toHaveLength(0);
  });
});

describe('matchColours', () => {
  it('restores the source’s colours after a change of light', () => {
    const colours = coloursOf(render(WIDTH, HEIGHT, warmer(waves(2))));
    const match = matchColours(colours);
    expect(seamError(colours, null)).toBeGreaterThan(7);
    expect(seamError(colours, match)).toBeLessThan(1.5);
  });

  it('is not misled by a repainted part of the ring', () => {
    const result = render(WIDTH, HEIGHT, (x, y) => (x < 52 ? [255, 0, 255] : warmer(waves(2))(x, y)));
    const match = matchColours(coloursOf(result));
    expect(seamError(coloursOf(render(WIDTH, HEIGHT, warmer(waves(2)))), match)).toBeLessThan(3);
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

it('a matched patch is as large as the mask, and has the light of the source', async () => {
  const result = render(WIDTH, HEIGHT, warmer(waves(2)));
  const match = matchColours(coloursOf(result));
  const patch = await makePatch(source, result, mask, { placement: inPlace, match });
  expect(patch).toMatchObject({ left: BOX.x, top: BOX.y, pixels: { width: BOX.w, height: BOX.h } });
  let inside = 0;
  for (let i = 0; i < BOX.w * BOX.h; i++) {
    const at = (BOX.y + Math.floor(i / BOX.w)) * WIDTH + BOX.x + (i % BOX.w);
    inside += Math.abs((patch?.pixels.data[4 * i] ?? 0) - (source.data[4 * at] ?? 0));
  }
  expect(inside / (BOX.w * BOX.h)).toBeLessThan(2);
});
