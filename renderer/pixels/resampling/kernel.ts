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
