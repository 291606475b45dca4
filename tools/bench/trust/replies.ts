// Replies like those of remote models: shifted, scaled, recoloured, compressed, noisy, painted beside the mask, or of
// another subject.

import sharp from 'sharp';
import type { Shift } from '../../../renderer/pixels/alignment/shift.ts';
import { type Raster, randomOf } from './pictures.ts';

/**
 * The picture at another size, misaligned: the point `p` of the source is at `middle + scale × (p − middle) + (dxPx,
 * dyPx)`. Catmull–Rom, with a mean over the pixels if it is scaled down; edges are repeated.
 */
export function misaligned(source: Raster, width: number, height: number, { dxPx, dyPx, scale }: Shift): Raster {
  const across = taps(source.width, width, scale, dxPx);
  const down = taps(source.height, height, scale, dyPx);
  const half = new Float32Array(3 * width * source.height);
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < width; x++) {
      for (const { at, weight } of across[x] ?? []) {
        for (let k = 0; k < 3; k++) {
          const i = 3 * (y * width + x) + k;
          half[i] = (half[i] ?? 0) + weight * (source.data[3 * (y * source.width + at) + k] ?? 0);
        }
      }
    }
  }
  const data = new Uint8Array(3 * width * height);
  const row = new Float32Array(3 * width);
  for (let y = 0; y < height; y++) {
    row.fill(0);
    for (const { at, weight } of down[y] ?? []) {
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + weight * (half[3 * at * width + i] ?? 0);
    }
    for (let i = 0; i < row.length; i++) data[3 * y * width + i] = Math.round(Math.max(0, Math.min(255, row[i] ?? 0)));
  }
  return { data, width, height };
}

function taps(length: number, count: number, scale: number, shift: number): { at: number; weight: number }[][] {
  const step = length / count / scale;
  const wide = Math.max(1, step);
  return Array.from({ length: count }, (_, i) => {
    const place = ((i + 0.5) * length) / count;
    const centre = length / 2 + (place - shift - length / 2) / scale - 0.5;
    const found: { at: number; weight: number }[] = [];
    for (let sample = Math.ceil(centre - 2 * wide); sample <= centre + 2 * wide; sample++) {
      const weight = catmullRom(Math.abs(sample - centre) / wide);
      if (weight !== 0) found.push({ at: Math.max(0, Math.min(length - 1, sample)), weight });
    }
    const sum = found.reduce((all, { weight }) => all + weight, 0);
    return found.map(({ at, weight }) => ({ at, weight: weight / sum }));
  });
}

function catmullRom(x: number): number {
  if (x < 1) return 1.5 * x ** 3 - 2.5 * x ** 2 + 1;
  return x < 2 ? -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2 : 0;
}

/** Changes white balance, exposure and contrast. */
export function recoloured({ data, ...size }: Raster, seed: number): Raster {
  const random = randomOf(seed);
  const gains = [0, 1, 2].map(() => 0.85 + 0.3 * random());
  const offset = -12 + 24 * random();
  const gamma = 0.85 + 0.3 * random();
  const tables = gains.map((gain) =>
    Uint8ClampedArray.from({ length: 256 }, (_, value) => 255 * (value / 255) ** gamma * gain + offset),
  );
  return { ...size, data: data.map((value, i) => tables[i % 3]?.[value] ?? 0) };
}

/** Adds Gaussian noise, as a sum of uniform noise. */
export function noisy({ data, ...size }: Raster, deviation: number, seed: number): Raster {
  const random = randomOf(seed);
  const add = (value: number): number => {
    const normal = (random() + random() + random() + random() - 2) * Math.sqrt(3);
    return Math.max(0, Math.min(255, Math.round(value + deviation * normal)));
  };
  return { ...size, data: data.map(add) };
}

/** An ellipse: the area that a person paints. In fractions of the sides. */
export type Patch = { x: number; y: number; rx: number; ry: number };

/** The depth of a point in a patch: 1 in the middle, 0 at its edge, negative outside. */
export function depth({ x, y, rx, ry }: Patch, u: number, v: number): number {
  return 1 - Math.hypot((u - x) / rx, (v - y) / ry);
}

/** Another picture within a patch of this one, with a soft edge: the edit, or an edit that exceeds its mask. */
export function pasted(raster: Raster, other: Raster, patch: Patch): Raster {
  const data = raster.data.slice();
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      const over = Math.max(0, Math.min(1, depth(patch, (x + 0.5) / raster.width, (y + 0.5) / raster.height) * 12));
      if (over === 0) continue;
      const at = 3 * (Math.floor((y * other.height) / raster.height) * other.width);
      const from = at + 3 * Math.floor((x * other.width) / raster.width);
      for (let k = 0; k < 3; k++) {
        const i = 3 * (y * raster.width + x) + k;
        data[i] = Math.round((data[i] ?? 0) * (1 - over) + (other.data[from + k] ?? 0) * over);
      }
    }
  }
  return { ...raster, data };
}

/** Encodes it as a file. */
export function fileOf({ data, width, height }: Raster, jpegQuality?: number): Promise<Buffer> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return jpegQuality === undefined
    ? picture.png({ compressionLevel: 1 }).toBuffer()
    : picture.jpeg({ quality: jpegQuality }).toBuffer();
}
