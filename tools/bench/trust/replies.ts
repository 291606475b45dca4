// Replies like those of remote models: shifted, scaled, recoloured, compressed, noisy, painted beside the mask, or of
// another subject.

import sharp from 'sharp';
import { type Raster, randomOf } from './pictures.ts';

/** How far a point of the source is displaced in a reply, in pixels of the source. */
export type Displace = (x: number, y: number) => readonly [number, number];

/** Side of the squares at whose corners displacements are computed; between them a line is followed. */
const SQUARE_PX = 8;
/** Iterations that find the point that was displaced to a place. */
const ROUNDS = 6;

/**
 * The picture at another size, displaced. Catmull–Rom, with a mean over the pixels if it is scaled down; edges are
 * repeated.
 */
export function displaced(source: Raster, width: number, height: number, displace: Displace): Raster {
  const [stepX, stepY] = [source.width / width, source.height / height];
  const columns = Math.ceil(width / SQUARE_PX) + 1;
  const corners = Array.from({ length: columns * (Math.ceil(height / SQUARE_PX) + 1) }, (_, i) =>
    pointBefore(
      ((i % columns) * SQUARE_PX + 0.5) * stepX,
      (Math.floor(i / columns) * SQUARE_PX + 0.5) * stepY,
      displace,
    ),
  );
  const data = new Uint8Array(3 * width * height);
  const [wideX, wideY] = [Math.max(1, stepX), Math.max(1, stepY)];
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y % SQUARE_PX) / SQUARE_PX;
    for (let x = 0; x < width; x++, i += 3) {
      const u = (x % SQUARE_PX) / SQUARE_PX;
      const first = Math.floor(y / SQUARE_PX) * columns + Math.floor(x / SQUARE_PX);
      const mix = (k: 0 | 1): number =>
        ((corners[first]?.[k] ?? 0) * (1 - u) + (corners[first + 1]?.[k] ?? 0) * u) * (1 - v) +
        ((corners[first + columns]?.[k] ?? 0) * (1 - u) + (corners[first + columns + 1]?.[k] ?? 0) * u) * v;
      readAt(source, mix(0) - 0.5, mix(1) - 0.5, wideX, wideY, data, i);
    }
  }
  return { data, width, height };
}

/** The point of the source that is at a place of the reply. */
function pointBefore(x: number, y: number, displace: Displace): [number, number] {
  let [fromX, fromY] = [x, y];
  for (let round = 0; round < ROUNDS; round++) {
    const [dx, dy] = displace(fromX, fromY);
    [fromX, fromY] = [x - dx, y - dy];
  }
  return [fromX, fromY];
}

function readAt(
  { data, width, height }: Raster,
  x: number,
  y: number,
  wideX: number,
  wideY: number,
  out: Uint8Array,
  at: number,
): void {
  let [red, green, blue, sum] = [0, 0, 0, 0];
  for (let row = Math.ceil(y - 2 * wideY); row <= y + 2 * wideY; row++) {
    const weightY = catmullRom(Math.abs(row - y) / wideY);
    if (weightY === 0) continue;
    const start = Math.max(0, Math.min(height - 1, row)) * width;
    for (let column = Math.ceil(x - 2 * wideX); column <= x + 2 * wideX; column++) {
      const weight = weightY * catmullRom(Math.abs(column - x) / wideX);
      const i = 3 * (start + Math.max(0, Math.min(width - 1, column)));
      red += weight * (data[i] ?? 0);
      green += weight * (data[i + 1] ?? 0);
      blue += weight * (data[i + 2] ?? 0);
      sum += weight;
    }
  }
  for (const [k, value] of [red, green, blue].entries()) {
    out[at + k] = Math.round(Math.max(0, Math.min(255, value / sum)));
  }
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

/** Left darker, right brighter, in linear light. */
export function relit({ data, width, height }: Raster): Raster {
  const gains = Float64Array.from({ length: width }, (_, x) => 0.7 + 0.6 / (1 + Math.exp(-10 * (x / width - 0.5))));
  const change = (byte: number, i: number): number =>
    Math.min(255, Math.round(byte * (gains[Math.floor(i / 3) % width] ?? 1) ** (1 / 2.2)));
  return { data: data.map(change), width, height };
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
