// Weights for resampling the samples of a line: windowed sinc, the same for enlarging and reducing.

/**
 * For each output sample the first input sample that contributes to it, and `taps` weights, which add up to 1. Beyond
 * the stretch, its first or last sample is repeated.
 */
export type Weights = { readonly first: Int32Array; readonly weights: Float32Array; readonly taps: number };

/** Lobes of the sinc on each side. */
const LOBES = 3;
/** A stretch that extends into a sample by less than this does not touch it. */
const ROUNDING = 1e-6;

/**
 * Lanczos weights that resample a stretch of a line to another length.
 * @param start where the stretch begins, in continuous coordinates (sample i covers i…i+1).
 * @param extent its length; more than 0.
 * @param count number of output samples.
 * @param length number of input samples; of a stretch that extends beyond them, the part inside is used.
 */
export function lanczosWeights(start: number, extent: number, count: number, length: number): Weights {
  const low = Math.max(0, Math.min(length - 1, Math.floor(start + ROUNDING)));
  const high = Math.max(low + 1, Math.min(length, Math.ceil(start + extent - ROUNDING)));
  const scale = extent / count;
  // Reducing widens the kernel, which removes detail finer than the output can show.
  const widening = Math.max(1, scale);
  const reach = LOBES * widening;
  const taps = Math.min(high - low, Math.ceil(2 * reach) + 1);
  const first = new Int32Array(count);
  const weights = new Float32Array(count * taps);
  for (let i = 0; i < count; i++) {
    const centre = start + (i + 0.5) * scale - 0.5;
    const from = Math.ceil(centre - reach);
    const at = Math.max(low, Math.min(high - taps, from));
    first[i] = at;
    addWeights(weights.subarray(i * taps, (i + 1) * taps), at, { low, high, centre, from, reach, widening });
  }
  return { first, weights, taps };
}

type Reach = { low: number; high: number; centre: number; from: number; reach: number; widening: number };

function addWeights(into: Float32Array, at: number, kernel: Reach): void {
  const { low, high, centre, from, reach, widening } = kernel;
  let sum = 0;
  for (let sample = from; sample <= centre + reach; sample++) {
    const weight = lanczos((sample - centre) / widening);
    const inside = Math.max(low, Math.min(high - 1, sample)) - at;
    into[inside] = (into[inside] ?? 0) + weight;
    sum += weight;
  }
  for (let tap = 0; tap < into.length; tap++) into[tap] = (into[tap] ?? 0) / sum;
}

function lanczos(x: number): number {
  if (x === 0) return 1;
  if (Math.abs(x) >= LOBES || Number.isInteger(x)) return 0;
  const t = Math.PI * x;
  return (LOBES * Math.sin(t) * Math.sin(t / LOBES)) / (t * t);
}

/** Weights at any place of a line, to 1/256 of a sample: `taps` weights from `startAt`, for the samples from `firstAt`. */
export type PhasedWeights = {
  readonly taps: number;
  readonly weights: Float32Array;
  /** The first sample that contributes at a place. @param centre where sample i has its middle at i */
  readonly firstAt: (centre: number) => number;
  /** Where its weights begin. */
  readonly startAt: (centre: number) => number;
};

const PHASES = 256;

/** Lanczos weights for places that are not evenly spaced. @param scale input samples for each output sample, about */
export function phasedWeights(scale: number): PhasedWeights {
  const widening = Math.max(1, scale);
  const reach = LOBES * widening;
  const before = Math.ceil(reach) - 1;
  const taps = before + 1 + Math.ceil(reach);
  const weights = new Float32Array((PHASES + 1) * taps);
  for (let phase = 0; phase <= PHASES; phase++) {
    const part = weights.subarray(phase * taps, (phase + 1) * taps);
    for (let tap = 0; tap < taps; tap++) part[tap] = lanczos((tap - before - phase / PHASES) / widening);
    const sum = part.reduce((total, weight) => total + weight, 0);
    for (let tap = 0; tap < taps; tap++) part[tap] = (part[tap] ?? 0) / sum;
  }
  return {
    taps,
    weights,
    firstAt: (centre) => Math.floor(centre) - before,
    startAt: (centre) => Math.round((centre - Math.floor(centre)) * PHASES) * taps,
  };
}
