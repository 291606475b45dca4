import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coverage } from '../pixels.ts';
import { fadeAtEdges, feather, grow, growAndFeather } from './feather.ts';

/** Small masks of a few blots: hard, or with any value. */
const mask: fc.Arbitrary<Coverage> = fc
  .record({ width: fc.integer({ min: 1, max: 24 }), height: fc.integer({ min: 1, max: 24 }), isHard: fc.boolean() })
  .chain(({ width, height, isHard }) =>
    fc
      .array(fc.tuple(fc.nat(width * height - 1), isHard ? fc.constant(255) : fc.integer({ min: 1, max: 255 })), {
        maxLength: 12,
      })
      .map((dots) => {
        const data = new Uint8Array(width * height);
        for (const [at, value] of dots) data[at] = value;
        return { data, width, height };
      }),
  );
const radius = fc.integer({ min: 0, max: 9 });

/** The same mask with more coverage. */
const more = (input: Coverage, raise: number): Coverage => ({
  ...input,
  data: input.data.map((value, i) => Math.min(255, value + (i % 3 === 0 ? raise : 0))),
});

/** The highest coverage within a distance, computed pixel by pixel. */
function highestWithin(
  { data, width, height }: Coverage,
  x: number,
  y: number,
  isNear: (dx: number, dy: number) => boolean,
) {
  let highest = 0;
  for (let v = 0; v < height; v++)
    for (let u = 0; u < width; u++) if (isNear(u - x, v - y)) highest = Math.max(highest, data[v * width + u] ?? 0);
  return highest;
}

function everyPixel(input: Coverage, check: (value: number, x: number, y: number) => void): void {
  for (const [i, value] of input.data.entries()) check(value, i % input.width, Math.floor(i / input.width));
}

describe('grow', () => {
  it('returns the highest coverage within the radius, to its promised precision', () => {
    fc.assert(
      fc.property(mask, radius, (input, r) => {
        everyPixel(grow(input, r), (value, x, y) => {
          const ideal = highestWithin(input, x, y, (dx, dy) => dx * dx + dy * dy <= r * r);
          expect(value).toBeLessThanOrEqual(ideal);
          expect(value).toBeGreaterThan(ideal - 32);
          expect(value).toBeGreaterThanOrEqual(input.data[y * input.width + x] ?? 0);
          if (ideal > 0) expect(value).toBeGreaterThan(0);
        });
      }),
    );
  });

  it('is exact for hard masks', () => {
    fc.assert(
      fc.property(mask, radius, (soft, r) => {
        const input = { ...soft, data: soft.data.map((value) => (value > 0 ? 255 : 0)) };
        everyPixel(grow(input, r), (value, x, y) => {
          expect(value).toBe(highestWithin(input, x, y, (dx, dy) => dx * dx + dy * dy <= r * r));
        });
      }),
    );
  });

  it('grows no less from more coverage, nor from a larger radius', () => {
    fc.assert(
      fc.property(mask, radius, fc.nat(255), (input, r, raise) => {
        const grown = grow(input, r).data;
        const fromMore = grow(more(input, raise), r).data;
        const farther = grow(input, r + 1).data;
        expect(grown.every((value, i) => value <= (fromMore[i] ?? 0) && value <= (farther[i] ?? 0))).toBe(true);
      }),
    );
  });

  it('changes nothing at radius 0, and never its input', () => {
    fc.assert(
      fc.property(mask, radius, (input, r) => {
        const before = input.data.slice();
        expect(grow(input, 0)).toEqual(input);
        grow(input, r);
        expect(input.data).toEqual(before);
      }),
    );
  });
});

describe('feather', () => {
  it('stays between the lowest and highest coverage in reach, so it never leaks beyond the radius', () => {
    fc.assert(
      fc.property(mask, radius, (input, r) => {
        everyPixel(feather(input, r), (value, x, y) => {
          const isNear = (dx: number, dy: number) => Math.abs(dx) <= r && Math.abs(dy) <= r;
          expect(value).toBeLessThanOrEqual(highestWithin(input, x, y, isNear));
          const inverse = { ...input, data: input.data.map((covered) => 255 - covered) };
          expect(255 - value).toBeLessThanOrEqual(highestWithin(inverse, x, y, isNear));
        });
      }),
    );
  });

  it('returns no less for more coverage', () => {
    fc.assert(
      fc.property(mask, radius, fc.nat(255), (input, r, raise) => {
        const fromMore = feather(more(input, raise), r).data;
        expect(feather(input, r).data.every((value, i) => value <= (fromMore[i] ?? 0))).toBe(true);
      }),
    );
  });

  it('changes nothing at radius 0, nor a completely covered picture', () => {
    fc.assert(
      fc.property(mask, radius, (input, r) => {
        expect(feather(input, 0)).toEqual(input);
        const full = { ...input, data: new Uint8Array(input.data.length).fill(255) };
        expect(feather(full, r)).toEqual(full);
      }),
    );
  });

  it('falls evenly from inside to outside', () => {
    const width = 64;
    const edge = { data: Uint8Array.from({ length: width }, (_, x) => (x < 32 ? 255 : 0)), width, height: 1 };
    const soft = feather(edge, 12).data;
    expect(soft.every((value, i) => i === 0 || value <= (soft[i - 1] ?? 0))).toBe(true);
    expect(soft[19]).toBe(255);
    expect((soft[31] ?? 0) + (soft[32] ?? 0)).toBeCloseTo(255, -0.5);
    expect(soft[44]).toBe(0);
  });
});

describe('growAndFeather', () => {
  it('equals growing and feathering, although it works on the painted part only', async () => {
    await fc.assert(
      fc.asyncProperty(mask, radius, radius, async (input, growPx, featherPx) => {
        expect(await growAndFeather(input, growPx, featherPx)).toEqual(feather(grow(input, growPx), featherPx));
      }),
    );
  });
});

describe('fadeAtEdges', () => {
  it('is nothing at the edge but for what is painted, and leaves all else that is farther away', () => {
    fc.assert(
      fc.property(mask, radius, fc.integer({ min: 1, max: 12 }), (painted, by, fadePx) => {
        const { width, height } = painted;
        const grown = grow(painted, by);
        const faded = { ...grown, data: new Uint8Array(grown.data) };
        fadeAtEdges(faded, painted, fadePx);
        for (let i = 0; i < faded.data.length; i++) {
          const [x, y] = [i % width, Math.floor(i / width)];
          const edge = Math.min(x, y, width - 1 - x, height - 1 - y);
          const least = Math.min(grown.data[i] ?? 0, painted.data[i] ?? 0);
          expect(faded.data[i]).toBeGreaterThanOrEqual(least);
          expect(faded.data[i]).toBeLessThanOrEqual(grown.data[i] ?? 0);
          if (edge === 0) expect(faded.data[i]).toBe(least);
          if (edge >= fadePx) expect(faded.data[i]).toBe(grown.data[i]);
        }
      }),
    );
  });
});
