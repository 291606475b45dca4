// The possible warnings about received audio, and the check that compares its duration with the text.

import { ordinaryDurationS } from './spoken-length.ts';

/** What can be odd about the bytes of a file. */
const FILE_WARNINGS = ['truncated', 'joined', 'no_sound', 'trailing_text'] as const;
export type FileWarning = (typeof FILE_WARNINGS)[number];

/**
 * What is odd about the audio of a take. `truncated`: it ends before its own structure does. `joined`: several wav
 * files behind each other. `no_sound`: nothing in it can be read as sound, or it has no length. `trailing_text`: a web
 * page or other text follows the sound. `trailing_error`: an error of the relay followed it, which was removed.
 * `odd_length`: pcm that ends within a sample. `implausible`: far too short or too long for its text.
 */
export const AUDIO_WARNINGS = [...FILE_WARNINGS, 'trailing_error', 'odd_length', 'implausible'] as const;
export type AudioWarning = (typeof AUDIO_WARNINGS)[number];

/** Voices and texts differ widely; a larger factor means an error. */
const TOLERANCE = 8;
/** Shorter estimates have no lower limit. */
const MIN_JUDGED_S = 2;
/** Audio up to this duration is plausible for any text. */
const ALWAYS_PLAUSIBLE_S = 30;

/**
 * Whether audio of this duration can be the text: neither a fraction of a second for a page, nor hours for a word.
 * @param speed as requested.
 * @param durationMs of the audio.
 */
export function isDurationPlausible(text: string, speed: number, durationMs: number): boolean {
  const expectedS = ordinaryDurationS(text, speed);
  const durationS = durationMs / 1000;
  if (expectedS >= MIN_JUDGED_S && durationS < expectedS / TOLERANCE) return false;
  return durationS <= ALWAYS_PLAUSIBLE_S + expectedS * TOLERANCE;
}
