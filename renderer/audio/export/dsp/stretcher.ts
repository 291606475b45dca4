// Makes speech faster at the same pitch: overlapping frames of the input are laid closer together, each moved by up to
// 10 ms to where it continues the one before it best (WSOLA).

import type { Block } from '../plan.ts';

/** Long enough for two periods of a low voice. */
const FRAME_S = 0.03;
const SEARCH_S = 0.01;
/** Likeness is computed from every so many samples. */
const LIKENESS_STEP = 4;

/** Takes pieces of any size and returns what can be computed from them; `end` returns the rest. */
export type Stretcher = { push: (block: Block) => Block; end: () => Block };

/** Number of samples of `frames` that are played `speedUp` times as fast. */
export function stretchedLength(frames: number, speedUp: number): number {
  return Math.round(frames / speedUp);
}

/** Creates a stretcher. Altogether it returns `stretchedLength` samples of each channel. @param speedUp 1 to 2. */
export function createStretcher(speedUp: number, rateHz: number, channels: number): Stretcher {
  const hop = Math.max(1, Math.round((rateHz * FRAME_S) / 2));
  const search = Math.round(rateHz * SEARCH_S);
  /** Rises over a frame's first half; the second half of the frame before falls so that both add up to 1. */
  const rise = Float32Array.from({ length: hop }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / hop));
  let kept: Float32Array<ArrayBuffer>[] = Array.from({ length: channels }, () => new Float32Array(0));
  /** Position of the first kept sample in the input. */
  let keptFrom = 0;
  let received = 0;
  let made = 0;
  let frame = 0;
  /** Where the last frame was taken from. */
  let taken = 0;

  /** Where the next frame would be without a search. */
  const nominal = (): number => Math.round(frame * hop * speedUp);
  const position = (): number =>
    frame === 0 ? 0 : mostAlike(kept, taken + hop - keptFrom, nominal() - keptFrom, search, hop) + keptFrom;
  /** The next hop of the output: the end of the frame before, and the beginning of the next one. */
  const nextHop = (): Block => {
    const next = position();
    const block = kept.map((samples) => {
      const piece = new Float32Array(hop);
      for (let i = 0; i < hop; i++) {
        const begun = samples[next - keptFrom + i] ?? 0;
        const weight = frame === 0 ? 1 : (rise[i] ?? 1);
        const ending = frame === 0 ? 0 : (samples[taken + hop - keptFrom + i] ?? 0);
        piece[i] = begun * weight + ending * (1 - weight);
      }
      return piece;
    });
    taken = next;
    frame += 1;
    return block;
  };
  /** Forgets the input that no later frame needs. */
  const trim = (): void => {
    const unneeded = Math.max(0, Math.min(taken + hop, nominal() - search) - keptFrom);
    kept = kept.map((samples) => samples.slice(unneeded));
    keptFrom += unneeded;
  };
  const compute = (until: number, isEnd: boolean): Block => {
    const pieces: Block[] = [];
    const total = stretchedLength(received, speedUp);
    while (nominal() + search + 2 * hop <= until && !(isEnd && made >= total)) {
      const piece = nextHop();
      const left = isEnd ? Math.min(hop, total - made) : hop;
      pieces.push(piece.map((samples) => samples.subarray(0, left)));
      made += left;
    }
    trim();
    return Array.from({ length: channels }, (_, channel) => joined(pieces.map((piece) => piece[channel])));
  };

  return {
    push: (block) => {
      kept = kept.map((samples, channel) => joined([samples, block[channel]]));
      received += block[0]?.length ?? 0;
      // Never more than the whole: a hop is made when two more are there, and at most twice as fast.
      return compute(received, false);
    },
    end: () => {
      const silence = new Float32Array(Math.ceil(hop * speedUp) + search + 2 * hop);
      kept = kept.map((samples) => joined([samples, silence]));
      return compute(received + silence.length, true);
    },
  };
}

/** The position within `search` of `around` whose samples are most like those at `wanted`: by normalised correlation. */
function mostAlike(
  input: readonly Float32Array[],
  wanted: number,
  around: number,
  search: number,
  length: number,
): number {
  let best = Math.max(0, around);
  let bestLikeness = Number.NEGATIVE_INFINITY;
  for (let at = Math.max(0, around - search); at <= around + search; at++) {
    let product = 0;
    let energy = 1e-9;
    for (const samples of input)
      for (let i = 0; i < length; i += LIKENESS_STEP) {
        const sample = samples[at + i] ?? 0;
        product += sample * (samples[wanted + i] ?? 0);
        energy += sample * sample;
      }
    const likeness = product / Math.sqrt(energy);
    if (likeness <= bestLikeness) continue;
    bestLikeness = likeness;
    best = at;
  }
  return best;
}

function joined(pieces: readonly (Float32Array | undefined)[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + (piece?.length ?? 0), 0));
  let at = 0;
  for (const piece of pieces) {
    if (piece === undefined) continue;
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
