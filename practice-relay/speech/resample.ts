// Sample rate conversion 22 050 → 24 000 Hz: a streaming polyphase filter (windowed sinc). Pure arithmetic.

/** 24 000 / 22 050 = 160 / 147. */
const UP = 160;
const DOWN = 147;
/** How many input samples on each side contribute to an output sample. */
const REACH = 32;
const TAPS = 2 * REACH;
/** Fraction of the input's Nyquist frequency: flat to about 9.5 kHz, half as loud at 10.4 kHz. */
const CUTOFF = 0.94;
const KAISER_BETA = 8;

/** `push` takes input in chunks of any size and returns the output that is final; `finish` returns the rest. */
export type Resampler = { push(input: Float32Array): Float32Array; finish(): Float32Array };

/**
 * Creates a resampler. n input samples become ceil(n·160/147) output samples, in chunks of any size. Output may exceed
 * ±1 slightly.
 */
export function createResampler(): Resampler {
  let pending: Float32Array = new Float32Array(REACH - 1);
  let phase = 0;

  const push = (input: Float32Array): Float32Array => {
    const samples = new Float32Array(pending.length + input.length);
    samples.set(pending);
    samples.set(input, pending.length);
    // An output sample at `start` + phase/160 reads `samples[start … start + TAPS - 1]`.
    const output = new Float32Array(Math.ceil((input.length * UP) / DOWN) + 1);
    let count = 0;
    let start = 0;
    while (start + TAPS <= samples.length) {
      const offset = phase * TAPS;
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap++) sum += (samples[start + tap] ?? 0) * (FILTERS[offset + tap] ?? 0);
      output[count++] = sum;
      phase += DOWN;
      if (phase >= UP) {
        phase -= UP;
        start++;
      }
    }
    pending = samples.slice(start);
    return output.subarray(0, count);
  };
  return { push, finish: () => push(new Float32Array(REACH)) };
}

/** One filter of `TAPS` coefficients for each of the 160 positions between two input samples. */
const FILTERS = makeFilters();

function makeFilters(): Float32Array {
  const filters = new Float32Array(UP * TAPS);
  for (let phase = 0; phase < UP; phase++) {
    const filter = filters.subarray(phase * TAPS, (phase + 1) * TAPS);
    for (let tap = 0; tap < TAPS; tap++) {
      const distance = tap - (REACH - 1) - phase / UP;
      const x = Math.PI * CUTOFF * distance;
      filter[tap] = (x === 0 ? 1 : Math.sin(x) / x) * kaiser(distance / REACH);
    }
    const gain = filter.reduce((sum, coefficient) => sum + coefficient, 0);
    for (let tap = 0; tap < TAPS; tap++) filter[tap] = (filter[tap] ?? 0) / gain;
  }
  return filters;
}

/** The Kaiser window at `x` from −1 to 1. */
function kaiser(x: number): number {
  return besselI0(KAISER_BETA * Math.sqrt(Math.max(0, 1 - x * x))) / besselI0(KAISER_BETA);
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
