// The seam of a composite: how much source and result disagree just outside the mask, and the change of colour that makes them agree.

import { boundsOf, cutAround } from './mask-bounds.ts';
import type { Coverage, Pixels } from './pixels.ts';
import type { Area } from './resample.ts';

/** Bytes of a result, by channel, to what they become beside the source: red, green, blue; 256 each. */
export type ColourMatch = readonly [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray];

/** Pixels of the source just outside the mask, as index, neighbours after each other; evenly spread where there are many. */
export type Ring = Uint32Array;

/** Width of the ring, as a share of the picture's longer side, and in pixels at least. */
const RING = { share: 0.008, leastPx: 4 } as const;
/** Next to the mask models blend; that much of the ring is left out. */
const GAP = { share: 0.001, leastPx: 1 } as const;
/** Side of the squares a ring is gathered by: neighbours in the list are neighbours in the picture. */
const CELL_PX = 8;
/** Pixels of a ring looked at, at most. */
const MOST_PIXELS = 40_000;

/** The ring around a mask; empty for an empty mask, and one that leaves nothing out. */
export function ringAround(mask: Coverage): Ring {
  const bounds = boundsOf(mask);
  if (bounds === undefined) return new Uint32Array();
  const longPx = Math.max(mask.width, mask.height);
  const gap = Math.max(GAP.leastPx, Math.round(longPx * GAP.share));
  const far = gap + Math.max(RING.leastPx, Math.round(longPx * RING.share));
  const found: number[] = [];
  const part = cutAround(mask, bounds, far);
  const { left: originX, top: originY, width, height } = part;
  const near = distancesToMask(part, far + 1);
  for (let top = 0; top < height; top += CELL_PX) {
    for (let left = 0; left < width; left += CELL_PX) {
      for (let y = top; y < Math.min(height, top + CELL_PX); y++) {
        for (let x = left; x < Math.min(width, left + CELL_PX); x++) {
          const distance = near[y * width + x] ?? 0;
          if (distance > gap && distance <= far) found.push((originY + y) * mask.width + originX + x);
        }
      }
    }
  }
  const every = Math.max(1, Math.ceil(found.length / MOST_PIXELS));
  return Uint32Array.from({ length: Math.ceil(found.length / every) }, (_, i) => found[i * every] ?? 0);
}

/** Steps, across and diagonal alike, from each pixel to the next covered one; `most` where it is farther. */
function distancesToMask({ data, width, height }: Coverage, most: number): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if ((data[i] ?? 0) > 0) continue;
      const above = y > 0 ? i - width : -1;
      let nearest = most - 1;
      if (x > 0) nearest = Math.min(nearest, out[i - 1] ?? 0);
      if (above >= 0) {
        nearest = Math.min(nearest, out[above] ?? 0);
        if (x > 0) nearest = Math.min(nearest, out[above - 1] ?? 0);
        if (x < width - 1) nearest = Math.min(nearest, out[above + 1] ?? 0);
      }
      out[i] = nearest + 1;
    }
  }
  for (let y = height - 1; y >= 0; y--) {
    for (let x = width - 1, i = y * width + x; x >= 0; x--, i--) {
      const own = out[i] ?? 0;
      if (own <= 1) continue;
      const below = y < height - 1 ? i + width : -1;
      let nearest = own - 1;
      if (x < width - 1) nearest = Math.min(nearest, out[i + 1] ?? 0);
      if (below >= 0) {
        nearest = Math.min(nearest, out[below] ?? 0);
        if (x > 0) nearest = Math.min(nearest, out[below - 1] ?? 0);
        if (x < width - 1) nearest = Math.min(nearest, out[below + 1] ?? 0);
      }
      out[i] = nearest + 1;
    }
  }
  return out;
}

/** Colours of the ring in both pictures: three bytes, as numbers, for each pixel that both show opaquely. */
export type RingColours = { readonly source: Float32Array; readonly result: Float32Array };

/** Reads the ring. @param area where the source lies in the result. */
export function ringColours(source: Pixels, result: Pixels, area: Area, ring: Ring): RingColours {
  const ours = new Float32Array(3 * ring.length);
  const theirs = new Float32Array(3 * ring.length);
  const [scaleX, scaleY] = [area.width / source.width, area.height / source.height];
  let count = 0;
  for (const i of ring) {
    const x = area.x + ((i % source.width) + 0.5) * scaleX - 0.5;
    const y = area.y + (Math.floor(i / source.width) + 0.5) * scaleY - 0.5;
    const isSeen = x >= -0.5 && y >= -0.5 && x <= result.width - 0.5 && y <= result.height - 0.5;
    if (!isSeen || source.data[4 * i + 3] !== 255) continue;
    if (!readBetween(result, x, y, theirs, 3 * count)) continue;
    for (let k = 0; k < 3; k++) ours[3 * count + k] = source.data[4 * i + k] ?? 0;
    count += 1;
  }
  return { source: ours.subarray(0, 3 * count), result: theirs.subarray(0, 3 * count) };
}

/** Linear interpolation; false where a pixel is not opaque. */
function readBetween({ data, width, height }: Pixels, x: number, y: number, out: Float32Array, at: number): boolean {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [u, v] = [Math.max(0, x - left), Math.max(0, y - top)];
  const corners = [
    [left, top, (1 - u) * (1 - v)],
    [Math.min(width - 1, left + 1), top, u * (1 - v)],
    [left, Math.min(height - 1, top + 1), (1 - u) * v],
    [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1), u * v],
  ] as const;
  for (let k = 0; k < 3; k++) out[at + k] = 0;
  for (const [cx, cy, weight] of corners) {
    const i = 4 * (cy * width + cx);
    if (data[i + 3] !== 255) return false;
    for (let k = 0; k < 3; k++) out[at + k] = (out[at + k] ?? 0) + weight * (data[i + k] ?? 0);
  }
  return true;
}

/** Mean difference of the ring's colours, in levels of 0–255; null without a ring. */
export function seamError(colours: RingColours, match: ColourMatch | null): number | null {
  const differences = differencesOf(colours, match);
  return differences.length === 0 ? null : differences.reduce((sum, one) => sum + one, 0) / differences.length;
}

/** As `seamError`, but the difference that half of the ring keeps below: repainted parts of it do not count. */
function usualError(colours: RingColours, match: ColourMatch | null): number {
  const sorted = differencesOf(colours, match).sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How far the mean colours lie apart, in levels of the channel where it is farthest: a mere loss of sharpness leaves them. */
function meanDifference({ source, result }: RingColours): number {
  const sums = [0, 0, 0];
  for (let i = 0; i < source.length; i++) {
    sums[i % 3] = (sums[i % 3] ?? 0) + (source[i] ?? 0) - (result[i] ?? 0);
  }
  return (3 * Math.max(...sums.map(Math.abs))) / source.length;
}

function differencesOf({ source, result }: RingColours, match: ColourMatch | null): Float32Array {
  return source.map((wanted, i) => {
    const value = result[i] ?? 0;
    return Math.abs(wanted - (match === null ? value : (match[i % 3]?.[Math.round(value)] ?? value)));
  });
}

/** Pixels it takes for a change of colour. */
const LEAST_PIXELS = 64;
/** Neighbours averaged before the fit: noise in what is fitted would pass for less contrast. */
const AVERAGED = 8;
/** Share of the ring that has to agree on the change; of another picture less does. */
const LEAST_AGREEMENT = 0.4;
/** A change has to take away this share of the difference at least, judged by pixels it was not made from. */
const LEAST_GAIN = 0.1;
/** Differences below this, in levels, are none. */
const NO_DIFFERENCE = 1;
/** How far the light of a channel may be raised or lowered; more is no slip of colour, but another picture. */
const MOST_GAIN = 2;

/**
 * Finds gain and offset of each channel, in linear light, that bring the result's ring to the source's colours; null where that
 * would mend nothing, or little.
 */
export function matchColours(colours: RingColours): ColourMatch | null {
  if (colours.source.length < 3 * LEAST_PIXELS) return null;
  const [fitted, judged] = [everyOther(colours, 0), everyOther(colours, 1)];
  const before = usualError(judged, null);
  if (before < NO_DIFFERENCE || meanDifference(colours) < NO_DIFFERENCE) return null;
  const { lines, agreement } = fitLines(fitted);
  if (agreement < LEAST_AGREEMENT) return null;
  const match = [tableOf(lines[0]), tableOf(lines[1]), tableOf(lines[2])] as const;
  const after = usualError(judged, match);
  return after <= before * (1 - LEAST_GAIN) ? match : null;
}

/** Every other group of neighbours. */
function everyOther({ source, result }: RingColours, first: 0 | 1): RingColours {
  const isOwn = (_: number, i: number): boolean => Math.floor(i / (3 * AVERAGED)) % 2 === first;
  return { source: source.filter(isOwn), result: result.filter(isOwn) };
}

/** Rounds of the fit; after each, what fits badly counts less. */
const ROUNDS = 6;
/** A distance of colours, in linear light of 0–1, at which a pixel counts a quarter. */
const TOLERANCE = 0.05;
/** How much wider the first round is, so that a large change is found at all; each round halves it. */
const WIDENED = 8;
/** How firmly gain is held at 1 and offset at 0 where the ring does not tell them apart: light changes by gain. */
const HELD = { gain: 1e-5, offset: 0.03 } as const;

/** What becomes of a channel in linear light. */
type Line = { readonly gain: number; readonly offset: number };
type Lines = readonly [Line, Line, Line];

/** Fits all channels together, so that a pixel of something else is left out of all; and the share of the ring that agrees. */
function fitLines({ source, result }: RingColours): { lines: Lines; agreement: number } {
  const found = [averages(result, 0), averages(result, 1), averages(result, 2)] as const;
  const wanted = [averages(source, 0), averages(source, 1), averages(source, 2)] as const;
  const weights = new Float64Array(found[0].length);
  const same: Line = { gain: 1, offset: 0 };
  let lines: Lines = [same, same, same];
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const tolerance = TOLERANCE * Math.max(1, WIDENED / 2 ** round);
    sum = 0;
    for (let i = 0; i < weights.length; i++) {
      let squared = 0;
      for (const k of [0, 1, 2] as const) {
        squared += (lines[k].gain * (found[k][i] ?? 0) + lines[k].offset - (wanted[k][i] ?? 0)) ** 2;
      }
      weights[i] = 1 / (1 + squared / tolerance ** 2) ** 2;
      sum += weights[i] ?? 0;
    }
    lines = [
      fitLine(found[0], wanted[0], weights),
      fitLine(found[1], wanted[1], weights),
      fitLine(found[2], wanted[2], weights),
    ];
  }
  return { lines, agreement: sum / weights.length };
}

/** Weighted least squares. */
function fitLine(found: Float64Array, wanted: Float64Array, weights: Float64Array): Line {
  let [n, x, y, xx, xy] = [0, 0, 0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    const [weight, a, b] = [weights[i] ?? 0, found[i] ?? 0, wanted[i] ?? 0];
    n += weight;
    x += weight * a;
    y += weight * b;
    xx += weight * a * a;
    xy += weight * a * b;
  }
  const [gg, oo] = [xx + n * HELD.gain, n + n * HELD.offset];
  const slope = ((xy + n * HELD.gain) * oo - x * y) / (gg * oo - x * x);
  const gain = Math.max(1 / MOST_GAIN, Math.min(MOST_GAIN, slope));
  return { gain, offset: (y - x * gain) / oo };
}

function tableOf({ gain, offset }: Line): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 256 }, (_, value) => toByte(gain * toLinear(value) + offset));
}

/** Means of neighbours in linear light. */
function averages(colours: Float32Array, channel: number): Float64Array {
  const count = colours.length / 3;
  return Float64Array.from({ length: Math.floor(count / AVERAGED) }, (_, group) => {
    let sum = 0;
    for (let k = 0; k < AVERAGED; k++) sum += toLinear(colours[3 * (group * AVERAGED + k) + channel] ?? 0);
    return sum / AVERAGED;
  });
}

/** sRGB's transfer function (IEC 61966-2-1). */
function toLinear(byte: number): number {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const value = Math.max(0, Math.min(1, linear));
  return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
}

/** Changes the colours of a row in place. */
export function recolourRow(row: Uint8ClampedArray, match: ColourMatch): void {
  const [red, green, blue] = match;
  for (let i = 0; i < row.length; i += 4) {
    row[i] = red[row[i] ?? 0] ?? 0;
    row[i + 1] = green[row[i + 1] ?? 0] ?? 0;
    row[i + 2] = blue[row[i + 2] ?? 0] ?? 0;
  }
}
