// The memory that a live take lives in: written by the decoder's worker, read by the audio thread and by whoever draws. Knows no threads' business but the layout.

import { createPeakGatherer, type Peaks, SAMPLES_PER_PEAK } from './peaks.ts';

/**
 * A take while it arrives. Only shared memory and numbers, so that it can be posted to any thread.
 * `samples` are interleaved 32-bit floats, `peaks` pairs of signed bytes as in `Peaks`; both only grow.
 */
export type SharedTake = {
  readonly rateHz: number;
  readonly channels: number;
  readonly control: SharedArrayBuffer;
  readonly samples: SharedArrayBuffer;
  readonly peaks: SharedArrayBuffer;
};

/** Places in `control`, 32-bit integers; frames are samples per channel. */
export const SLOT = {
  /** Frames that can be played; the decoder counts up. */
  written: 0,
  /** Peaks that are ready. */
  peaks: 1,
  /** 1 when no more frames come. */
  isEnded: 2,
  /** 1 when there is more than can be played from here: the memory is full, or the rest could not be decoded. */
  isCutShort: 3,
  /** The next frame to play; the audio thread counts up. */
  read: 4,
  /** 1 while it should play; the page decides. */
  isPlaying: 5,
  /** Where to go on, or -1; the page asks, the audio thread clears. */
  seek: 6,
  /** The selection played over and over, in frames; -1 for none. */
  loopFrom: 7,
  loopTo: 8,
  /** Times the sound had to wait for bytes; the audio thread counts. */
  underruns: 9,
  /** Frames put out so far; the audio thread counts. */
  rendered: 10,
  /** 1 when the audio thread may let go; the page decides. */
  isStopped: 11,
} as const;

const SLOTS = 12;
/** An hour and a half at 24 kHz mono. Only reserved: memory is used as sound arrives. */
const MAX_SAMPLE_BYTES = 512 * 1024 * 1024;
const FIRST_SAMPLE_BYTES = 1024 * 1024;

/** Whether an audio context can have this rate: Chromium's own limits. */
export function isPlayableRate(rateHz: number): boolean {
  return rateHz >= 3000 && rateHz <= 768_000;
}

/** Fills a take. */
export type TakeWriter = {
  readonly take: SharedTake;
  append: (samples: Float32Array) => void;
  /** No more samples come; `isCutShort` when the stream has more. */
  end: (isCutShort: boolean) => void;
};

/** Makes an empty take and its only writer. */
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

/** The take's peaks so far: a view, with what is ready now. */
export function peaksOf(take: SharedTake): Peaks {
  return { values: new Int8Array(take.peaks), length: Atomics.load(new Int32Array(take.control), SLOT.peaks) };
}

/** All peaks of a take that has come whole, for keeping; undefined while it has not. */
export function wholePeaksOf(take: SharedTake): Peaks | undefined {
  const control = new Int32Array(take.control);
  if (Atomics.load(control, SLOT.isEnded) === 0 || isCutShort(take)) return undefined;
  const { values, length } = peaksOf(take);
  return { values: new Int8Array(values.subarray(0, 2 * length)), length };
}

/** Whether only the saved file has the take's end. */
export function isCutShort(take: SharedTake): boolean {
  return Atomics.load(new Int32Array(take.control), SLOT.isCutShort) === 1;
}

/** Seconds of the take that have arrived. */
export function arrivedS(take: SharedTake): number {
  return Atomics.load(new Int32Array(take.control), SLOT.written) / take.rateHz;
}

function grow(memory: SharedArrayBuffer, neededBytes: number): void {
  if (neededBytes <= memory.byteLength) return;
  memory.grow(Math.min(memory.maxByteLength, Math.max(neededBytes, 2 * memory.byteLength)));
}
