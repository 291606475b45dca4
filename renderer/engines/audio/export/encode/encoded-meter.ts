// Measures loudness and true peak of an encoded file from its bytes, while they are written.

import { createStreamDecoder } from '../../decode/stream-decoder.ts';
import { createLevelMeter } from '../dsp/level-meter.ts';
import type { SoundLevel } from '../plan.ts';

/** What a file is decoded as, and its rate then. */
export type Decoded = { format: 'mp3' | 'ogg_opus'; rateHz: number };

/** Measures one file. */
export type EncodedMeter = {
  /** Takes the next bytes; resolves when more may come. Rejects if they cannot be decoded. */
  add: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** The file is complete. Rejects if it cannot be decoded. */
  level: () => Promise<SoundLevel>;
};

/** Begins to measure a file, one after the other. */
export type MeterEncoded = (decoded: Decoded) => EncodedMeter;

/** Measures in this thread. */
export const meterEncoded: MeterEncoded = ({ format, rateHz }) => {
  const meter = createLevelMeter(rateHz);
  let channels = 1;
  const decoder = createStreamDecoder(format, 0, {
    begin: (sound) => {
      channels = sound.channels;
    },
    samples: (samples) => meter.add(separated(samples, channels)),
  });
  return {
    add: async (bytes) => {
      decoder.push(bytes);
      await decoder.ready();
    },
    level: async () => {
      try {
        await decoder.end();
        return meter.level();
      } finally {
        decoder.dispose();
      }
    },
  };
};

/** The channels of interleaved samples. */
export function separated(samples: Float32Array, channels: number): readonly Float32Array[] {
  if (channels === 1) return [samples];
  return Array.from({ length: channels }, (_, channel) => {
    const own = new Float32Array(samples.length / channels);
    for (let i = 0; i < own.length; i++) own[i] = samples[i * channels + channel] ?? 0;
    return own;
  });
}
