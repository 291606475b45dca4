import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Crop,
  fieldOf,
  flippedCrop,
  moved,
  placed,
  straightenedFrame,
  toCropped,
  turnedCrop,
  wholeCrop,
} from '../../../../shared/images/cropping.ts';
import type { Size } from '../../../../shared/images/size.ts';
import { createCheckpoint } from '../checkpoint.ts';
import type { Coverage, Pixels, Rows } from '../pixels.ts';
import { changedWeights, croppedCoverage, croppedRows, laidBackRows } from './crop.ts';

const side = fc.integer({ min: 1, max: 24 });
const size: fc.Arbitrary<Size> = fc.record({ width: side, height: side });

function noise({ width, height }: Size, seed: number, isOpaque = false): Pixels {
  let state = seed * 2654435761 + 1;
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return isOpaque && i % 4 === 3 ? 255 : state >>> 24;
  });
  return { data, width, height, isOpaque };
}

function read({ width, height, isOpaque, readRow }: Rows): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) readRow(y, data.subarray(4 * y * width, 4 * (y + 1) * width));
  return { data, width, height, isOpaque };
}

const pixelAt = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
];

type Action = 'left' | 'right' | 'horizontal' | 'vertical' | { x: number; y: number; width: number; height: number };
const share = fc.double({ min: 0, max: 1, noNaN: true });
const actions: fc.Arbitrary<Action[]> = fc.array(
  fc.oneof(
    fc.constantFrom('left', 'right', 'horizontal', 'vertical'),
    fc.record({ x: share, y: share, width: share, height: share }),
  ),
  { maxLength: 8 },
);

/** What a person does to a crop, one after the other. */
function cropAfter(begun: Crop, picture: Size, done: readonly Action[]): Crop {
  let crop = begun;
  for (const action of done) {
    if (action === 'left' || action === 'right') crop = turnedCrop(crop, picture, action);
    else if (action === 'horizontal' || action === 'vertical') crop = flippedCrop(crop, picture, action);
    else {
      const field = fieldOf(crop, picture);
      const { width, height } = field.turned;
      const sides = { width: Math.max(1, action.width * width), height: Math.max(1, action.height * height) };
      crop = { ...crop, frame: placed(sides, { x: action.x * width, y: action.y * height }, field) };
    }
  }
  return crop;
}

function straightened(crop: Crop, picture: Size, angle: number): Crop {
  const next = { ...crop, angle };
  return { ...next, frame: straightenedFrame(crop.frame, fieldOf(crop, picture), fieldOf(next, picture)) };
}

describe('turns, flips and cuts', () => {
  test('show a quarter to the right as it is expected', () => {
    const picture = noise({ width: 3, height: 2 }, 1);
    const turned = read(croppedRows(picture, turnedCrop(wholeCrop(picture), picture, 'right')));
    expect([turned.width, turned.height]).toEqual([2, 3]);
    expect(pixelAt(turned, 1, 0)).toEqual(pixelAt(picture, 0, 0));
    expect(pixelAt(turned, 0, 0)).toEqual(pixelAt(picture, 0, 1));
    expect(pixelAt(turned, 1, 2)).toEqual(pixelAt(picture, 2, 0));
  });

  test('in any order are exact copies of bytes; so is the mask', async () => {
    await fc.assert(
      fc.asyncProperty(size, actions, fc.nat(), async (picture, done, seed) => {
        const whole = noise(picture, seed);
        const crop = cropAfter(wholeCrop(picture), picture, done);
        const cut = read(croppedRows(whole, crop));
        const there = toCropped(crop, picture);
        const mask: Coverage = { ...picture, data: Uint8Array.from(whole.data.filter((_, i) => i % 4 === 0)) };
        const taken = await croppedCoverage(mask, wholeCrop(picture), crop, picture);
        let shown = 0;
        for (let y = 0; y < picture.height; y++)
          for (let x = 0; x < picture.width; x++) {
            const { x: u, y: v } = moved(there, { x: x + 0.5, y: y + 0.5 });
            if (u < 0 || v < 0 || u > cut.width || v > cut.height) continue;
            shown += 1;
            expect(pixelAt(cut, u - 0.5, v - 0.5)).toEqual(pixelAt(whole, x, y));
            expect(taken.data[(v - 0.5) * cut.width + u - 0.5]).toBe(pixelAt(whole, x, y)[0]);
          }
        expect(shown).toBe(cut.width * cut.height);
      }),
    );
  });

  test('laid back leave every byte outside as it was, and inside are the bytes of the result', () => {
    fc.assert(
      fc.property(size, actions, fc.nat(), (picture, done, seed) => {
        const whole = noise(picture, seed);
        const crop = cropAfter(wholeCrop(picture), picture, done);
        const result = noise(crop.frame, seed + 1);
        const back = read(laidBackRows(whole, result, crop, null));
        const there = toCropped(crop, picture);
        for (let y = 0; y < picture.height; y++)
          for (let x = 0; x < picture.width; x++) {
            const { x: u, y: v } = moved(there, { x: x + 0.5, y: y + 0.5 });
            const isInside = u > 0 && v > 0 && u < result.width && v < result.height;
            const expected = isInside ? pixelAt(result, u - 0.5, v - 0.5) : pixelAt(whole, x, y);
            expect(pixelAt(back, x, y)).toEqual(expected);
          }
        // The same crop of it is the result, to the byte.
        expect(read(croppedRows(back, crop)).data).toEqual(result.data);
      }),
    );
  });

  test('take the mask along from one crop to another: 0 where it was not seen', async () => {
    const picture = { width: 8, height: 6 };
    const left: Crop = { ...wholeCrop(picture), frame: { x: 0, y: 0, width: 4, height: 6 } };
    const all = { width: 4, height: 6, data: new Uint8Array(24).fill(200) };
    const whole = await croppedCoverage(all, left, wholeCrop(picture), picture);
    expect([...whole.data.subarray(0, 8)]).toEqual([200, 200, 200, 200, 0, 0, 0, 0]);
    const tilted: Crop = { ...left, angle: 7, frame: { x: 2, y: 2, width: 3, height: 2 } };
    const small = { width: 3, height: 2, data: Uint8Array.from([1, 2, 3, 4, 5, 6]) };
    // The same angle is no reason to resample.
    expect((await croppedCoverage(small, tilted, tilted, picture)).data).toEqual(small.data);
  });
});

describe('straightened', () => {
  const angles = fc.integer({ min: -450, max: 450 }).filter((tenths) => tenths !== 0);
  const bigger = fc.record({ width: fc.integer({ min: 2, max: 24 }), height: fc.integer({ min: 2, max: 24 }) });

  test('has no empty corners: an even picture stays even, a transparent one transparent', () => {
    fc.assert(
      fc.property(bigger, actions, angles, (picture, done, tenths) => {
        const crop = straightened(cropAfter(wholeCrop(picture), picture, done), picture, tenths / 10);
        const data = new Uint8ClampedArray(4 * picture.width * picture.height);
        for (const [colour, isOpaque] of [
          [[10, 200, 30, 255], true],
          [[10, 200, 30, 128], false],
        ] as const) {
          for (let i = 0; i < data.length; i += 4) data.set(colour, i);
          const cut = read(croppedRows({ data, ...picture, isOpaque }, crop));
          for (let i = 0; i < cut.data.length; i += 4) expect([...cut.data.subarray(i, i + 4)]).toEqual(colour);
        }
      }),
    );
  });

  test('colours of invisible pixels do not bleed', () => {
    const picture = { width: 12, height: 12 };
    const data = new Uint8ClampedArray(4 * 144);
    for (let i = 0; i < 144; i++) data.set(i % 12 < 6 ? [255, 0, 0, 0] : [0, 0, 255, 255], 4 * i);
    const cut = read(croppedRows({ data, ...picture, isOpaque: false }, straightened(wholeCrop(picture), picture, 20)));
    for (let i = 0; i < cut.data.length; i += 4) if ((cut.data[i + 3] ?? 0) > 8) expect(cut.data[i]).toBe(0);
  });

  test('laid back, changes nothing outside the frame, nor inside where the mask is not', () => {
    fc.assert(
      fc.property(bigger, actions, angles, fc.nat(), fc.boolean(), (picture, done, tenths, seed, isOpaque) => {
        const whole = noise(picture, seed, isOpaque);
        const crop = straightened(cropAfter(wholeCrop(picture), picture, done), picture, tenths / 10);
        const result = noise(crop.frame, seed + 1, isOpaque);
        const { width, height } = result;
        const half = Uint8Array.from({ length: width * height }, (_, i) => (i % width < width / 2 ? 255 : 0));
        const there = toCropped(crop, picture);
        for (const weights of [null, { width, height, data: half }]) {
          const back = read(laidBackRows(whole, result, crop, weights));
          for (let y = 0; y < picture.height; y++)
            for (let x = 0; x < picture.width; x++) {
              const { x: u, y: v } = moved(there, { x: x + 0.5, y: y + 0.5 });
              const isOutside = u <= 0 || v <= 0 || u >= width || v >= height;
              const isUncovered = weights !== null && u >= Math.ceil(width / 2) + 0.5;
              if (isOutside || isUncovered) expect(pixelAt(back, x, y)).toEqual(pixelAt(whole, x, y));
            }
        }
      }),
    );
  });

  test('laid back with what was changed, is otherwise the picture, to the byte', async () => {
    const picture = { width: 60, height: 40 };
    const whole = noise(picture, 3, true);
    const crop = straightened(wholeCrop(picture), picture, 7);
    const result = read(croppedRows(whole, crop));
    const there = toCropped(crop, picture);
    const back = async () => read(laidBackRows(whole, result, crop, await changedWeights(whole, result, crop)));
    expect((await back()).data).toEqual(whole.data);
    const at = { x: 20, y: 10 };
    result.data.set([255, 0, 255, 255], 4 * (at.y * result.width + at.x));
    const changed = await back();
    let count = 0;
    for (let y = 0; y < picture.height; y++)
      for (let x = 0; x < picture.width; x++) {
        if (pixelAt(changed, x, y).every((value, i) => value === pixelAt(whole, x, y)[i])) continue;
        const { x: u, y: v } = moved(there, { x: x + 0.5, y: y + 0.5 });
        expect(Math.hypot(u - at.x - 0.5, v - at.y - 0.5)).toBeLessThan(8);
        count += 1;
      }
    expect(count).toBeGreaterThan(4);
  });

  test('a smooth picture that is straightened and laid back is what it was, to a level or two', () => {
    const picture = { width: 120, height: 90 };
    const data = new Uint8ClampedArray(4 * 120 * 90);
    for (let i = 0; i < 120 * 90; i++) {
      const [x, y] = [i % 120, Math.floor(i / 120)];
      data.set(
        [128 + 100 * Math.sin(x / 9), 128 + 100 * Math.cos(y / 7), 128 + 60 * Math.sin((x + y) / 11), 255],
        4 * i,
      );
    }
    const whole: Pixels = { data, ...picture, isOpaque: true };
    const crop = straightened(turnedCrop(wholeCrop(picture), picture, 'right'), picture, -3.7);
    const back = read(laidBackRows(whole, read(croppedRows(whole, crop)), crop, null));
    const most = back.data.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (data[i] ?? 0))), 0);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('the mask keeps its area, and has soft edges', async () => {
    const picture = { width: 100, height: 100 };
    const square = Uint8Array.from({ length: 10_000 }, (_, i) =>
      i % 100 >= 40 && i % 100 < 60 && i >= 4000 && i < 6000 ? 255 : 0,
    );
    const crop = straightened(wholeCrop(picture), picture, 30);
    const taken = await croppedCoverage({ ...picture, data: square }, wholeCrop(picture), crop, picture);
    const sum = taken.data.reduce((total, value) => total + value, 0) / 255;
    expect(Math.abs(sum - 400)).toBeLessThan(8);
    expect(taken.data.some((value) => value > 0 && value < 255)).toBe(true);
  });

  test('taking a mask along can be cancelled', async () => {
    const picture = { width: 64, height: 64 };
    const stop = new AbortController();
    stop.abort();
    const mask = { ...picture, data: new Uint8Array(64 * 64) };
    const crop = wholeCrop(picture);
    await expect(croppedCoverage(mask, crop, crop, picture, createCheckpoint(stop.signal))).rejects.toThrow();
  });
});
