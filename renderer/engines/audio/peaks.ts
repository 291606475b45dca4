// Finds the highest and lowest sample of each short stretch of sound, while the sound arrives.

/**
 * Extremes of stretches of equal length, as signed 8-bit values: `values[2 * i]` is the minimum of stretch `i`,
 * `values[2 * i + 1]` its maximum. They are drawn in relation to the loudest one unless `isAbsolute`.
 */
export type Peaks = {
  readonly values: Int8Array;
  readonly length: number;
  readonly isAbsolute?: boolean;
  /** A hue for each stretch: 0 for none, else one more than an index of `--role-*`. */
  readonly hues?: Uint8Array;
};

/** Samples per stretch: about 10 ms at 24 kHz mono, finer than one pixel of any displayed waveform. */
export const SAMPLES_PER_PEAK = 256;

/** Gathers peaks from chunks of any size. */
export type PeakGatherer = {
  /** Samples between -1 and 1. */
  add: (samples: Float32Array) => void;
  /** Signed 16-bit samples. */
  addInt16: (samples: Int16Array) => void;
  /** Ends the sound: emits the last stretch, which may be short. */
  end: () => void;
};

/** Creates a gatherer. It calls `emit` for each complete stretch, from index 0. */
export function createPeakGatherer(emit: (low: number, high: number, index: number) => void): PeakGatherer {
  let count = 0;
  let low = 0;
  let high = 0;
  let index = 0;
  const flush = (): void => {
    emit(Math.max(-127, Math.round(low * 127)), Math.min(127, Math.round(high * 127)), index);
    index += 1;
    count = 0;
  };
  const merge = (stretchLow: number, stretchHigh: number, samples: number): void => {
    low = count === 0 ? stretchLow : Math.min(low, stretchLow);
    high = count === 0 ? stretchHigh : Math.max(high, stretchHigh);
    count += samples;
    if (count === SAMPLES_PER_PEAK) flush();
  };
  // One loop for each type of array: a shared loop is several times slower, because the engine cannot specialise it.
  return {
    add: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const to = Math.min(samples.length, at + SAMPLES_PER_PEAK - count);
        const from = at;
        let least = samples[at] ?? 0;
        let most = least;
        for (; at < to; at++) {
          const sample = samples[at] ?? 0;
          if (sample < least) least = sample;
          if (sample > most) most = sample;
        }
        merge(least, most, to - from);
      }
    },
    addInt16: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const to = Math.min(samples.length, at + SAMPLES_PER_PEAK - count);
        const from = at;
        let least = samples[at] ?? 0;
        let most = least;
        for (; at < to; at++) {
          const sample = samples[at] ?? 0;
          if (sample < least) least = sample;
          if (sample > most) most = sample;
        }
        merge(least / 32_768, most / 32_768, to - from);
      }
    },
    end: () => {
      if (count > 0) flush();
    },
  };
}

/** Collects peaks whose number is not known in advance. */
export type PeakList = { put: (low: number, high: number, index: number) => void; peaks: () => Peaks };

/** Creates an empty list; peaks are added in order, from index 0. */
export function createPeakList(): PeakList {
  let values = new Int8Array(2048);
  let length = 0;
  return {
    put: (low, high, index) => {
      if (2 * index + 2 > values.length) {
        const larger = new Int8Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      values[2 * index] = low;
      values[2 * index + 1] = high;
      length = index + 1;
    },
    peaks: () => ({ values: values.slice(0, 2 * length), length }),
  };
}

/** The amplitude, 0 to 1, of each of `columns` equal parts of the stretches `from` to `to`, which may be fractions. */
export function toColumns(peaks: Peaks, columns: number, from = 0, to = peaks.length): Float32Array {
  const result = new Float32Array(Math.max(0, columns));
  if (peaks.length === 0) return result;
  const step = (to - from) / columns;
  for (let column = 0; column < columns; column++) {
    const first = Math.max(0, Math.floor(from + column * step));
    const last = Math.min(peaks.length, Math.max(first + 1, Math.floor(from + (column + 1) * step)));
    let loudest = 0;
    for (let i = first; i < last; i++)
      loudest = Math.max(loudest, -(peaks.values[2 * i] ?? 0), peaks.values[2 * i + 1] ?? 0);
    result[column] = loudest / 127;
  }
  return result;
}
