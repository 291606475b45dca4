import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planWire, type WirePlan } from '../../../../shared/images/wire-geometry.ts';
import { placeInResult } from '../alignment/scene.ts';
import { cropPixels } from '../crop.ts';
import { type Coverage, hasOnlyOpaque, type Pixels, type Rows } from '../pixels.ts';
import { NO_DISPLACEMENT } from '../resampling/placement.ts';
import { wireRows } from '../resampling/wire-picture.ts';
import { countOutsideDifferences, measureChange } from './change.ts';
import { type Laying, makePatch, patchedRows, patchInWhole } from './composite.ts';
import type { SmoothField } from './smooth-field.ts';

const side = fc.integer({ min: 1, max: 16 });
const size = fc.record({ width: side, height: side });
const picture = (of: { width: number; height: number }, isOpaque: boolean): fc.Arbitrary<Pixels> => {
  const length = 4 * of.width * of.height;
  return fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => {
    const data = new Uint8ClampedArray(bytes);
    if (isOpaque) for (let i = 3; i < length; i += 4) data[i] = 255;
    return { ...of, data, isOpaque: hasOnlyOpaque(data) };
  });
};
const weights = ({ width, height }: { width: number; height: number }) =>
  fc
    .uint8Array({ minLength: width * height, maxLength: width * height })
    .map((data) => ({ width, height, data: new Uint8Array(data.map((value) => (value < 120 ? 0 : value))) }));
/** Returns the composite as pixels. */
async function compose(source: Pixels, result: Pixels, mask: Coverage | undefined, how: Laying): Promise<Pixels> {
  return pixelsOf(patchedRows(source, await makePatch(source, result, mask, how)));
}
function pixelsOf({ width, height, isOpaque, readRow }: Rows): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) readRow(y, data.subarray(4 * y * width, 4 * (y + 1) * width));
  return { data, width, height, isOpaque };
}
const laying = (result: Pixels, plan: WirePlan): Laying => ({
  placement: { place: placeInResult(result, plan), size: plan.source, displacement: NO_DISPLACEMENT },
  match: null,
  grain: null,
});
const copy = (pixels: Pixels): Pixels => ({ ...pixels, data: pixels.data.slice() });

const scene = fc.tuple(size, size, fc.boolean(), fc.boolean()).chain(([source, wire, isOpaque, isResultOpaque]) =>
  fc.record({
    source: picture(source, isOpaque),
    result: picture(wire, isResultOpaque),
    mask: weights(source),
    plan: fc.constant(planWire(source, wire)),
  }),
);

/** Every correction of colours at once, strong enough to change each pixel. */
const CORRECTIONS: Pick<Laying, 'match' | 'grain'> = {
  match: { curve: null, light: field(0.2), blend: field(25) },
  grain: { deviation: 9, channelCorrelation: 0.5, nextCorrelation: 0.4, seed: 1 },
};
function field(value: number): SmoothField {
  const values = new Float64Array(4).fill(value);
  return { left: 2, top: 2, cellPx: 5, columns: 2, rows: 2, values: [values, values, values] };
}

describe('a composite', () => {
  it('keeps every byte outside the mask, with all corrections, and does not change the source', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ source, result, mask, plan }) => {
        const before = copy(source);
        const pixels = await compose(source, result, mask, { ...laying(result, plan), ...CORRECTIONS });
        expect(countOutsideDifferences(before, mask, pixels, 0)).toBe(0);
        expect(source).toEqual(before);
      }),
    );
  });

  it('mixes in no colour of a transparent pixel', async () => {
    const pixelOf = (...bytes: number[]): Pixels => {
      return { width: 1, height: 1, data: new Uint8ClampedArray(bytes), isOpaque: false };
    };
    const [clearRed, blue] = [pixelOf(255, 0, 0, 0), pixelOf(0, 0, 255, 255)];
    const half = { width: 1, height: 1, data: new Uint8Array([128]) };
    const plan = planWire(clearRed, blue);
    expect([...(await compose(clearRed, blue, half, laying(blue, plan))).data]).toEqual([0, 0, 255, 128]);
    expect([...(await compose(blue, clearRed, half, laying(clearRed, plan))).data]).toEqual([0, 0, 255, 127]);
  });

  it('uses only the result where the weight is 255', async () => {
    const whole = fc
      .record({ of: size })
      .chain(({ of }) =>
        fc.record({ source: picture(of, false), result: picture(of, false), plan: fc.constant(planWire(of, of)) }),
      );
    await fc.assert(
      fc.asyncProperty(whole, async ({ source, result, plan }) => {
        const full = {
          width: source.width,
          height: source.height,
          data: new Uint8Array(source.data.length / 4).fill(255),
        };
        expect((await compose(source, result, full, laying(result, plan))).data).toEqual(result.data);
        expect((await compose(source, result, undefined, laying(result, plan))).data).toEqual(result.data);
      }),
    );
  });

  it('stays between source and result where the weight is between, for opaque pictures', async () => {
    const opaque = size.chain((of) =>
      fc.record({
        source: picture(of, true),
        result: picture(of, true),
        mask: weights(of),
        plan: fc.constant(planWire(of, of)),
      }),
    );
    await fc.assert(
      fc.asyncProperty(opaque, async ({ source, result, mask, plan }) => {
        const pixels = await compose(source, result, mask, laying(result, plan));
        for (const [i, value] of pixels.data.entries()) {
          const both = [source.data[i] ?? 0, result.data[i] ?? 0];
          expect(value).toBeGreaterThanOrEqual(Math.min(...both));
          expect(value).toBeLessThanOrEqual(Math.max(...both));
        }
      }),
    );
  });

  it('finds the picture in a result of another size than requested', async () => {
    const source = { width: 8, height: 4 };
    const plan = planWire(source, { width: 16, height: 16 });
    // Twice the size sent: red in the place of the picture, green in the margins.
    const result: Pixels = { width: 32, height: 32, data: new Uint8ClampedArray(4096), isOpaque: true };
    for (let i = 0; i < 1024; i++) {
      const isPicture = i >= 32 * 8 && i < 32 * 24;
      result.data.set(isPicture ? [200, 0, 0, 255] : [0, 200, 0, 255], 4 * i);
    }
    const empty: Pixels = { ...source, data: new Uint8ClampedArray(128).fill(255), isOpaque: true };
    const pixels = await compose(empty, result, undefined, laying(result, plan));
    expect([...pixels.data.subarray(4 * 12, 4 * 13)]).toEqual([200, 0, 0, 255]);
  });
});

/** A picture, a part of it, a mask of the part, and a result of that in any size. */
const partScene = fc
  .tuple(size, size, size, fc.nat(15), fc.nat(15), fc.boolean(), fc.boolean())
  .chain(([of, extra, wire, x, y, isOpaque, isResultOpaque]) => {
    const part = { x: x % extra.width, y: y % extra.height, ...of };
    return fc.record({
      whole: picture({ width: of.width + extra.width, height: of.height + extra.height }, isOpaque),
      part: fc.constant(part),
      result: picture(wire, isResultOpaque),
      mask: fc.option(weights(of), { nil: undefined }),
      plan: fc.constant(planWire(of, wire)),
    });
  });

describe('the composite of a part', () => {
  it('is in its place what it is alone, and changes nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(partScene, async ({ whole, part, result, mask, plan }) => {
        const how = { ...laying(result, plan), ...CORRECTIONS };
        const source = cropPixels(whole, part);
        const patch = await makePatch(source, result, mask, how);
        const pixels = pixelsOf(patchedRows(whole, patch && patchInWhole(patch, part)));
        const full = { ...part, data: new Uint8Array(part.width * part.height).fill(255) };
        expect(countOutsideDifferences(whole, full, pixels, 0, part)).toBe(0);
        if (mask !== undefined) expect(countOutsideDifferences(whole, mask, pixels, 0, part)).toBe(0);
        expect(cropPixels(pixels, part).data).toEqual((await compose(source, result, mask, how)).data);
      }),
    );
  });
});

describe('countOutsideDifferences', () => {
  it('finds a single changed bit outside the mask of a part, wherever it lies', () => {
    fc.assert(
      fc.property(partScene, fc.nat(4095), ({ whole, part, mask }, bit) => {
        const changed = copy(whole);
        const i = bit % changed.data.length;
        changed.data[i] = (changed.data[i] ?? 0) ^ 1;
        const [x, y] = [(i >> 2) % whole.width, Math.floor((i >> 2) / whole.width)];
        const isInPart = x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height;
        const weight = isInPart ? (mask?.data[(y - part.y) * part.width + x - part.x] ?? 0) : 0;
        const none = { ...part, data: new Uint8Array(part.width * part.height) };
        expect(countOutsideDifferences(whole, mask ?? none, changed, 0, part)).toBe(weight === 0 ? 1 : 0);
      }),
    );
  });

  it('finds a single changed bit, in whichever strip it lies', () => {
    fc.assert(
      fc.property(scene, fc.nat(1023), fc.nat(15), ({ source, mask }, bit, row) => {
        const changed = copy(source);
        const i = bit % changed.data.length;
        changed.data[i] = (changed.data[i] ?? 0) ^ 1;
        const top = row % source.height;
        const strip = { ...changed, data: changed.data.slice(4 * top * source.width), height: source.height - top };
        const isSeen = mask.data[i >> 2] === 0 && i >= 4 * top * source.width;
        expect(countOutsideDifferences(source, mask, strip, top)).toBe(isSeen ? 1 : 0);
      }),
    );
  });
});

describe('measureChange', () => {
  it('finds no change when a relay returns what it received, whatever the scale and margins', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ source, mask, plan }) => {
        const counts = await measureChange(source, pixelsOf(wireRows(source, plan)), mask, plan);
        expect(counts).toMatchObject({ insideChanged: 0, outsideChanged: 0 });
        expect(counts.inside + counts.outside).toBe(plan.placed.width * plan.placed.height);
      }),
    );
  });

  it('counts what the raw result changed, beyond noise', async () => {
    const of = { width: 10, height: 10 };
    const data = new Uint8ClampedArray(400).fill(100).map((value, i) => (i % 4 === 3 ? 255 : value));
    const source = { ...of, data, isOpaque: true };
    const result = copy(source);
    // Half of it changed visibly, the rest by noise: rows 0 to 4 by 9, rows 5 to 9 by 8.
    for (let i = 0; i < 400; i++) if (i % 4 !== 3) result.data[i] = i < 200 ? 109 : 108;
    const mask = { ...of, data: Uint8Array.from({ length: 100 }, (_, i) => (i % 10 < 4 ? 255 : 0)) };
    const counts = await measureChange(source, result, mask, planWire(of, of));
    expect(counts).toEqual({ inside: 40, insideChanged: 20, outside: 60, outsideChanged: 30 });
  });

  it('estimates a tall picture from some of its rows, and a thin mask from all of its own', async () => {
    const of = { width: 3, height: 1500 };
    const source: Pixels = { ...of, data: new Uint8ClampedArray(4 * 4500).fill(255), isOpaque: true };
    const result = copy(source);
    // Every third row, and the first two of the mask's four.
    for (let y = 0; y < 1500; y++) {
      const isChanged = y >= 700 && y < 704 ? y < 702 : y % 3 === 0;
      if (isChanged) result.data.fill(0, 12 * y, 12 * y + 3);
    }
    const mask = { ...of, data: new Uint8Array(4500).fill(255, 2100, 2112) };
    const { inside, insideChanged, outside, outsideChanged } = await measureChange(
      source,
      result,
      mask,
      planWire(of, of),
    );
    expect([inside, outside]).toEqual([12, 4488]);
    expect(insideChanged).toBe(2);
    expect(outsideChanged).toBeGreaterThan(0);
  });
});
