// Measures what a result changed, and verifies which pixels a composite left unchanged.

import { planWire, type WirePlan } from '../../../../shared/images/wire-geometry.ts';
import { type Checkpoint, NO_CHECKPOINT } from '../checkpoint.ts';
import { boundsOf } from '../mask-bounds.ts';
import type { Coverage, Pixels } from '../pixels.ts';
import { toWireCoverage } from '../resampling/wire-mask.ts';
import { wireRows } from '../resampling/wire-picture.ts';

/** Differences up to this, in any channel, are noise, as lossy formats cause it. */
const NOISE_LEVEL = 8;

/** Pixels of a raw result that differ from the picture sent by more than noise; estimates for large pictures. */
export type ChangeCounts = { outsideChanged: number; outside: number; insideChanged: number; inside: number };

/** Most rows of a band that are compared first: more would hardly improve the estimate. */
const MAX_ROWS = 256;

/**
 * Compares a raw result with the picture that was sent, pixel by pixel at the result's own size: resampling the result
 * to the source first would blur it, and count every hard edge as a change. Margins do not count. In large pictures
 * only evenly spaced rows are compared, unless nothing changed in those.
 * @param weights coverage of the grown, feathered mask; undefined counts every pixel as inside.
 */
export async function measureChange(
  source: Pixels,
  result: Pixels,
  weights: Coverage | undefined,
  plan: WirePlan,
  checkpoint: Checkpoint = NO_CHECKPOINT,
): Promise<ChangeCounts> {
  const seen = planForResult(result, plan);
  const { placed } = seen;
  const sent = wireRows(source, seen);
  const inside = weights && (await toWireCoverage(weights, seen, false, checkpoint));
  const { top, bottom } = (inside && boundsOf(inside)) ?? { top: placed.y, bottom: placed.y };
  const bands = [
    [placed.y, top],
    [top, bottom],
    [bottom, placed.y + placed.height],
  ] as const;
  await checkpoint();
  const everywhere = new Uint8Array(placed.width).fill(1);
  const expected = new Uint8ClampedArray(4 * result.width);
  const countRows = async (mostRows: number): Promise<ChangeCounts> => {
    const counts: ChangeCounts = { outsideChanged: 0, outside: 0, insideChanged: 0, inside: 0 };
    const rows = bands.flatMap(([from, to]) => evenly(from, to, mostRows));
    for (const { y, count } of rows) {
      const start = y * result.width + placed.x;
      const end = start + placed.width;
      sent.readRow(y, expected);
      countRow(
        expected.subarray(4 * placed.x, 4 * (placed.x + placed.width)),
        result.data.subarray(4 * start, 4 * end),
        inside?.data.subarray(start, end) ?? everywhere,
        count,
        counts,
      );
      await checkpoint();
    }
    return counts;
  };
  const counts = await countRows(MAX_ROWS);
  // That nothing changed must be certain: a small change may lie between the rows.
  return counts.insideChanged > 0 ? counts : countRows(result.height);
}

/** The rows from `top` to before `bottom` to compare, and how many rows each of them represents. */
function evenly(top: number, bottom: number, mostRows: number): { y: number; count: number }[] {
  const step = Math.max(1, Math.ceil((bottom - top) / mostRows));
  const length = Math.ceil((bottom - top) / step);
  return Array.from({ length }, (_, i) => ({ y: top + i * step, count: Math.min(step, bottom - top - i * step) }));
}

/**
 * How many pixels outside the mask differ at all: the protected result guarantees 0.
 * @param weights coverage of the part of the source that begins at `at`; outside it the mask is empty.
 * @param strip rows of a picture of the source's size, beginning with row `top`.
 */
export function countOutsideDifferences(
  source: Pixels,
  weights: Coverage,
  strip: Pixels,
  top: number,
  at: { readonly x: number; readonly y: number } = { x: 0, y: 0 },
): number {
  const [expected, found] = [words(source), words(strip)];
  const [from, to] = [at.x, at.x + weights.width];
  let count = 0;
  for (let y = 0; y < strip.height; y++) {
    const start = (top + y) * source.width;
    const row = top + y - at.y;
    const isMasked = row >= 0 && row < weights.height;
    const ofMask = row * weights.width - from;
    for (let x = 0; x < source.width; x++) {
      if (expected[start + x] === found[y * source.width + x]) continue;
      if (!isMasked || x < from || x >= to || weights.data[ofMask + x] === 0) count += 1;
    }
  }
  return count;
}

/** The plan that a result follows: the one it was sent by, or the same plan for the size that was returned instead. */
function planForResult({ width, height }: Pixels, plan: WirePlan): WirePlan {
  if (width === plan.wire.width && height === plan.wire.height) return plan;
  return planWire(plan.source, { width, height });
}

function words({ data }: Pixels): Uint32Array {
  return new Uint32Array(data.buffer, data.byteOffset, data.length / 4);
}

function countRow(
  expected: Uint8ClampedArray,
  found: Uint8ClampedArray,
  weight: Uint8Array,
  times: number,
  counts: ChangeCounts,
): void {
  let [inside, insideChanged, outsideChanged] = [0, 0, 0];
  for (let x = 0, i = 0; x < weight.length; x++, i += 4) {
    const isInside = weight[x] !== 0;
    if (isInside) inside += 1;
    const isChanged =
      differs(expected, found, i) ||
      differs(expected, found, i + 1) ||
      differs(expected, found, i + 2) ||
      differs(expected, found, i + 3);
    if (!isChanged) continue;
    if (isInside) insideChanged += 1;
    else outsideChanged += 1;
  }
  counts.inside += times * inside;
  counts.insideChanged += times * insideChanged;
  counts.outside += times * (weight.length - inside);
  counts.outsideChanged += times * outsideChanged;
}

function differs(a: Uint8ClampedArray, b: Uint8ClampedArray, i: number): boolean {
  const difference = (a[i] ?? 0) - (b[i] ?? 0);
  return difference > NOISE_LEVEL || difference < -NOISE_LEVEL;
}
