// Perceived loudness, and the gains that make several sounds equally loud. Pure functions over samples. Measured by
// ITU-R BS.1770-4, K-weighted and gated, in LUFS; every channel has weight 1.

/**
 * The level of a sound. `loudness` is in LUFS, -Infinity for silence; `peak` is the largest sample, 1 is full scale.
 */
export type Level = { loudness: number; peak: number };

const HOP_S = 0.1;
/** A block is 400 ms long; a new block starts every 100 ms. */
const HOPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const OFFSET_LUFS = -0.691;
/** The common loudness, unless a sound would clip at it. */
const TARGET_LUFS = -16;

/** Measures the loudness and peak of a sound. @param channels samples from -1 to 1, all of the same length. */
export function measureLevel(channels: readonly Float32Array[], rateHz: number): Level {
  const hopSamples = Math.max(1, Math.round(rateHz * HOP_S));
  const hopCount = Math.ceil((channels[0]?.length ?? 0) / hopSamples);
  const energies = new Float64Array(hopCount);
  let peak = 0;
  for (const samples of channels) {
    addWeightedEnergies(samples, rateHz, hopSamples, energies);
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  }
  return { loudness: gatedLoudness(blockPowers(energies, channels[0]?.length ?? 0, hopSamples)), peak };
}

/** Gain factors that make all sounds equally loud without clipping any; 1 for silence. */
export function equalGains(levels: readonly Level[]): number[] {
  const audible = levels.filter(({ loudness }) => Number.isFinite(loudness));
  const reachable = audible.map(({ loudness, peak }) => loudness - 20 * Math.log10(peak));
  const target = Math.min(TARGET_LUFS, ...reachable);
  return levels.map(({ loudness }) => (Number.isFinite(loudness) ? 10 ** ((target - loudness) / 20) : 1));
}

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Adds the energy of the K-weighted samples to the hops they belong to. */
function addWeightedEnergies(samples: Float32Array, rateHz: number, hopSamples: number, energies: Float64Array): void {
  const shelf = shelfFilter(rateHz);
  const highPass = highPassFilter(rateHz);
  let [s1, s2, h1, h2] = [0, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const input = samples[i] ?? 0;
    // Both filters in transposed direct form II.
    const middle = shelf.b0 * input + s1;
    s1 = shelf.b1 * input - shelf.a1 * middle + s2;
    s2 = shelf.b2 * input - shelf.a2 * middle;
    const output = highPass.b0 * middle + h1;
    h1 = highPass.b1 * middle - highPass.a1 * output + h2;
    h2 = highPass.b2 * middle - highPass.a2 * output;
    const hop = Math.floor(i / hopSamples);
    energies[hop] = (energies[hop] ?? 0) + output * output;
  }
}

/** Mean power of each complete block; for a sound shorter than a block, of the whole sound. */
function blockPowers(energies: Float64Array, length: number, hopSamples: number): number[] {
  if (length < hopSamples * HOPS_PER_BLOCK) {
    const energy = energies.reduce((sum, hop) => sum + hop, 0);
    return length === 0 ? [] : [energy / length];
  }
  const wholeHops = Math.floor(length / hopSamples);
  return Array.from({ length: wholeHops - HOPS_PER_BLOCK + 1 }, (_, start) => {
    const energy = energies.subarray(start, start + HOPS_PER_BLOCK).reduce((sum, hop) => sum + hop, 0);
    return energy / (hopSamples * HOPS_PER_BLOCK);
  });
}

function gatedLoudness(powers: readonly number[]): number {
  const loud = powers.filter((power) => toLufs(power) > ABSOLUTE_GATE_LUFS);
  const gate = toLufs(mean(loud)) + RELATIVE_GATE_LU;
  return toLufs(mean(loud.filter((power) => toLufs(power) > gate)));
}

function toLufs(power: number): number {
  return OFFSET_LUFS + 10 * Math.log10(power);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * BS.1770 specifies the filter coefficients for 48 kHz; these are the underlying analogue filters, so that any rate can
 * be measured.
 */
const SHELF = { hz: 1681.974450955533, gainDb: 3.999843853973347, q: 0.7071752369554196, slope: 0.4996667741545416 };
const HIGH_PASS = { hz: 38.13547087602444, q: 0.5003270373238773 };

function shelfFilter(rateHz: number): Biquad {
  const k = Math.tan((Math.PI * SHELF.hz) / rateHz);
  const high = 10 ** (SHELF.gainDb / 20);
  const band = high ** SHELF.slope;
  const a0 = 1 + k / SHELF.q + k * k;
  return {
    b0: (high + (band * k) / SHELF.q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / SHELF.q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / SHELF.q + k * k) / a0,
  };
}

function highPassFilter(rateHz: number): Biquad {
  const k = Math.tan((Math.PI * HIGH_PASS.hz) / rateHz);
  const a0 = 1 + k / HIGH_PASS.q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / HIGH_PASS.q + k * k) / a0 };
}
