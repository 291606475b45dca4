import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, hasOnlyOpaque, type Pixels } from '../pixels.ts';
import { lanczosWeights } from './kernel.ts';
import { createRowResampler } from './resample.ts';

const side = fc.integer({ min: 1, max: 20 });
const pixels: fc.Arbitrary<Pixels> = fc.record({ width: side, height: side, isOpaque: fc.boolean() }).chain((size) =>
  fc.uint8Array({ minLength: size.width * size.height * 4, maxLength: size.width * size.height * 4 }).map((bytes) => {
    const data = new Uint8ClampedArray(bytes);
    if (size.isOpaque) for (let i = 3; i < data.length; i += 4) data[i] = 255;
    return { ...size, data, isOpaque: hasOnlyOpaque(data) };
  }),
);
const whole = ({ width, height }: Pixels): Area => ({ x: 0, y: 0, width, height });

function resample(source: Pixels, area: Area, width: number, height: number): Pixels {
  const data = new Uint8ClampedArray(4 * width * height);
  const resampler = createRowResampler(source, area, width, height);
  for (let y = 0; y < height; y++) resampler.readRow(y, data.subarray(4 * y * width, 4 * (y + 1) * width));
  return { data, width, height, isOpaque: source.isOpaque };
}

function filled(width: number, height: number, colour: readonly number[]): Pixels {
  const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => colour[i % 4] ?? 0);
  return { data, width, height, isOpaque: colour[3] === 255 };
}

describe('lanczosWeights', () => {
  it('adds up to 1 and stays on the line', () => {
    fc.assert(
      fc.property(fc.nat(9), side, fc.double({ min: 0.1, max: 30, noNaN: true }), (start, count, extent) => {
        const { first, weights, taps } = lanczosWeights(start + 0.25, extent, count, 1000);
        for (let i = 0; i < count; i++) {
          const sum = weights.subarray(i * taps, (i + 1) * taps).reduce((total, weight) => total + weight, 0);
          expect(sum).toBeCloseTo(1, 5);
          expect(first[i]).toBeGreaterThanOrEqual(start);
          expect((first[i] ?? 0) + taps).toBeLessThanOrEqual(Math.max(start + 1, Math.ceil(start + 0.25 + extent)));
        }
      }),
    );
  });
});

describe('createRowResampler', () => {
  it('repeats the edge where an area extends beyond the picture', () => {
    const source = filled(4, 3, [10, 20, 30, 255]);
    source.data.set([200, 100, 50, 255]);
    const resampler = createRowResampler(source, { x: -2, y: -1, width: 4, height: 3 }, 4, 3);
    const row = new Uint8ClampedArray(16);
    resampler.readRow(0, row);
    expect([...row]).toEqual([200, 100, 50, 255, 200, 100, 50, 255, 200, 100, 50, 255, 10, 20, 30, 255]);
  });

  it('copies exactly what keeps its size, also parts of a picture', () => {
    fc.assert(
      fc.property(pixels, fc.nat(19), fc.nat(19), (source, left, top) => {
        expect(resample(source, whole(source), source.width, source.height).data).toEqual(source.data);
        const [x, y] = [left % source.width, top % source.height];
        const part = resample(source, { x, y, width: source.width - x, height: 1 }, source.width - x, 1);
        const start = 4 * (y * source.width + x);
        expect(part.data).toEqual(source.data.subarray(start, start + part.data.length));
      }),
    );
  });

  it('keeps a single colour unchanged, at any size and transparency', () => {
    const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(colour, side, side, side, side, (rgba, w, h, toW, toH) => {
        const { data } = resample(filled(w, h, rgba), { x: 0, y: 0, width: w, height: h }, toW, toH);
        for (const [i, value] of data.entries()) {
          expect(Math.abs(value - (rgba[i % 4] ?? 0))).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('keeps opaque opaque', () => {
    fc.assert(
      fc.property(pixels, side, side, (source, width, height) => {
        if (source.isOpaque) expect(hasOnlyOpaque(resample(source, whole(source), width, height).data)).toBe(true);
      }),
    );
  });

  it('lets no colour of a transparent pixel bleed', () => {
    const source = filled(8, 1, [200, 10, 10, 255]);
    source.data.set([0, 255, 0, 0], 12);
    const { data } = resample({ ...source, isOpaque: false }, { x: 0, y: 0, width: 8, height: 1 }, 20, 1);
    for (let i = 0; i < data.length; i += 4) {
      if ((data[i + 3] ?? 0) > 8) expect(Math.abs((data[i + 1] ?? 0) - 10)).toBeLessThan(20);
    }
  });

  it('returns a smooth picture unchanged from another size', () => {
    const source = filled(40, 40, [0, 0, 0, 255]);
    for (let i = 0; i < 1600; i++) {
      const [x, y] = [i % 40, Math.floor(i / 40)];
      source.data.set([128 + 100 * Math.sin(x / 5), 128 + 100 * Math.cos(y / 4), 3 * (x + y)], 4 * i);
    }
    for (const size of [56, 80, 97]) {
      const sent = resample(source, whole(source), size, size);
      const back = resample(sent, whole(sent), 40, 40);
      for (const [i, value] of back.data.entries()) expect(Math.abs(value - (source.data[i] ?? 0))).toBeLessThan(9);
    }
  });

  it('uses no pixel outside the area', () => {
    const source = filled(12, 12, [0, 255, 0, 255]);
    for (let y = 3; y < 9; y++) for (let x = 3; x < 9; x++) source.data.set([200, 0, 0], 4 * (12 * y + x));
    for (const size of [2, 6, 17]) {
      const { data } = resample(source, { x: 3, y: 3, width: 6, height: 6 }, size, size);
      expect(data.every((value, i) => value === [200, 0, 0, 255][i % 4])).toBe(true);
    }
  });
});
