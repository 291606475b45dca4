// Grows and feathers masks: the weights of the composite, and what the overlay shows. Linear in the number of pixels,
// for any radius.

import { atOnce, NO_CHECKPOINT, type Pausable, pausing } from '../checkpoint.ts';
import { boundsOf, cutAround } from '../mask-bounds.ts';
import type { Coverage } from '../pixels.ts';

/** Levels of coverage that are distinguished while growing a soft mask; a hard mask has a single one. */
const LEVELS = [1, 32, 64, 96, 128, 160, 192, 224, 255] as const;

/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;

/**
 * Grows, then feathers: the weights of the composite. Works on the painted part and its surroundings only.
 * @returns a mask in which pixels farther than both radii together from any coverage stay at 0; with radii of 0 the
 * same object.
 */
export async function growAndFeather(
  mask: Coverage,
  growPx: number,
  featherPx: number,
  checkpoint = NO_CHECKPOINT,
): Promise<Coverage> {
  if (growPx < 1 && featherPx < 1) return mask;
  const painted = boundsOf(mask);
  await checkpoint();
  const data = new Uint8Array(mask.data.length);
  if (painted === undefined) return { ...mask, data };
  // One pixel more than the reach: pixels at the edge of the part must be 0, as they are beyond it.
  const margin = Math.ceil(Math.max(0, growPx) + Math.max(0, featherPx)) + 1;
  const part = cutAround(mask, painted, margin);
  const grown = await pausing(growing(part, growPx), checkpoint);
  const done = await pausing(feathering(grown, featherPx), checkpoint);
  const { left, top, width } = part;
  for (let y = 0; y < part.height; y++) {
    data.set(done.data.subarray(y * width, (y + 1) * width), (top + y) * mask.width + left);
  }
  return { ...mask, data };
}

/**
 * Lets what was grown beyond the painted mask fade to nothing at the edges of a part, beyond which there is no result.
 * @param weights changed in place
 * @param fadePx over so many pixels from the edge
 */
export function fadeAtEdges({ data, width, height }: Coverage, painted: Coverage, fadePx: number): void {
  for (let y = 0; y < height; y++) {
    const fromEnd = Math.min(y, height - 1 - y);
    const isInBand = fromEnd < fadePx;
    for (let x = 0; x < width; x++) {
      // Only the bands at both sides, except in those above and below.
      if (!isInBand && x === fadePx) x = Math.max(x, width - fadePx);
      const edge = Math.min(fromEnd, x, width - 1 - x);
      const most = Math.max(painted.data[y * width + x] ?? 0, Math.round((255 * edge) / fadePx));
      if ((data[y * width + x] ?? 0) > most) data[y * width + x] = most;
    }
  }
}

/**
 * Grows a mask by `radiusPx` in every direction: each pixel gets the highest coverage within that distance. Soft masks
 * are grown level by level, so a value may be up to 31 too low, but never too high, and never below its original value.
 * A radius of 0 changes nothing. Pixels without coverage within the radius stay at 0.
 */
export function grow(mask: Coverage, radiusPx: number): Coverage {
  return atOnce(growing(mask, radiusPx));
}

function* growing(mask: Coverage, radiusPx: number): Pausable<Coverage> {
  const grown = new Uint8Array(mask.data);
  const seen = levelsOf(mask.data);
  if (radiusPx >= 1) for (const level of LEVELS) if (seen.has(level)) yield* growLevel(mask, level, radiusPx, grown);
  return { ...mask, data: grown };
}

/**
 * Softens a mask's edge, inwards and outwards, like a Gaussian of limited width: three box averages, which together
 * extend `radiusPx` to each side and no farther. Pixels at the picture's edges are repeated outwards. A radius of 0
 * changes nothing.
 */
export function feather(mask: Coverage, radiusPx: number): Coverage {
  return atOnce(feathering(mask, radiusPx));
}

function* feathering(mask: Coverage, radiusPx: number): Pausable<Coverage> {
  const reach = Math.max(0, Math.floor(radiusPx));
  const from = new Uint8Array(mask.data);
  const to = new Uint8Array(mask.data.length);
  for (let part = 0; part < 3; part++) {
    const radius = Math.floor((reach + part) / 3);
    if (radius === 0) continue;
    yield* averageRows(from, to, mask.width, mask.height, radius);
    yield* averageColumns(to, from, mask.width, mask.height, radius);
  }
  return { ...mask, data: from };
}

/** Which of the levels separate values that occur: those with some pixel between them and the next level. */
function levelsOf(data: Uint8Array): Set<number> {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < data.length; i++) occurs[data[i] ?? 0] = 1;
  const seen = new Set<number>();
  for (const [i, level] of LEVELS.entries()) {
    const end = LEVELS[i + 1] ?? 256;
    if (occurs.subarray(level, end).includes(1)) seen.add(level);
  }
  return seen;
}

/**
 * Raises all pixels within the radius of a pixel of at least that coverage to `level`. Per row: the vertical distance
 * to the nearest such pixel of each column determines how far it extends to the left and right.
 */
function* growLevel(
  { data, width, height }: Coverage,
  level: number,
  radius: number,
  grown: Uint8Array,
): Pausable<void> {
  const farthest = Math.floor(radius);
  const halfWidths = Int32Array.from({ length: farthest + 1 }, (_, dy) => Math.floor(Math.sqrt(radius ** 2 - dy ** 2)));
  // `below` has the rows to the nearest pixel below and is updated per row; `above` counts rows since the last one
  // passed.
  const above = new Int32Array(width).fill(farthest + 1);
  const below = nearestBelow(data, width, height, level, farthest);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    for (let x = 0; x < width; x++) {
      const isSet = (data[start + x] ?? 0) >= level;
      above[x] = isSet ? 0 : Math.min(farthest + 1, (above[x] ?? 0) + 1);
    }
    below.step(y);
    let reach = -1;
    for (let x = 0; x < width; x++) {
      const distance = Math.min(above[x] ?? 0, below.distance[x] ?? 0);
      if (distance <= farthest) reach = Math.max(reach, x + (halfWidths[distance] ?? 0));
      if (x <= reach && (grown[start + x] ?? 0) < level) grown[start + x] = level;
    }
    reach = width;
    for (let x = width - 1; x >= 0; x--) {
      const distance = Math.min(above[x] ?? 0, below.distance[x] ?? 0);
      if (distance <= farthest) reach = Math.min(reach, x - (halfWidths[distance] ?? 0));
      if (x >= reach && (grown[start + x] ?? 0) < level) grown[start + x] = level;
    }
    if (y % ROWS_AT_ONCE === 0) yield;
  }
}

/**
 * For each column the number of rows down to the nearest pixel of at least `level`, updated for one row after the
 * other.
 */
function nearestBelow(
  data: Uint8Array,
  width: number,
  height: number,
  level: number,
  farthest: number,
): { distance: Int32Array; step: (y: number) => void } {
  const distance = new Int32Array(width).fill(-1);
  // The row down to which each column has been searched without finding one.
  const searched = new Int32Array(width);
  return {
    distance,
    step: (y) => {
      for (let x = 0; x < width; x++) {
        const known = distance[x] ?? 0;
        if (known > 0 && known <= farthest) {
          distance[x] = known - 1;
          continue;
        }
        const last = Math.min(height - 1, y + farthest);
        let row = Math.max(y, searched[x] ?? 0);
        while (row <= last && (data[row * width + x] ?? 0) < level) row++;
        searched[x] = row;
        distance[x] = row <= last ? row - y : farthest + 1;
      }
    },
  };
}

/** Averages over 2 × radius + 1 pixels along each row; its ends are repeated. */
function* averageRows(from: Uint8Array, to: Uint8Array, width: number, height: number, radius: number): Pausable<void> {
  const span = 2 * radius + 1;
  const padded = new Uint8Array(width + span);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    padded.fill(from[start] ?? 0, 0, radius);
    padded.set(from.subarray(start, start + width), radius);
    padded.fill(from[start + width - 1] ?? 0, radius + width);
    let sum = 0;
    for (let x = 0; x < span; x++) sum += padded[x] ?? 0;
    for (let x = 0; x < width; x++) {
      to[start + x] = Math.round(sum / span);
      sum += (padded[x + span] ?? 0) - (padded[x] ?? 0);
    }
    if (y % ROWS_AT_ONCE === 0) yield;
  }
}

/** The same along each column, with a whole row of sums at a time. */
function* averageColumns(
  from: Uint8Array,
  to: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Pausable<void> {
  const span = 2 * radius + 1;
  const sums = new Int32Array(width);
  const rowAt = (y: number): Uint8Array => {
    const start = Math.max(0, Math.min(height - 1, y)) * width;
    return from.subarray(start, start + width);
  };
  for (let y = -radius; y <= radius; y++) {
    const row = rowAt(y);
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (row[x] ?? 0);
  }
  for (let y = 0; y < height; y++) {
    const entering = rowAt(y + radius + 1);
    const leaving = rowAt(y - radius);
    for (let x = 0; x < width; x++) {
      const sum = sums[x] ?? 0;
      to[y * width + x] = Math.round(sum / span);
      sums[x] = sum + (entering[x] ?? 0) - (leaving[x] ?? 0);
    }
    if (y % ROWS_AT_ONCE === 0) yield;
  }
}
