// A true-peak limiter with look-ahead. The gain that each peak needs is held for the time of the look-ahead before it,
// then averaged over that time, so that it falls smoothly and has arrived when the peak comes; afterwards it recovers
// exponentially. Sound that needs no limiting passes bit for bit.

import type { Block } from '../plan.ts';
import { findPeaks, PEAK_MARGIN } from './true-peak.ts';

const LOOK_AHEAD_S = 0.005;
const RELEASE_S = 0.1;
/** A gain this close to 1 is 1. */
const UNITY = 1 - 1e-6;

/** Takes pieces of any size and returns as many samples, later; `end` returns the rest. */
export type Limiter = { push: (block: Block) => Block; end: () => Block };

/** Creates a limiter. @param ceiling the highest true peak of its output, 1 is full scale. */
export function createLimiter(rateHz: number, channels: number, ceiling: number): Limiter {
  const lookAhead = Math.max(1, Math.round(rateHz * LOOK_AHEAD_S));
  const recovery = 1 - Math.exp(-1 / (RELEASE_S * rateHz));
  /** The gain at a sample is known when the peaks this far behind it are. */
  const delay = lookAhead + PEAK_MARGIN;
  const lowest = createSlidingMinimum(lookAhead + 2 * PEAK_MARGIN + 1);
  const average = createAverage(lookAhead);
  let held = 1;
  /** Samples that have not been returned, after `PEAK_MARGIN` that have been measured. */
  let kept: Float32Array<ArrayBuffer>[] = Array.from(
    { length: channels },
    () => new Float32Array(delay + 2 * PEAK_MARGIN),
  );
  /** Silence before the sound, which is not returned. */
  let owed = delay + PEAK_MARGIN;

  /** The gain for the sample `delay` before the one that needs `needed`. */
  const gainAfter = (needed: number): number => {
    const least = lowest(needed);
    const recovered = held + (1 - held) * recovery;
    held = Math.min(least, recovered > UNITY ? 1 : recovered);
    return average(held);
  };

  const run = (block: Block): Block => {
    const count = block[0]?.length ?? 0;
    kept = kept.map((samples, channel) => joined(samples, block[channel]));
    const length = kept[0]?.length ?? 0;
    const needed = new Float64Array(count).fill(1);
    const from = length - count - PEAK_MARGIN;
    for (const samples of kept)
      findPeaks(
        samples,
        from,
        from + count,
        () => ceiling,
        (index, level) => {
          needed[index - from] = Math.min(needed[index - from] ?? 1, ceiling / level);
        },
      );
    const gains = needed.map(gainAfter);
    const output = kept.map((samples) => scaled(samples.subarray(from - delay, from - delay + count), gains));
    kept = kept.map((samples) => samples.slice(count));
    return output;
  };
  const withoutOwed = (block: Block): Block => {
    const dropped = Math.min(owed, block[0]?.length ?? 0);
    owed -= dropped;
    return block.map((samples) => samples.subarray(dropped));
  };

  return {
    push: (block) => withoutOwed(run(block)),
    end: () => withoutOwed(run(Array.from({ length: channels }, () => new Float32Array(delay + PEAK_MARGIN)))),
  };
}

function scaled(samples: Float32Array, gains: Float64Array): Float32Array<ArrayBuffer> {
  return Float32Array.from(samples, (sample, i) => sample * (gains[i] ?? 1));
}

function joined(a: Float32Array, b: Float32Array | undefined): Float32Array<ArrayBuffer> {
  const both = new Float32Array(a.length + (b?.length ?? 0));
  both.set(a);
  if (b !== undefined) both.set(b, a.length);
  return both;
}

/** The lowest of the last `length` values, 1 before the first. */
function createSlidingMinimum(length: number): (value: number) => number {
  // Values that may still be the lowest, rising, with their positions; a ring.
  const values = new Float64Array(length + 1);
  const positions = new Float64Array(length + 1);
  let [first, count, position] = [0, 0, 0];
  const at = (index: number): number => (first + index) % values.length;
  return (value) => {
    if (count > 0 && (positions[first] ?? 0) <= position - length) {
      first = at(1);
      count -= 1;
    }
    while (count > 0 && (values[at(count - 1)] ?? 1) >= value) count -= 1;
    values[at(count)] = value;
    positions[at(count)] = position;
    count += 1;
    position += 1;
    return values[first] ?? 1;
  };
}

/** The mean of the last `length` values, 1 before the first. Exactly 1 if all are. */
function createAverage(length: number): (value: number) => number {
  const ring = new Float64Array(length);
  let [at, lost] = [0, 0];
  let reduced = 0;
  return (value) => {
    // Sums what is missing to 1, so that rounding leaves nothing behind.
    const loss = 1 - value;
    const before = ring[at] ?? 0;
    if (before > 0) reduced -= 1;
    if (loss > 0) reduced += 1;
    lost += loss - before;
    ring[at] = loss;
    at = (at + 1) % length;
    if (reduced === 0) lost = 0;
    return 1 - lost / length;
  };
}
