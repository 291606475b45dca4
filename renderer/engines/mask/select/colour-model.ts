// How likely a colour is in an area: a smoothed histogram in Lab.

/** Counts colours; see `Copy.lab` for their units. */
export type ColourModel = {
  add: (light: number, a: number, b: number, weight: number) => void;
  /** Ends the counting. @returns a function for how common a colour is; the mean over all colours that exist is 1. */
  finish: () => (light: number, a: number, b: number) => number;
};

const SHIFT = 3;
const BINS = 256 >> SHIFT;
const STEPS = [BINS * BINS, BINS, 1] as const;
/** How common a colour is at least, so that one that was never seen is not impossible. */
const LEAST = 0.02;

/** Creates a model without colours. */
export function createColourModel(): ColourModel {
  const bins = new Float32Array(BINS ** 3);
  let total = 0;
  const binOf = (light: number, a: number, b: number): number =>
    (light >> SHIFT) * STEPS[0] + (a >> SHIFT) * STEPS[1] + (b >> SHIFT);
  return {
    add: (light, a, b, weight) => {
      const bin = binOf(light, a, b);
      bins[bin] = (bins[bin] ?? 0) + weight;
      total += weight;
    },
    finish: () => {
      for (const step of STEPS) smooth(bins, step);
      const scale = total === 0 ? 0 : COMMON_BINS / total;
      return (light, a, b) => LEAST + scale * (bins[binOf(light, a, b)] ?? 0);
    },
  };
}

/** About so many of the bins have colours that exist. */
const COMMON_BINS = 2000;

/** Spreads each bin over its two neighbours along one axis. */
function smooth(bins: Float32Array, step: number): void {
  for (let start = 0; start < bins.length; start++) {
    if (Math.floor(start / step) % BINS !== 0) continue;
    let before = bins[start] ?? 0;
    for (let at = start, n = 0; n < BINS; n++, at += step) {
      const here = bins[at] ?? 0;
      const after = n === BINS - 1 ? here : (bins[at + step] ?? 0);
      bins[at] = (before + 2 * here + after) / 4;
      before = here;
    }
  }
}
