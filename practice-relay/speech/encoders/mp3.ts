// MP3 by LAME: mono, constant bit rate.

import { createMp3Encoder } from 'wasm-media-encoders';
import { DEFAULT_PCM_RATE_HZ } from '../../../shared/speech/formats.ts';
import type { Encode } from './encoder.ts';

const SETTINGS = {
  channels: 1,
  sampleRate: DEFAULT_PCM_RATE_HZ,
  // LAME would choose another rate for some bit rates.
  outputSampleRate: DEFAULT_PCM_RATE_HZ,
  bitrate: 96,
} as const;

/** Encoders that have finished a stream, kept because creating one takes some milliseconds. */
const idle: Awaited<ReturnType<typeof createMp3Encoder>>[] = [];

/** MPEG audio layer III frames without tags; up to 0.1 s longer than the samples, as the format requires. */
export const encodeMp3: Encode = async function* (samples) {
  const lame = idle.pop() ?? (await createMp3Encoder());
  lame.configure(SETTINGS);
  for await (const chunk of samples) {
    // The result is a view of the encoder's memory: copy it before the next call.
    const bytes = lame.encode([chunk]).slice();
    if (bytes.length > 0) yield bytes;
  }
  const last = lame.finalize().slice();
  idle.push(lame);
  yield last;
};
