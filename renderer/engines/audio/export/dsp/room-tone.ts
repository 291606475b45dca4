// The sound of a quiet room: soft noise under a whole file, so that its pauses and ends are not digital silence, which
// listeners take for a fault.

import type { Block } from '../plan.ts';

/** RMS in dBFS: well below what shops allow as noise, and not so soft that encoders leave it out. */
const TONE_DB = -68;
/** Share of the last value in the next: more of the low frequencies than of the high ones, as in rooms. */
const SMOOTHNESS = 0.6;
/** White noise from -1 to 1 has an RMS of 1/√3, and smoothed it has less. */
const AMPLITUDE = 10 ** (TONE_DB / 20) * Math.sqrt(3) * Math.sqrt((1 + SMOOTHNESS) / (1 - SMOOTHNESS));

/** Adds room tone, the same for equal sounds. A block is valid until the next is asked for. */
export async function* withRoomTone(blocks: AsyncIterable<Block>): AsyncGenerator<Block, void> {
  const next = createNoise();
  let noise = new Float32Array(0);
  let outputs: Float32Array<ArrayBuffer>[] = [];
  for await (const block of blocks) {
    const length = block[0]?.length ?? 0;
    if (noise.length < length || outputs.length < block.length) {
      noise = new Float32Array(length);
      outputs = block.map(() => new Float32Array(length));
    }
    for (let i = 0; i < length; i++) noise[i] = next();
    yield block.map((samples, channel) => {
      const output = (outputs[channel] ?? new Float32Array(length)).subarray(0, length);
      for (let i = 0; i < length; i++) output[i] = (samples[i] ?? 0) + (noise[i] ?? 0);
      return output;
    });
  }
}

/** A linear congruential generator (Numerical Recipes), smoothed. */
function createNoise(): () => number {
  let state = 1;
  let value = 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    value = SMOOTHNESS * value + (1 - SMOOTHNESS) * AMPLITUDE * (state / 2 ** 31);
    return value;
  };
}
