// The eSpeak NG synthesiser, one instance per process.

/// <reference path="./espeak-ng.d.ts" />

import createModule, { type Worker } from '@echogarden/espeak-ng-emscripten';

/** The sample rate of eSpeak's output. */
export const ESPEAK_RATE_HZ = 22_050;
/** eSpeak's speaking rate in words per minute; values outside the range are clamped. */
export const ESPEAK_WPM = { min: 80, max: 450, normal: 175 } as const;
/**
 * eSpeak's scale for pitch and pitch range; 50 is the voice's default. It covers factors of about 0.66 to 1.6 in pitch.
 */
export const ESPEAK_PITCH = { min: 0, max: 99, normal: 50, stepsPerOctave: 75 } as const;

/** How a text is spoken. `voice` is an eSpeak voice with an optional variant: `cmn+f2`. */
export type Manner = { voice: string; wordsPerMinute: number; pitch: number; range: number };

/**
 * Speaks `text`: returns mono samples from −1 to 1 at `ESPEAK_RATE_HZ`, without leading and trailing silence; empty if
 * nothing can be spoken.
 */
export type Say = (text: string, manner: Manner) => Float32Array;

let loading: Promise<Say> | undefined;

/** Loads the synthesiser on first use (about 0.15 s). @throws when the package's files cannot be read. */
export function loadEspeak(): Promise<Say> {
  loading ??= createModule().then(({ eSpeakNGWorker }) => {
    const worker = new eSpeakNGWorker();
    return (text, manner) => say(worker, text, manner);
  });
  return loading;
}

/** Settings and synthesis are one synchronous call, so that interleaved requests never use each other's settings. */
function say(worker: Worker, text: string, manner: Manner): Float32Array {
  if (worker.set_voice(manner.voice) !== 0) throw new Error(`eSpeak has no voice ${manner.voice}`);
  worker.set_rate(manner.wordsPerMinute);
  worker.set_pitch(manner.pitch);
  worker.set_range(manner.range);
  const parts: Int16Array[] = [];
  worker.synthesize(text, (samples) => {
    if (samples) parts.push(samples);
    return false;
  });
  return trimSilence(parts);
}

/** About −66 dB: below the quietest consonant. */
const SILENCE = 16;

function trimSilence(parts: readonly Int16Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let start = all.length;
  let end = 0;
  let position = 0;
  for (const part of parts) {
    for (const sample of part) {
      if (Math.abs(sample) > SILENCE) {
        start = Math.min(start, position);
        end = position + 1;
      }
      all[position++] = sample / 0x8000;
    }
  }
  return all.subarray(Math.min(start, end), end);
}
