// Finds in a decoded take where its sound begins and ends, and the pauses in it, by the level of short windows.

/** Length of a window. Positions are found to this accuracy. */
const WINDOW_S = 0.005;
/** Sound is what is louder than this in some window, RMS in dBFS: noise of codecs and of recordings is below. */
const SOUND_DB = -60;
/** A pause is this much softer than the loudest window, or softer than sound. */
const PAUSE_BELOW_LOUDEST_DB = -35;
const MIN_PAUSE_S = 0.15;
/** Silence that is kept on each side of a trimmed take. */
const KEPT_S = 0.02;

/** Part of a take, in its own samples; `to` is not included. */
export type Range = { from: number; to: number };

/** What is known of a take after it has been decoded once. `sound` is what trimming leaves. */
export type TakeScan = { rateHz: number; channels: number; frames: number; sound: Range; pauses: readonly Range[] };

/** Gathers the levels of a take. */
export type TakeScanner = {
  /** Adds interleaved samples. */
  add: (samples: Float32Array) => void;
  end: () => TakeScan;
};

/** Creates a scanner; it keeps 200 numbers for a second of sound. */
export function createTakeScanner(rateHz: number, channels: number): TakeScanner {
  const windowFrames = Math.max(1, Math.round(rateHz * WINDOW_S));
  const powers: number[] = [];
  let frames = 0;
  let openEnergy = 0;
  let openFrames = 0;
  const close = (): void => {
    if (openFrames > 0) powers.push(openEnergy / (openFrames * channels));
    openEnergy = 0;
    openFrames = 0;
  };
  return {
    add: (samples) => {
      for (let at = 0; at < samples.length; ) {
        const to = Math.min(samples.length, at + (windowFrames - openFrames) * channels);
        let energy = 0;
        for (let i = at; i < to; i++) {
          const sample = samples[i] ?? 0;
          energy += sample * sample;
        }
        openEnergy += energy;
        openFrames += (to - at) / channels;
        at = to;
        if (openFrames >= windowFrames) close();
      }
      frames += samples.length / channels;
    },
    end: () => {
      close();
      return { rateHz, channels, frames, ...findSound(powers, windowFrames, frames, rateHz) };
    },
  };
}

function findSound(
  powers: readonly number[],
  windowFrames: number,
  frames: number,
  rateHz: number,
): Pick<TakeScan, 'sound' | 'pauses'> {
  const soundPower = powerOf(SOUND_DB);
  const first = powers.findIndex((power) => power > soundPower);
  // A take without any sound is kept as it is.
  if (first < 0) return { sound: { from: 0, to: frames }, pauses: [] };
  const last = powers.findLastIndex((power) => power > soundPower);
  const kept = Math.round(KEPT_S * rateHz);
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const pausePower = Math.max(soundPower, loudest * powerOf(PAUSE_BELOW_LOUDEST_DB));
  return {
    sound: {
      from: Math.max(0, first * windowFrames - kept),
      to: Math.min(frames, (last + 1) * windowFrames + kept),
    },
    pauses: pausesIn(powers.slice(first, last + 1), pausePower)
      .map(({ from, to }) => ({ from: (first + from) * windowFrames, to: (first + to) * windowFrames }))
      .filter(({ from, to }) => to - from >= MIN_PAUSE_S * rateHz),
  };
}

/** Runs of windows that are not louder than a power, between the first and the last that are, in windows. */
function pausesIn(powers: readonly number[], pausePower: number): Range[] {
  const pauses: Range[] = [];
  let loudAt: number | undefined;
  for (const [i, power] of powers.entries()) {
    if (power <= pausePower) continue;
    if (loudAt !== undefined && i > loudAt + 1) pauses.push({ from: loudAt + 1, to: i });
    loudAt = i;
  }
  return pauses;
}

function powerOf(db: number): number {
  return 10 ** (db / 10);
}
