// A true-peak limiter with look-ahead. The gain that each peak needs is held for the time of the look-ahead before it,
// then averaged over that time, so that it falls smoothly and has arrived when the peak comes; afterwards it recovers
// exponentially. Sound that needs no limiting passes bit for bit.

import type { Block } from '../plan.ts';
import { findPeaks, PEAK_MARGIN } from './true-peak.ts';

const LOOK_AHEAD_S = 0.005;
const RELEASE_S = 0.1;
/** A gain this close to 1 is 1. */
const UNITY = 1 - 1e-4;
/** So many samples are passed at once where nothing is limited. */
const STRETCH = 256;

/**
 * Takes pieces of any size and returns as many samples, later; `end` returns the rest. What is returned may be overwritten
 * at the next call: memory that only the collector frees would add up.
 */
export type Limiter = { push: (block: Block) => Block; end: () => Block };

/**
 * Creates a limiter. @param ceiling the highest true peak of its output, 1 is full scale. @param factor by which the sound
 * is multiplied first.
 */
export function createLimiter(rateHz: number, channels: number, ceiling: number, factor = 1): Limiter {
  const lookAhead = Math.max(1, Math.round(rateHz * LOOK_AHEAD_S));
  /** The gain at a sample is known when the peaks this far behind it are. */
  const delay = lookAhead + PEAK_MARGIN;
  const toGains = createGains(lookAhead, 1 - Math.exp(-1 / (RELEASE_S * rateHz)));
  /** Samples that have not been returned, after `PEAK_MARGIN` that have been measured, and room for the next piece. */
  const keptFrames = delay + 2 * PEAK_MARGIN;
  let works: Float32Array[] = Array.from({ length: channels }, () => new Float32Array(keptFrames));
  let outputs: Float32Array<ArrayBuffer>[] = [];
  let gainsWork = new Float64Array(0);
  /** Silence before the sound, which is not returned. */
  let owed = delay + PEAK_MARGIN;

  const run = (block: Block): Block => {
    const count = block[0]?.length ?? 0;
    if (gainsWork.length < count) {
      gainsWork = new Float64Array(count);
      outputs = works.map(() => new Float32Array(count));
      works = works.map((work) => enlarged(work, keptFrames, count));
    }
    const gains = gainsWork.subarray(0, count).fill(1);
    const from = keptFrames - PEAK_MARGIN;
    for (const [channel, work] of works.entries()) {
      multiply(block[channel] ?? [], factor, work.subarray(keptFrames));
      findPeaks(
        work.subarray(0, keptFrames + count),
        from,
        from + count,
        () => ceiling,
        (index, level) => {
          gains[index - from] = Math.min(gains[index - from] ?? 1, ceiling / level);
        },
      );
    }
    toGains(gains);
    const output = outputs.map((samples, channel) =>
      limit(works[channel]?.subarray(from - delay) ?? [], gains, samples.subarray(0, count)),
    );
    for (const work of works) work.copyWithin(0, count, keptFrames + count);
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

/** Writes samples multiplied by a factor. */
export function multiply(samples: ArrayLike<number>, factor: number, to: Float32Array): void {
  for (let i = 0; i < samples.length; i++) to[i] = (samples[i] ?? 0) * factor;
}

function limit(
  samples: ArrayLike<number>,
  gains: Float64Array,
  to: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  for (let i = 0; i < to.length; i++) to[i] = (samples[i] ?? 0) * (gains[i] ?? 1);
  return to;
}

function enlarged(work: Float32Array, keptFrames: number, count: number): Float32Array {
  const larger = new Float32Array(keptFrames + count);
  larger.set(work.subarray(0, keptFrames));
  return larger;
}

function isUnity(gains: Float64Array): boolean {
  for (let i = 0; i < gains.length; i++) if (gains[i] !== 1) return false;
  return true;
}

/**
 * Creates the function that replaces the gain each sample needs by the gain for the sample `lookAhead + PEAK_MARGIN`
 * before it: held, recovering, and averaged.
 */
function createGains(lookAhead: number, recovery: number): (needed: Float64Array) => void {
  const reach = lookAhead + 2 * PEAK_MARGIN + 1;
  /** Gains below 1 that may still be the lowest within reach, rising, and their positions: a ring. */
  const lows = new Float64Array(reach + 1);
  const places = new Float64Array(reach + 1);
  /** What the last gains lack to 1, of which the mean is taken; sums of these leave no rounding behind. */
  const losses = new Float64Array(lookAhead);
  const state = { first: 0, count: 0, position: 0, at: 0, lost: 0, reduced: 0, held: 1 };

  /** No gain is lowered, and none will be by what came so far. */
  const isAtRest = (): boolean => {
    const { count, reduced, held } = state;
    return reduced === 0 && held === 1 && count === 0;
  };
  /** What the gains of so many samples leave behind that need none, from rest on. */
  const pass = (samples: number): void => {
    state.position += samples;
    state.at = (state.at + samples) % lookAhead;
  };
  const follow = (needed: Float64Array): void => {
    // Variables of its own: those of the closure would be stored anew for each sample, three times as slowly.
    let { first, count, position, at, lost, reduced, held } = state;
    for (let i = 0; i < needed.length; i++) {
      const gain = needed[i] ?? 1;
      if (count > 0 && (places[first] ?? 0) <= position - reach) {
        first = first === reach ? 0 : first + 1;
        count -= 1;
      }
      if (gain < 1) {
        let end = first + count;
        if (end > reach) end -= reach + 1;
        while (count > 0) {
          const last = end === 0 ? reach : end - 1;
          if ((lows[last] ?? 1) < gain) break;
          end = last;
          count -= 1;
        }
        lows[end] = gain;
        places[end] = position;
        count += 1;
      }
      position += 1;

      const recovered = held + (1 - held) * recovery;
      const least = count > 0 ? (lows[first] ?? 1) : 1;
      held = Math.min(least, recovered > UNITY ? 1 : recovered);
      const loss = 1 - held;
      const before = losses[at] ?? 0;
      if (before > 0) reduced -= 1;
      if (loss > 0) reduced += 1;
      lost = reduced === 0 ? 0 : lost + loss - before;
      losses[at] = loss;
      at = at + 1 === lookAhead ? 0 : at + 1;
      needed[i] = 1 - lost / lookAhead;
    }
    Object.assign(state, { first, count, position, at, lost, reduced, held });
  };

  return (needed) => {
    for (let from = 0; from < needed.length; from += STRETCH) {
      const stretch = needed.subarray(from, from + STRETCH);
      if (isAtRest() && isUnity(stretch)) pass(stretch.length);
      else follow(stretch);
    }
  };
}
