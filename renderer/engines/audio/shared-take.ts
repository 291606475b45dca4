// The shared memory of a live take: the decoder's worker writes it; the audio thread and the waveform read it.

import { createPeakGatherer, type Peaks, SAMPLES_PER_PEAK } from './peaks.ts';

/**
 * A take while it arrives: only shared memory and numbers, so that it can be posted to any thread. `samples` are
 * interleaved 32-bit floats, `peaks` pairs of signed bytes as in `Peaks`; both only grow.
 */
export type SharedTake = {
  readonly rateHz: number;
  readonly channels: number;
  readonly control: SharedArrayBuffer;
  readonly samples: SharedArrayBuffer;
  readonly peaks: SharedArrayBuffer;
};

/** Indices into `control`, an array of 32-bit integers. Frames are samples per channel. */
export const SLOT = {
  /** Number of frames that can be played; written by the decoder. */
  written: 0,
  /** Number of peaks that are ready; written by the decoder. */
  peaks: 1,
  /** 1 when no more frames will be written. */
  isEnded: 2,
  /** 1 when the take is longer than what is stored here: the memory is full, or the rest could not be decoded. */
  isCutShort: 3,
  /** The next frame to play; written by the audio thread. */
  read: 4,
  /** 1 while it should play; written by the page. */
  isPlaying: 5,
  /** The requested position in frames, or -1; set by the page, reset by the audio thread. */
  seek: 6,
  /** The selection that is repeated, in frames; -1 for none. */
  loopFrom: 7,
  loopTo: 8,
  /** Number of underruns; written by the audio thread. */
  underruns: 9,
  /** Number of frames played; written by the audio thread. */
  rendered: 10,
  /** 1 when the audio thread can end; set by the page. */
  isStopped: 11,
} as const;

const SLOTS = 12;
/** One and a half hours at 24 kHz mono. Only reserved; memory is used as sound arrives. */
const MAX_SAMPLE_BYTES = 512 * 1024 * 1024;
const FIRST_SAMPLE_BYTES = 1024 * 1024;

/** Whether an audio context can have this sample rate, by Chromium's limits. */
export function isPlayableRate(rateHz: number): boolean {
  return rateHz >= 3000 && rateHz <= 768_000;
}

/** Writes a take. */
export type TakeWriter = {
  readonly take: SharedTake;
  append: (samples: Float32Array) => void;
  /** Ends the take; `isCutShort` if the stream has more samples. */
  end: (isCutShort: boolean) => void;
};

/** Creates an empty take and its only writer. */
export function createTakeWriter({ rateHz, channels }: { rateHz: number; channels: number }): TakeWriter {
  const take: SharedTake = {
    rateHz,
    channels,
    control: new SharedArrayBuffer(SLOTS * 4),
    samples: new SharedArrayBuffer(FIRST_SAMPLE_BYTES, { maxByteLength: MAX_SAMPLE_BYTES }),
    peaks: new SharedArrayBuffer(FIRST_SAMPLE_BYTES / SAMPLES_PER_PEAK, {
      maxByteLength: MAX_SAMPLE_BYTES / SAMPLES_PER_PEAK,
    }),
  };
  const control = new Int32Array(take.control);
  for (const slot of [SLOT.seek, SLOT.loopFrom, SLOT.loopTo]) control[slot] = -1;
  const samples = new Float32Array(take.samples);
  const peaks = new Int8Array(take.peaks);
  let length = 0;
  const gatherer = createPeakGatherer((low, high, index) => {
    grow(take.peaks, 2 * index + 2);
    peaks[2 * index] = low;
    peaks[2 * index + 1] = high;
    Atomics.store(control, SLOT.peaks, index + 1);
  });
  return {
    take,
    append: (more) => {
      const room = MAX_SAMPLE_BYTES / 4 - length;
      const taken = more.length > room ? more.subarray(0, room - (room % channels)) : more;
      if (taken.length < more.length) Atomics.store(control, SLOT.isCutShort, 1);
      grow(take.samples, (length + taken.length) * 4);
      samples.set(taken, length);
      length += taken.length;
      gatherer.add(taken);
      Atomics.store(control, SLOT.written, length / channels);
    },
    end: (isCutShort) => {
      gatherer.end();
      if (isCutShort) Atomics.store(control, SLOT.isCutShort, 1);
      Atomics.store(control, SLOT.isEnded, 1);
    },
  };
}

/** The take's peaks so far: a view of the shared memory, with the current length. */
export function peaksOf(take: SharedTake): Peaks {
  return { values: new Int8Array(take.peaks), length: Atomics.load(new Int32Array(take.control), SLOT.peaks) };
}

/** A copy of all peaks of a take that arrived completely; otherwise undefined. */
export function wholePeaksOf(take: SharedTake): Peaks | undefined {
  const control = new Int32Array(take.control);
  if (Atomics.load(control, SLOT.isEnded) === 0 || isCutShort(take)) return undefined;
  const { values, length } = peaksOf(take);
  return { values: new Int8Array(values.subarray(0, 2 * length)), length };
}

/** Whether the end of the take is only in the saved file. */
export function isCutShort(take: SharedTake): boolean {
  return Atomics.load(new Int32Array(take.control), SLOT.isCutShort) === 1;
}

/** Ends a take whose writer has died: the rest is only in the saved file. */
export function cutShort(take: SharedTake): void {
  const control = new Int32Array(take.control);
  Atomics.store(control, SLOT.isCutShort, 1);
  Atomics.store(control, SLOT.isEnded, 1);
}

/** The length in seconds of what has arrived. */
export function arrivedS(take: SharedTake): number {
  return Atomics.load(new Int32Array(take.control), SLOT.written) / take.rateHz;
}

function grow(memory: SharedArrayBuffer, neededBytes: number): void {
  if (neededBytes <= memory.byteLength) return;
  memory.grow(Math.min(memory.maxByteLength, Math.max(neededBytes, 2 * memory.byteLength)));
}
