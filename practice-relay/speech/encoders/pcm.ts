// Raw PCM: signed 16-bit little-endian mono, and the conversion to it.

import type { Encode } from './encoder.ts';

/** Converts samples to s16; values beyond full scale are clamped. */
export function toInt16(samples: Float32Array): Int16Array {
  return Int16Array.from(samples, (sample) => Math.round(Math.min(Math.max(sample, -1), 1) * 0x7fff));
}

/** Emits s16le without a header. */
export const encodePcm: Encode = async function* (samples) {
  for await (const chunk of samples) {
    const bytes = new Uint8Array(chunk.length * 2);
    const view = new DataView(bytes.buffer);
    toInt16(chunk).forEach((sample, index) => {
      view.setInt16(index * 2, sample, true);
    });
    yield bytes;
  }
};
