// Changes how long a sound lasts and keeps its pitch, in streaming form: overlapping stretches of the input are moved
// closer together or further apart, each to where it continues the one before best (WSOLA).

import type { Block } from '../export/plan.ts';

/** Length of an overlap, and how far a stretch may be from its exact place, in seconds: a few periods of a voice. */
const OVERLAP_S = 0.015;
const SEARCH_S = 0.01;
/** Only every so many samples are compared, and places that far apart at first. */
const COMPARED_EVERY = 4;

/** Takes pieces of any size and returns what can be computed from them; `end` returns the rest. */
export type TimeStretcher = { push: (block: Block) => Block; end: () => Block };

/** Creates a stretcher. Altogether it returns 1 / `rate` as many samples, to the nearest one. @param rate 2 is twice as fast. */
export function createTimeStretcher(rate: number, rateHz: number, channels: number): TimeStretcher {
  const overlap = Math.round(rateHz * OVERLAP_S);
  const reach = Math.round(rateHz * SEARCH_S);
  /** Input that is still needed, and the position of its first sample. */
  let kept: Block = Array.from({ length: channels }, () => new Float32Array(0));
  let keptFrom = 0;
  let received = 0;
  /** Overlaps made so far, and where in the input the last one ended. */
  let made = 0;
  let continued = 0;

  /** Where the input ends that the next overlap needs, and that it stands for. */
  const needed = (): number =>
    Math.max(
      Math.round(made * overlap * rate) + reach + overlap,
      continued + overlap,
      Math.ceil((made + 1) * overlap * rate),
    );

  /** Makes one overlap: the input that follows the last one fades out, the best one near its exact place fades in. */
  const step = (output: Block, at: number): void => {
    const exact = Math.round(made * overlap * rate);
    const near = { from: Math.max(0, exact - reach - keptFrom), to: exact + reach - keptFrom };
    const from = made === 0 ? 0 : keptFrom + bestPlace(kept, continued - keptFrom, near, overlap);
    for (const [channel, samples] of kept.entries()) {
      const written = output[channel];
      for (let i = 0; written !== undefined && i < overlap; i++) {
        const share = (i + 0.5) / overlap;
        const next = samples[from - keptFrom + i] ?? 0;
        const before = made === 0 ? next : (samples[continued - keptFrom + i] ?? 0);
        written[at + i] = before + (next - before) * share;
      }
    }
    continued = from + overlap;
    made += 1;
  };

  /** Makes overlaps as long as there is input for them, and at most so many. */
  const compute = (most: number): Block => {
    const possible = Math.min(most, Math.max(0, Math.floor((keptFrom + lengthOf(kept)) / (overlap * rate)) + 2 - made));
    const output = kept.map(() => new Float32Array(possible * overlap));
    let steps = 0;
    // What a step needs depends on where the one before ended.
    for (; steps < possible && needed() <= keptFrom + lengthOf(kept); steps++) step(output, steps * overlap);
    const unneeded = Math.min(continued, Math.max(0, Math.round(made * overlap * rate) - reach)) - keptFrom;
    if (unneeded > 0) {
      kept = kept.map((samples) => samples.slice(unneeded));
      keptFrom += unneeded;
    }
    return output.map((samples) => samples.slice(0, steps * overlap));
  };

  const add = (block: Block): void => {
    kept = kept.map((samples, channel) => joined(samples, block[channel] ?? new Float32Array(0)));
  };

  return {
    push: (block) => {
      add(block);
      received += lengthOf(block);
      return compute(Number.POSITIVE_INFINITY);
    },
    end: () => {
      const left = Math.max(0, Math.round(received / rate) - made * overlap);
      const steps = Math.ceil(left / overlap);
      const silence = new Float32Array(Math.ceil((steps + 2) * overlap * rate) + 4 * reach + 4 * overlap);
      add(kept.map(() => silence));
      return compute(steps).map((samples) => samples.slice(0, left));
    },
  };
}

function lengthOf(block: Block): number {
  return block[0]?.length ?? 0;
}

/** The place whose samples are most like those at `target`. */
function bestPlace(input: Block, target: number, near: { from: number; to: number }, overlap: number): number {
  const { from, to } = near;
  let best = from;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  const tryPlace = (place: number, every: number): void => {
    const likeness = likenessOf(input, target, place, overlap, every);
    if (likeness <= bestLikeness) return;
    bestLikeness = likeness;
    best = place;
  };
  for (let place = from; place <= to; place += COMPARED_EVERY) tryPlace(place, COMPARED_EVERY);
  const coarse = best;
  bestLikeness = Number.NEGATIVE_INFINITY;
  for (let place = Math.max(from, coarse - COMPARED_EVERY + 1); place < coarse + COMPARED_EVERY; place++)
    tryPlace(place, COMPARED_EVERY / 2);
  return best;
}

/** The correlation of two stretches, in proportion to the level of the second; the level of the first is the same for all. */
function likenessOf(input: Block, target: number, place: number, overlap: number, every: number): number {
  let product = 0;
  let energy = 1e-9;
  for (const samples of input)
    for (let i = 0; i < overlap; i += every) {
      const sample = samples[place + i] ?? 0;
      product += sample * (samples[target + i] ?? 0);
      energy += sample * sample;
    }
  return product / Math.sqrt(energy);
}

function joined(a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
