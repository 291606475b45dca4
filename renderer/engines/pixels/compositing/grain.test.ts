import { describe, expect, it } from 'vitest';
import { boxMask, plain, render, waves } from '../../../testing/test-pictures.ts';
import type { Pixels } from '../pixels.ts';
import { createGrainAdder, type Grain } from './grain.ts';
import { missingGrain, type ReadRow } from './grain-measure.ts';

const [WIDTH, HEIGHT] = [240, 200];
const mask = boxMask(WIDTH, HEIGHT, { x: 80, y: 60, w: 80, h: 80 });
const GRAIN: Grain = { deviation: 4, channelCorrelation: 0.7, nextCorrelation: 0.3, seed: 7 };
const clean = render(WIDTH, HEIGHT, (x, y) => [90 + x / 4, 110 + y / 4, 120]);

function grained(picture: Pixels, grain: Grain): Pixels {
  const data = picture.data.slice();
  const add = createGrainAdder(grain, { first: 0, end: picture.width });
  for (let y = 0; y < picture.height; y++) {
    add(data.subarray(4 * y * picture.width, 4 * (y + 1) * picture.width), y, 0);
  }
  return { ...picture, data };
}

const rowsOf =
  ({ data, width }: Pixels): ReadRow =>
  (y, row, { first, end }) =>
    row.set(data.subarray(4 * (y * width + first), 4 * (y * width + end)), 4 * first);

describe('missingGrain', () => {
  it('measures the grain that was added to a source, for an edit without any', async () => {
    const found = await missingGrain(grained(clean, GRAIN), rowsOf(clean), mask);
    expect(found?.deviation).toBeGreaterThan(3);
    expect(found?.deviation).toBeLessThan(4.5);
    expect(found?.channelCorrelation).toBeCloseTo(0.7, 0);
    expect(found?.nextCorrelation).toBeGreaterThan(0.15);
    expect(found?.nextCorrelation).toBeLessThan(0.4);
  });

  it('finds the same again, and another seed for another picture', async () => {
    const [one, other] = [grained(clean, GRAIN), grained(clean, { ...GRAIN, seed: 8 })];
    const found = await missingGrain(one, rowsOf(clean), mask);
    expect(await missingGrain(one, rowsOf(clean), mask)).toEqual(found);
    expect((await missingGrain(other, rowsOf(clean), mask))?.seed).not.toBe(found?.seed);
  });

  it('is the same grain when the mask is grown', async () => {
    const noisy = grained(clean, GRAIN);
    const grown = boxMask(WIDTH, HEIGHT, { x: 70, y: 50, w: 100, h: 100 });
    const [found, again] = [
      await missingGrain(noisy, rowsOf(clean), mask),
      await missingGrain(noisy, rowsOf(clean), grown),
    ];
    expect(again?.seed).toBe(found?.seed);
  });

  it('adds none to an edit that has it, and none where the source has none or shows none', async () => {
    const noisy = grained(clean, GRAIN);
    expect(await missingGrain(noisy, rowsOf(grained(clean, { ...GRAIN, seed: 9 })), mask)).toBeNull();
    expect(await missingGrain(clean, rowsOf(clean), mask)).toBeNull();
    expect(await missingGrain(render(WIDTH, HEIGHT, waves(2)), rowsOf(clean), mask)).toBeNull();
    expect(await missingGrain(render(WIDTH, HEIGHT, plain(255)), rowsOf(clean), mask)).toBeNull();
    const coarse = render(WIDTH, HEIGHT, (x, y) => {
      const level = (Math.floor(x / 4) * 7 + Math.floor(y / 4) * 13) % 3 === 0 ? 140 : 120;
      return [level, level, level];
    });
    expect(await missingGrain(coarse, rowsOf(clean), mask)).toBeNull();
  });

  it('tells nothing where too little is inside or outside', async () => {
    const noisy = grained(clean, GRAIN);
    const dot = boxMask(WIDTH, HEIGHT, { x: 80, y: 60, w: 9, h: 9 });
    const all = boxMask(WIDTH, HEIGHT, { x: 0, y: 0, w: WIDTH, h: HEIGHT });
    for (const one of [dot, all]) expect(await missingGrain(noisy, rowsOf(clean), one)).toBeNull();
  });
});

describe('the grain that is added', () => {
  it('depends on the place alone, wherever a row begins', () => {
    const whole = grained(clean, GRAIN);
    const part = clean.data.slice(4 * (50 * WIDTH + 30), 4 * (50 * WIDTH + 90));
    createGrainAdder(GRAIN, { first: 20, end: 100 })(part, 50, 30);
    expect(part).toEqual(whole.data.slice(4 * (50 * WIDTH + 30), 4 * (50 * WIDTH + 90)));
  });

  it('is grey where the channels correlate wholly, and leaves black, white and transparent pixels', () => {
    const grey = grained(render(64, 64, plain(120)), { ...GRAIN, channelCorrelation: 1 });
    const apart = grey.data.map((level, i) => (i % 4 === 0 ? Math.abs(level - (grey.data[i + 2] ?? 0)) : 0));
    expect(Math.max(...apart)).toBeLessThanOrEqual(1);
    for (const level of [0, 255]) {
      const picture = render(16, 16, plain(level));
      expect(grained(picture, GRAIN).data).toEqual(picture.data);
    }
    const clear = { ...clean, data: clean.data.map((value, i) => (i % 4 === 3 ? 0 : value)) };
    expect(grained(clear, GRAIN).data).toEqual(clear.data);
  });
});
