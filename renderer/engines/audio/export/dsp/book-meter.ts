// What audiobook shops measure of a file: level, peak, noise, and how quiet it is at both ends.

import type { BookLevel } from '../plan.ts';

const WINDOW_S = 0.01;
/** Noise is measured over so many windows: half a second. */
const NOISE_WINDOWS = 50;
/** What is softer, RMS of a window in dBFS, is quiet: room tone, and what codecs put before and after a sound. */
const QUIET_DB = -55;
const QUIET_POWER = 10 ** (QUIET_DB / 10);

/** Measures a sound that comes in pieces. */
export type BookMeter = {
  /** Adds the next samples of all channels, the same number of each. */
  add: (channels: readonly Float32Array[]) => void;
  level: () => BookLevel;
};

/** Creates a meter; it keeps 100 numbers for a second of sound. */
export function createBookMeter(rateHz: number): BookMeter {
  const windowFrames = Math.max(1, Math.round(rateHz * WINDOW_S));
  /** Mean power of each window. */
  const powers: number[] = [];
  let peak = 0;
  let energy = 0;
  let samples = 0;
  let openEnergy = 0;
  let openFrames = 0;

  const addStretch = (channels: readonly Float32Array[], from: number, to: number): void => {
    for (const channel of channels) {
      // Variables of its own: those of the closure would be stored anew for each sample, three times as slowly.
      let [sum, most] = [0, peak];
      for (let i = from; i < to; i++) {
        const sample = channel[i] ?? 0;
        sum += sample * sample;
        most = Math.max(most, Math.abs(sample));
      }
      openEnergy += sum / channels.length;
      peak = most;
    }
    openFrames += to - from;
    if (openFrames < windowFrames) return;
    close();
  };
  const close = (): void => {
    energy += openEnergy;
    samples += openFrames;
    powers.push(openEnergy / openFrames);
    openEnergy = 0;
    openFrames = 0;
  };

  return {
    add: (channels) => {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + windowFrames - openFrames);
        addStretch(channels, from, to);
        from = to;
      }
    },
    level: () => {
      // Less than a window is left, which belongs to the whole only.
      const all = samples + openFrames;
      const rms = all === 0 ? 0 : (energy + openEnergy) / all;
      const first = powers.findIndex((power) => power > QUIET_POWER);
      const last = powers.findLastIndex((power) => power > QUIET_POWER);
      const quietFrames = first < 0 ? [all, all] : [first * windowFrames, all - (last + 1) * windowFrames];
      const [headS = 0, tailS = 0] = quietFrames.map((frames) => Math.max(0, frames) / rateHz);
      const noiseFloor = powerDb(softest(powers) ?? rms);
      return { rms: powerDb(rms), peak: 2 * powerDb(peak), noiseFloor, headS, tailS };
    },
  };
}

/** The least mean power of so many windows in a row; undefined if there are fewer. */
function softest(powers: readonly number[]): number | undefined {
  let least: number | undefined;
  for (let from = 0; from + NOISE_WINDOWS <= powers.length; from += NOISE_WINDOWS / 5) {
    let sum = 0;
    for (let i = from; i < from + NOISE_WINDOWS; i++) sum += powers[i] ?? 0;
    if (least === undefined || sum < least) least = sum;
  }
  return least === undefined ? undefined : least / NOISE_WINDOWS;
}

function powerDb(power: number): number {
  return 10 * Math.log10(power);
}
