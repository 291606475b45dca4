import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import {
  CONTEXT_RATIO,
  choosePart,
  defaultContext,
  isReducedMuch,
  type PartLimits,
  type PicturePart,
} from './detail.ts';
import { MIN_PIXELS } from './limits.ts';
import { matchPicture, type Size } from './size.ts';
import { marginsOf, planWire } from './wire-geometry.ts';

const side = fc.oneof(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 16_384 }));
const picture = fc.record({ width: side, height: side });
/** A picture, and a mask somewhere in it. */
const masked = picture.chain((size) => {
  const range = (length: number) =>
    fc
      .tuple(fc.integer({ min: 0, max: length - 1 }), fc.integer({ min: 0, max: length - 1 }))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
  return fc
    .tuple(range(size.width), range(size.height))
    .map(([[left, right], [top, bottom]]) => ({ picture: size, mask: { left, top, right, bottom } }));
});
const free = fc.record({
  maxPixels: fc.constantFrom(16_777_216, 10_404_496, 4_000_000),
  maxRatio: fc.constantFrom(16, 3, 2.37, 1),
  shape: fc.constant(null),
});
const fixed = fc
  .constantFrom({ width: 1920, height: 1920 }, { width: 2560, height: 1440 }, { width: 1664, height: 2496 })
  .map((shape) => ({ maxPixels: shape.width * shape.height, maxRatio: 16, shape }));
const ratio = fc.option(fc.double({ ...CONTEXT_RATIO, noNaN: true }));

const FREE: PartLimits = { maxPixels: 16_777_216, maxRatio: 16, shape: null };
const pixels = ({ width, height }: Size) => width * height;
const wireOf = (part: PicturePart, { shape, ...rules }: PartLimits) => shape ?? matchPicture(part, rules);
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe('choosePart', () => {
  it('lies in the picture, has the whole mask, and is clearly less than the whole', () => {
    fc.assert(
      fc.property(masked, fc.oneof(free, fixed), ratio, ({ picture: whole, mask }, limits, context) => {
        const part = choosePart(whole, mask, limits, context);
        if (part === null) return;
        expect([part.x, part.y, part.width, part.height].every(Number.isInteger)).toBe(true);
        expect(part.x).toBeGreaterThanOrEqual(0);
        expect(part.y).toBeGreaterThanOrEqual(0);
        expect(part.x + part.width).toBeLessThanOrEqual(whole.width);
        expect(part.y + part.height).toBeLessThanOrEqual(whole.height);
        expect(part.x).toBeLessThanOrEqual(mask.left);
        expect(part.y).toBeLessThanOrEqual(mask.top);
        expect(part.x + part.width).toBeGreaterThanOrEqual(mask.right);
        expect(part.y + part.height).toBeGreaterThanOrEqual(mask.bottom);
        expect(pixels(part)).toBeLessThanOrEqual(0.8 * pixels(whole));
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is sent without margins, in pictures of a shape that can be', () => {
    const wide = picture.filter(({ width, height }) => Math.min(width, height) >= 512);
    fc.assert(
      fc.property(masked, wide, free, ratio, ({ mask, picture: from }, whole, limits, context) => {
        const scaled = (px: number, by: number, to: number) => Math.min(to, Math.round((px * to) / by));
        const [left, top] = [scaled(mask.left, from.width, whole.width), scaled(mask.top, from.height, whole.height)];
        const right = Math.max(left + 1, scaled(mask.right, from.width, whole.width));
        const bottom = Math.max(top + 1, scaled(mask.bottom, from.height, whole.height));
        if (right > whole.width || bottom > whole.height) return;
        const part = choosePart(whole, { left, top, right, bottom }, limits, context);
        if (part === null) return;
        // What the mask alone is too long for cannot be helped.
        const long = Math.max((right - left) / whole.height, (bottom - top) / whole.width);
        if (long > limits.maxRatio) return;
        expect(marginsOf(planWire(part, wireOf(part, limits)))).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
      }),
      { numRuns: runs(2000), endOnFailure: true },
    );
  });

  it('keeps every pixel of a mask that can be sent so, and has at least the least size', () => {
    const large = masked.filter(({ picture: { width, height } }) => Math.min(width, height) >= 4200);
    fc.assert(
      fc.property(large, ratio, ({ picture: whole, mask }, context) => {
        const part = choosePart(whole, mask, FREE, context);
        if (part === null) return;
        expect(pixels(part)).toBeGreaterThanOrEqual(MIN_PIXELS);
        if ((mask.right - mask.left) * (mask.bottom - mask.top) > 8_000_000) return;
        if (Math.max(mask.right - mask.left, mask.bottom - mask.top) > 4096) return;
        expect(wireOf(part, FREE)).toMatchObject({ width: part.width, height: part.height });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('takes the shape that is sent', () => {
    const limits = { maxPixels: 3_686_400, maxRatio: 16, shape: { width: 2560, height: 1440 } };
    const part = choosePart({ width: 7680, height: 4320 }, box(3000, 2000, 300, 300), limits, null);
    expect(part).toEqual({ x: 1870, y: 1430, width: 2560, height: 1440 });
  });

  it('grows with the surroundings, up to what can be sent without reduction', () => {
    const sizes = [0.25, 0.5, 1, 2].map((context) =>
      choosePart({ width: 11_608, height: 8708 }, box(5000, 4000, 1500, 1200), FREE, context),
    );
    expect(sizes.map((part) => part && [part.width, part.height])).toEqual([
      [2250, 1950],
      [3000, 2700],
      [4248, 3948],
      [4248, 3948],
    ]);
  });

  it.each([
    ['a mask in the corner', box(0, 0, 100, 100), { x: 0, y: 0, width: 1920, height: 1920 }],
    ['one at the other end', box(7580, 4220, 100, 100), { x: 5760, y: 2400, width: 1920, height: 1920 }],
    ['nine tenths of the picture', box(0, 0, 7290, 4100), null],
    ['two far-apart masks', box(10, 10, 7600, 4300), null],
  ])('of 7680x4320: %s', (_name, mask, part) => {
    expect(choosePart({ width: 7680, height: 4320 }, mask, FREE, null)).toEqual(part);
  });

  it('is as large as it can be sent at least, also in a picture of twice that', () => {
    const part = choosePart({ width: 3200, height: 2400 }, box(2480, 580, 170, 90), FREE, null);
    expect(part && wireOf(part, FREE)).toEqual({ width: part?.width, height: part?.height });
  });

  it('is a quarter of a small picture, which is enlarged, and nothing of the smallest', () => {
    expect(choosePart({ width: 1600, height: 1200 }, box(700, 500, 40, 40), FREE, null)).toMatchObject({ width: 693 });
    expect(choosePart({ width: 1, height: 1 }, box(0, 0, 1, 1), FREE, null)).toBeNull();
    expect(choosePart({ width: 1, height: 5000 }, box(0, 0, 1, 5000), FREE, null)).toBeNull();
    expect(choosePart({ width: 1, height: 5000 }, box(0, 100, 1, 3), FREE, 2)).toEqual({
      x: 0,
      y: 94,
      width: 1,
      height: 16,
    });
  });
});

it('gives small masks more surroundings, but not most of a small picture', () => {
  const percent = (of: Size, px: number) => Math.round(100 * defaultContext(of, box(0, 0, px, px)));
  const large = { width: 12_000, height: 9000 };
  expect([10, 256, 512, 2048, 9000].map((px) => percent(large, px))).toEqual([200, 200, 125, 50, 50]);
  const small = { width: 800, height: 600 };
  expect([10, 100, 150, 300, 600].map((px) => percent(small, px))).toEqual([200, 190, 110, 50, 50]);
});

it('reduces 8K much, and 24 megapixels not, under the usual limit', () => {
  const rules = { maxPixels: 16_777_216, maxRatio: 16 };
  const isMuch = (size: Size) => isReducedMuch(size, matchPicture(size, rules));
  expect([isMuch({ width: 7680, height: 4320 }), isMuch({ width: 6000, height: 4000 })]).toEqual([true, false]);
});
