// Time stretching without change of pitch (WSOLA: overlapping frames, each moved to where it best continues the
// previous one). Pure arithmetic.

/** Half a frame: frames overlap by half, and their Hann windows add up to 1. */
const HOP_MS = 12;
/** How far a frame may be moved in either direction: in total more than one period of the lowest voice. */
const REACH_MS = 8;

/**
 * Makes speech longer or shorter.
 * @param factor target length divided by present length, above 0; sounds natural from about 0.5 to 2.
 * @returns round(length · factor) samples.
 */
export function stretch(samples: Float32Array, factor: number, rateHz: number): Float32Array {
  const hop = Math.round((rateHz * HOP_MS) / 1000);
  const reach = Math.round((rateHz * REACH_MS) / 1000);
  const padded = new Float32Array(samples.length + 4 * (hop + reach));
  padded.set(samples, reach);
  const output = new Float32Array(Math.round(samples.length * factor));
  let frame = reach;
  for (let position = 0; position < output.length; position += hop) {
    if (position > 0) {
      const wanted = padded.subarray(frame + hop, frame + 2 * hop);
      frame = findAlike(padded, wanted, reach + Math.round(position / factor), reach);
    }
    const end = Math.min(2 * hop, output.length - position);
    for (let i = 0; i < end; i++) {
      // The first half frame overlaps no previous frame.
      const weight = position === 0 && i < hop ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * i) / hop);
      output[position + i] = (output[position + i] ?? 0) + weight * (padded[frame + i] ?? 0);
    }
  }
  return output;
}

/** Finds where within `reach` of `centre` the samples are most similar to `wanted`, by normalised correlation. */
function findAlike(samples: Float32Array, wanted: Float32Array, centre: number, reach: number): number {
  let best = centre;
  let bestLikeness = 0;
  for (let start = centre - reach; start <= centre + reach; start++) {
    let product = 0;
    let energy = 1e-9;
    for (let i = 0; i < wanted.length; i++) {
      const sample = samples[start + i] ?? 0;
      product += sample * (wanted[i] ?? 0);
      energy += sample * sample;
    }
    const likeness = product / Math.sqrt(energy);
    if (likeness > bestLikeness) {
      bestLikeness = likeness;
      best = start;
    }
  }
  return best;
}
