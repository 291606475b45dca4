// Rounds samples to integers. Without dither: a take of as many bits that nothing has changed stays bit for bit the
// same, and silence stays silent.

import type { Block } from '../plan.ts';

/** Returns interleaved integers of so many bits. Samples beyond full scale are clipped. */
export function quantised(block: Block, bits: 16 | 24): Int32Array<ArrayBuffer> {
  const channels = block.length;
  const full = 2 ** (bits - 1);
  const values = new Int32Array((block[0]?.length ?? 0) * channels);
  for (const [channel, samples] of block.entries())
    for (let i = 0; i < samples.length; i++) {
      const value = Math.round((samples[i] ?? 0) * full);
      values[i * channels + channel] = Math.max(-full, Math.min(full - 1, value));
    }
  return values;
}
