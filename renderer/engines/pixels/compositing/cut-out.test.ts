import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Coverage, Pixels, Rows } from '../pixels.ts';
import { cutOutRows } from './cut-out.ts';

function read({ width, height, readRow }: Rows): Uint8ClampedArray {
  const all = new Uint8ClampedArray(4 * width * height);
  for (let y = 0; y < height; y++) readRow(y, all.subarray(4 * y * width, 4 * (y + 1) * width));
  return all;
}

const side = fc.integer({ min: 1, max: 160 });

test('keeps what is covered to the byte, and nothing of what is not', () => {
  fc.assert(
    fc.property(side, fc.integer({ min: 1, max: 20 }), fc.nat(), (width, height, seed) => {
      const data = Uint8ClampedArray.from({ length: 4 * width * height }, (_, i) => (i * 97 + seed * 31) % 256);
      const picture: Pixels = { data, width, height, isOpaque: false };
      const shares = [0, 255, 0, 128, 255, 40];
      const coverage: Coverage = {
        data: Uint8Array.from({ length: width * height }, (_, i) => shares[(i + seed) % shares.length] ?? 0),
        width,
        height,
      };
      const all = read(cutOutRows(picture, coverage));
      for (let at = 0; at < width * height; at++) {
        const share = coverage.data[at] ?? 0;
        const pixel = [...all.subarray(4 * at, 4 * at + 4)];
        const before = [...data.subarray(4 * at, 4 * at + 4)];
        const alpha = Math.round(((before[3] ?? 0) * share) / 255);
        if (share === 255) expect(pixel).toEqual(before);
        else if (alpha === 0) expect(pixel).toEqual([0, 0, 0, 0]);
        else expect(pixel[3]).toBe(alpha);
      }
    }),
    { numRuns: 30 },
  );
});

const RED = [210, 30, 40] as const;
const GREEN = [20, 160, 60] as const;

/** A red disc on green with a soft edge, whose mixture is known. */
function disc(edgePx: number): { picture: Pixels; coverage: Coverage } {
  const [width, height, radius] = [160, 140, 50];
  const data = new Uint8ClampedArray(4 * width * height);
  const shares = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = radius - Math.hypot(x - width / 2, y - height / 2);
      const share = Math.min(1, Math.max(0, inside / edgePx + 0.5));
      const at = y * width + x;
      shares[at] = Math.round(255 * share);
      for (let c = 0; c < 3; c++) data[4 * at + c] = share * (RED[c] ?? 0) + (1 - share) * (GREEN[c] ?? 0);
      data[4 * at + 3] = 255;
    }
  return { picture: { data, width, height, isOpaque: true }, coverage: { data: shares, width, height } };
}

test.each([1, 3, 10])('has no fringe of what was behind a soft edge of %d px', (edgePx) => {
  const { picture, coverage } = disc(edgePx);
  const all = read(cutOutRows(picture, coverage));
  let [worst, worstPlain] = [0, 0];
  for (let at = 0; at < coverage.data.length; at++) {
    const share = coverage.data[at] ?? 0;
    // What is seen on a white ground.
    if (share > 0)
      for (let c = 0; c < 3; c++) {
        const seen = ((all[4 * at + c] ?? 0) - (RED[c] ?? 0)) * (share / 255);
        const plain = ((picture.data[4 * at + c] ?? 0) - (RED[c] ?? 0)) * (share / 255);
        worst = Math.max(worst, Math.abs(seen));
        worstPlain = Math.max(worstPlain, Math.abs(plain));
      }
  }
  expect(worst).toBeLessThan(6);
  expect(worstPlain).toBeGreaterThan(30);
});

test('a thing at the border, and a mask without anything pure, are cut out too', () => {
  const { picture } = disc(3);
  const half = new Uint8Array(picture.width * picture.height).fill(128);
  const all = read(cutOutRows(picture, { ...picture, data: half }));
  expect(new Set(all.filter((_, i) => i % 4 === 3))).toEqual(new Set([128]));
});
