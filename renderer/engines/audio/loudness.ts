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
  const meter = createLoudnessMeter(rateHz);
  meter.add(channels);
  let peak = 0;
  for (const samples of channels) for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return { loudness: meter.loudness(), peak };
}

/** Measures the loudness of a sound that comes in pieces. */
export type LoudnessMeter = {
  /** Adds the next samples of all channels, the same number of each. */
  add: (channels: readonly Float32Array[]) => void;
  /** The integrated loudness of everything so far, in LUFS; -Infinity for silence. */
  loudness: () => number;
};

/** Creates a meter. It keeps ten numbers for a second of sound. */
export function createLoudnessMeter(rateHz: number): LoudnessMeter {
  const hopSamples = Math.max(1, Math.round(rateHz * HOP_S));
  const filters: KFilter[] = [];
  const hops: number[] = [];
  let openEnergy = 0;
  let openSamples = 0;

  const addStretch = (channels: readonly Float32Array[], from: number, to: number): void => {
    for (const [channel, samples] of channels.entries()) {
      filters[channel] ??= createKFilter(rateHz);
      openEnergy += filters[channel](samples, from, to);
    }
    openSamples += to - from;
    if (openSamples < hopSamples) return;
    hops.push(openEnergy);
    openEnergy = 0;
    openSamples = 0;
  };

  return {
    add: (channels) => {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + hopSamples - openSamples);
        addStretch(channels, from, to);
        from = to;
      }
    },
    loudness: () => {
      if (hops.length >= HOPS_PER_BLOCK) return gatedLoudness(blockPowers(hops, hopSamples));
      const samples = hops.length * hopSamples + openSamples;
      const energy = hops.reduce((sum, hop) => sum + hop, openEnergy);
      return samples === 0 ? Number.NEGATIVE_INFINITY : gatedLoudness([energy / samples]);
    },
  };
}

/** Gain factors that make all sounds equally loud without clipping any; 1 for silence. */
export function equalGains(levels: readonly Level[]): number[] {
  const audible = levels.filter(({ loudness }) => Number.isFinite(loudness));
  const reachable = audible.map(({ loudness, peak }) => loudness - 20 * Math.log10(peak));
  const target = Math.min(TARGET_LUFS, ...reachable);
  return levels.map(({ loudness }) => (Number.isFinite(loudness) ? 10 ** ((target - loudness) / 20) : 1));
}

type Biquad = { b0: number; b1: number; b2: number; a1: number; a2: number };

/** Filters samples `from` to `to` of one channel and returns their energy. The state continues with the next call. */
type KFilter = (samples: Float32Array, from: number, to: number) => number;

/** A filter's state smaller than this is set to 0: far below any sound, and such small numbers are slow. */
const NEGLIGIBLE = 1e-30;

function createKFilter(rateHz: number): KFilter {
  const shelf = shelfFilter(rateHz);
  const highPass = highPassFilter(rateHz);
  const state = { s1: 0, s2: 0, h1: 0, h2: 0 };
  return (samples, from, to) => {
    // Variables of its own: those of the closure would be stored anew for each sample, three times as slowly.
    let { s1, s2, h1, h2 } = state;
    let energy = 0;
    for (let i = from; i < to; i++) {
      const input = samples[i] ?? 0;
      // Both filters in transposed direct form II.
      const middle = shelf.b0 * input + s1;
      s1 = shelf.b1 * input - shelf.a1 * middle + s2;
      s2 = shelf.b2 * input - shelf.a2 * middle;
      const output = highPass.b0 * middle + h1;
      h1 = highPass.b1 * middle - highPass.a1 * output + h2;
      h2 = highPass.b2 * middle - highPass.a2 * output;
      energy += output * output;
    }
    const isSilent = Math.abs(s1) + Math.abs(s2) + Math.abs(h1) + Math.abs(h2) < NEGLIGIBLE;
    Object.assign(state, isSilent ? { s1: 0, s2: 0, h1: 0, h2: 0 } : { s1, s2, h1, h2 });
    return energy;
  };
}

/** Mean power of each block of complete hops. */
function blockPowers(hops: readonly number[], hopSamples: number): number[] {
  return Array.from({ length: hops.length - HOPS_PER_BLOCK + 1 }, (_, start) => {
    let energy = 0;
    for (let i = start; i < start + HOPS_PER_BLOCK; i++) energy += hops[i] ?? 0;
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
