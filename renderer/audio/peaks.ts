// Gathers the loudest and quietest sample of each short stretch of sound while its bytes arrive. It must not know where they come from or who draws them.

import { parseWavHeader } from '../../shared/speech/wav.ts';

/** Extremes of stretches of equal length, as signed 8-bit values: `values[2 * i]` is the minimum of stretch `i`, `values[2 * i + 1]` its maximum. */
export type Peaks = { readonly values: Int8Array; readonly length: number };

/** Takes bytes in any division and keeps the peaks of what it has seen. */
export type PeakGatherer = {
  push: (bytes: Uint8Array) => void;
  /** Peaks so far; undefined when the bytes are no 16-bit PCM. */
  peaks: () => Peaks | undefined;
};

/** Samples per stretch: about 10 ms at 24 kHz, finer than a pixel of any waveform shown. */
export const SAMPLES_PER_PEAK = 256;
/** A wav header longer than this is not waited for. */
const MAX_HEADER_BYTES = 65_536;
/** Lengths from here on are what streams write when they do not know theirs. */
const UNKNOWN_LENGTH = 0x7fff_0000;

type Accumulator = { add: (sample: number) => void; peaks: () => Peaks };

/** Collects samples between -1 and 1, stretch by stretch. */
function createAccumulator(samplesPerPeak: number = SAMPLES_PER_PEAK): Accumulator {
  let values = new Int8Array(2048);
  let length = 0;
  let count = 0;
  let low = 0;
  let high = 0;
  const write = (target: Int8Array, at: number): void => {
    target[2 * at] = Math.max(-127, Math.round(low * 127));
    target[2 * at + 1] = Math.min(127, Math.round(high * 127));
  };
  return {
    add: (sample) => {
      if (count === 0) {
        low = sample;
        high = sample;
      } else if (sample < low) low = sample;
      else if (sample > high) high = sample;
      count += 1;
      if (count < samplesPerPeak) return;
      if (2 * length + 2 > values.length) {
        const larger = new Int8Array(values.length * 2);
        larger.set(values);
        values = larger;
      }
      write(values, length);
      length += 1;
      count = 0;
    },
    peaks: () => {
      const total = length + (count > 0 ? 1 : 0);
      const copy = new Int8Array(2 * total);
      copy.set(values.subarray(0, 2 * length));
      if (count > 0) write(copy, length);
      return { values: copy, length: total };
    },
  };
}

/** Gathers from headerless signed 16-bit little-endian samples; an odd last byte waits for the next piece. */
export function gatherPcm(): PeakGatherer {
  const accumulator = createAccumulator();
  let carried = -1;
  return {
    push: (bytes) => {
      let offset = 0;
      if (carried >= 0 && bytes.length > 0) {
        accumulator.add(sampleOf(carried, bytes[0] ?? 0));
        carried = -1;
        offset = 1;
      }
      for (; offset + 1 < bytes.length; offset += 2)
        accumulator.add(sampleOf(bytes[offset] ?? 0, bytes[offset + 1] ?? 0));
      if (offset < bytes.length) carried = bytes[offset] ?? 0;
    },
    peaks: accumulator.peaks,
  };
}

/** Gathers from a wav file as it streams in; chunks behind the samples are left out. */
export function gatherWav(): PeakGatherer {
  const samples = gatherPcm();
  let head: Uint8Array | undefined = new Uint8Array(0);
  let isUnusable = false;
  let leftBytes = Number.POSITIVE_INFINITY;
  const pushSamples = (bytes: Uint8Array): void => {
    const taken = bytes.length > leftBytes ? bytes.subarray(0, leftBytes) : bytes;
    leftBytes -= taken.length;
    samples.push(taken);
  };
  return {
    push: (bytes) => {
      if (isUnusable) return;
      if (head === undefined) {
        pushSamples(bytes);
        return;
      }
      const joined = new Uint8Array(head.length + bytes.length);
      joined.set(head);
      joined.set(bytes, head.length);
      head = joined;
      const info = parseWavHeader(head);
      if (info === undefined) {
        isUnusable = head.length > MAX_HEADER_BYTES;
        return;
      }
      isUnusable = info.bitsPerSample !== 16;
      if (info.declaredBytes > 0 && info.declaredBytes < UNKNOWN_LENGTH) leftBytes = info.declaredBytes;
      const rest = head.subarray(info.dataOffset);
      head = undefined;
      if (!isUnusable) pushSamples(rest);
    },
    peaks: () => (isUnusable || head !== undefined ? undefined : samples.peaks()),
  };
}

/** Peaks of decoded sound. */
export function peaksOfSamples(samples: Float32Array): Peaks {
  const accumulator = createAccumulator();
  for (let i = 0; i < samples.length; i++) accumulator.add(samples[i] ?? 0);
  return accumulator.peaks();
}

/** Loudness from 0 to 1 for each of `columns` equal parts: what a waveform of that many bars shows. */
export function toColumns(peaks: Peaks, columns: number): Float32Array {
  const result = new Float32Array(Math.max(0, columns));
  if (peaks.length === 0) return result;
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * peaks.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * peaks.length) / columns));
    let loudest = 0;
    for (let i = from; i < to; i++) {
      loudest = Math.max(loudest, -(peaks.values[2 * i] ?? 0), peaks.values[2 * i + 1] ?? 0);
    }
    result[column] = loudest / 127;
  }
  return result;
}

function sampleOf(low: number, high: number): number {
  return ((((high << 8) | low) << 16) >> 16) / 32_768;
}
