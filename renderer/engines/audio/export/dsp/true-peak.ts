// The level between the samples (ITU-R BS.1770-4, annex 2): three values between each two samples, by a windowed sinc of
// 12 samples. Where the samples around are so small that no value can matter, none is computed.

/** Samples on each side of a value. */
const HALF = 6;
const TAPS = 2 * HALF;
/** Positions between two samples; the sample itself is the fourth. */
const POSITIONS = [0.25, 0.5, 0.75] as const;
/** Weights of the samples before and after each position. */
const WEIGHTS = Float64Array.from(POSITIONS.flatMap(weightsAt));
/** No value is larger than the largest of its samples by more than this factor. */
const MAX_GAIN = Math.max(
  ...POSITIONS.map((_, i) => WEIGHTS.slice(i * TAPS, (i + 1) * TAPS).reduce((s, w) => s + Math.abs(w), 0)),
);
/** The largest weight of the two samples around a position, and the largest sum of all others. */
const NEAR = Math.max(
  ...POSITIONS.flatMap((_, i) => [WEIGHTS[i * TAPS + HALF - 1] ?? 0, WEIGHTS[i * TAPS + HALF] ?? 0]),
);
const FAR = Math.max(
  ...POSITIONS.map((_, i) =>
    WEIGHTS.slice(i * TAPS, (i + 1) * TAPS).reduce(
      (sum, weight, j) => (j === HALF - 1 || j === HALF ? sum : sum + Math.abs(weight)),
      0,
    ),
  ),
);
/** Samples that are judged at once by their largest. */
const STRETCH = 32;

/** Samples that a caller has to keep before and after a stretch. */
export const PEAK_MARGIN = HALF;

/**
 * Calls `found` for every sample from `from` to `to` whose level, or that of the values up to the next sample, is above
 * `least`. @param samples with `PEAK_MARGIN` samples before `from` and after `to`; those beyond are silent.
 */
export function findPeaks(
  samples: Float32Array,
  from: number,
  to: number,
  least: () => number,
  found: (index: number, level: number) => void,
): void {
  for (let begin = from; begin < to; begin += STRETCH) {
    const end = Math.min(to, begin + STRETCH);
    const loudest = loudestOf(samples, Math.max(0, begin - HALF), Math.min(samples.length, end + HALF));
    if (loudest * MAX_GAIN <= least()) continue;
    const far = loudest * FAR;
    for (let i = begin; i < end; i++) {
      // No value up to the next sample is larger than this.
      if (far + NEAR * (Math.abs(samples[i] ?? 0) + Math.abs(samples[i + 1] ?? 0)) <= least()) continue;
      const level = levelAt(samples, i);
      if (level > least()) found(i, level);
    }
  }
}

function loudestOf(samples: Float32Array, from: number, to: number): number {
  let loudest = 0;
  for (let i = from; i < to; i++) {
    const level = Math.abs(samples[i] ?? 0);
    if (level > loudest) loudest = level;
  }
  return loudest;
}

function levelAt(samples: Float32Array, index: number): number {
  let [first, second, third] = [0, 0, 0];
  for (let j = 0; j < TAPS; j++) {
    const sample = samples[index - HALF + 1 + j] ?? 0;
    first += sample * (WEIGHTS[j] ?? 0);
    second += sample * (WEIGHTS[TAPS + j] ?? 0);
    third += sample * (WEIGHTS[2 * TAPS + j] ?? 0);
  }
  return Math.max(Math.abs(samples[index] ?? 0), Math.abs(first), Math.abs(second), Math.abs(third));
}

function weightsAt(position: number): number[] {
  const raw = Array.from({ length: TAPS }, (_, j) => {
    const distance = j - HALF + 1 - position;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / HALF);
    return (Math.sin(Math.PI * distance) / (Math.PI * distance)) * window;
  });
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => weight / sum);
}

/** Measures the true peak of a sound that comes in pieces. */
export type PeakMeter = {
  add: (channels: readonly Float32Array[]) => void;
  /** The level so far, 1 is full scale. The last `PEAK_MARGIN` samples count as if silence followed. */
  peak: () => number;
};

/** Creates a meter. */
export function createPeakMeter(): PeakMeter {
  /** The end of each channel: samples that were measured, and samples that wait for those after them. */
  const rests: Float32Array[] = [];
  /** Used again for every piece: memory that only the collector frees would add up. */
  let work = new Float32Array(0);
  let peak = 0;
  const measure = (samples: Float32Array, to: number): void =>
    findPeaks(
      samples,
      PEAK_MARGIN,
      to,
      () => peak,
      (_, level) => {
        peak = level;
      },
    );
  return {
    add: (channels) => {
      for (const [channel, piece] of channels.entries()) {
        const rest = rests[channel] ?? new Float32Array(2 * PEAK_MARGIN);
        if (work.length < rest.length + piece.length) work = new Float32Array(rest.length + piece.length);
        const samples = work.subarray(0, rest.length + piece.length);
        samples.set(rest);
        samples.set(piece, rest.length);
        measure(samples, samples.length - PEAK_MARGIN);
        rests[channel] = samples.slice(-2 * PEAK_MARGIN);
      }
    },
    peak: () => {
      for (const rest of rests) measure(rest, rest.length);
      return peak;
    },
  };
}

/** Level in decibels, 1 is 0 dB; -Infinity for 0. */
export function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}
