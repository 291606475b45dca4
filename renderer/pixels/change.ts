// Measures what a result changed, and proves what a composite left alone.

import { planWire, type WirePlan } from '../../shared/images/wire-geometry.ts';
import { type Checkpoint, NO_CHECKPOINT } from './checkpoint.ts';
import type { Coverage, Pixels } from './pixels.ts';
import { toWireCoverage } from './wire-mask.ts';
import { wireRows } from './wire-picture.ts';

/** Differences up to this, in any channel, are noise: lossy formats leave them. */
const NOISE_LEVEL = 8;

/** Pixels of a raw result that differ from what was sent by more than noise. */
export type ChangeCounts = { outsideChanged: number; outside: number; insideChanged: number; inside: number };

/** Rows between two pauses. */
const ROWS_AT_ONCE = 32;

/**
 * Compares a raw result with the picture that was sent, pixel by pixel at the result's own size: bringing the result
 * back to the source first would blur it, and count every hard edge as a change. Margins do not count.
 * @param weights coverage of the grown, feathered mask; undefined makes every pixel an inside one.
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
  const inside = weights && toWireCoverage(weights, seen, false);
  const everywhere = new Uint8Array(placed.width).fill(1);
  const expected = new Uint8ClampedArray(4 * result.width);
  const counts: ChangeCounts = { outsideChanged: 0, outside: 0, insideChanged: 0, inside: 0 };
  for (let y = placed.y; y < placed.y + placed.height; y++) {
    const start = y * result.width + placed.x;
    const end = start + placed.width;
    sent.readRow(y, expected);
    countRow(
      expected.subarray(4 * placed.x, 4 * (placed.x + placed.width)),
      result.data.subarray(4 * start, 4 * end),
      inside?.data.subarray(start, end) ?? everywhere,
      counts,
    );
    if (y % ROWS_AT_ONCE === 0) await checkpoint();
  }
  return counts;
}

/** How many pixels outside the mask differ in any way: the guarantee says none. All of the same size. */
export function countOutsideDifferences(a: Pixels, b: Pixels, weights: Coverage): number {
  const [inA, inB] = [words(a), words(b)];
  let count = 0;
  for (let i = 0; i < inA.length; i++) if (inA[i] !== inB[i] && weights.data[i] === 0) count += 1;
  return count;
}

/** The plan a result follows: the one it was sent by, or the same for the size that came instead. */
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
  counts: ChangeCounts,
): void {
  for (let x = 0, i = 0; x < weight.length; x++, i += 4) {
    const isChanged =
      differs(expected, found, i) ||
      differs(expected, found, i + 1) ||
      differs(expected, found, i + 2) ||
      differs(expected, found, i + 3);
    if ((weight[x] ?? 0) === 0) {
      counts.outside += 1;
      if (isChanged) counts.outsideChanged += 1;
    } else {
      counts.inside += 1;
      if (isChanged) counts.insideChanged += 1;
    }
  }
}

function differs(a: Uint8ClampedArray, b: Uint8ClampedArray, i: number): boolean {
  const difference = (a[i] ?? 0) - (b[i] ?? 0);
  return difference > NOISE_LEVEL || difference < -NOISE_LEVEL;
}
