// Synthesises a request to samples, piece by piece: languages, speed, pitch, loudness. Independent of HTTP and file
// formats.

import { setImmediate } from 'node:timers/promises';
import type { Voice } from '../../shared/speech/voices.ts';
import { ESPEAK_PITCH, ESPEAK_RATE_HZ, ESPEAK_WPM, loadEspeak, type Manner, type Say } from './espeak.ts';
import { createResampler } from './resample.ts';
import { splitByScript, splitIntoPieces } from './segments.ts';
import { stretch } from './stretch.ts';
import { languagesOf, moodOf, timbreOf } from './voices.ts';

/** The text to speak, and how (relay API §2.1). Ratios and speed are within their ranges. */
export type Utterance = {
  input: string;
  voice: Voice;
  speed: number;
  volumeRatio: number;
  pitchRatio: number;
  language?: string | undefined;
  emotion?: string | undefined;
};

/**
 * Emits mono samples from −1 to 1 at 24 000 Hz, one piece at a time and only on demand; none if nothing can be spoken.
 */
export type Speak = (utterance: Utterance) => AsyncGenerator<Float32Array, void>;

/** Silence between two languages within a sentence, at normal speed. */
const LANGUAGE_PAUSE_MS = 40;

/** `Speak` by eSpeak NG. Other requests can run between two pieces. */
export const speak: Speak = async function* (utterance) {
  const say = await loadEspeak();
  const resampler = createResampler();
  const amplify = createAmplifier(utterance.volumeRatio);
  let hasSpoken = false;
  for (const piece of splitIntoPieces(speakable(utterance.input))) {
    await setImmediate();
    const speech = sayPiece(say, piece.text, utterance);
    if (speech.length === 0) continue;
    if (hasSpoken && piece.pauseMs > 0) yield resampler.push(silence(piece.pauseMs / utterance.speed));
    hasSpoken = true;
    yield amplify(resampler.push(speech));
  }
  if (hasSpoken) yield amplify(resampler.finish());
};

/** Removes what a C string cannot contain: NUL and other control characters, unpaired surrogates. */
function speakable(text: string): string {
  return text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ' ');
}

/** Speaks one piece, each run of one script in its language. */
function sayPiece(say: Say, text: string, utterance: Utterance): Float32Array {
  const { voice, language, emotion } = utterance;
  const languages = languagesOf(voice, language);
  const timbre = timbreOf(voice);
  const mood = moodOf(voice, emotion);
  const speed = utterance.speed * mood.tempo;
  const parts: Float32Array[] = [];
  for (const segment of splitByScript(text)) {
    const scriptLanguage = languages[segment.script ?? 'neutral'];
    const speech = sayAtSpeed(say, segment.text, speed, {
      voice: `${scriptLanguage}+${mood.variant ?? timbre.variant}`,
      pitch: onPitchScale(timbre.pitch + mood.pitch + ESPEAK_PITCH.stepsPerOctave * Math.log2(utterance.pitchRatio)),
      range: onPitchScale(ESPEAK_PITCH.normal + mood.range),
    });
    if (speech.length === 0) continue;
    if (parts.length > 0) parts.push(silence(LANGUAGE_PAUSE_MS / speed));
    parts.push(speech);
  }
  return concat(parts);
}

/** Clamps to eSpeak's scale: pitch ratios below about 0.7 or above about 1.5 all sound the same. */
function onPitchScale(value: number): number {
  return Math.round(Math.min(Math.max(value, ESPEAK_PITCH.min), ESPEAK_PITCH.max));
}

/** A length this close to the target is not corrected. */
const LENGTH_TOLERANCE = 0.01;

/**
 * Speaks `text` in exactly 1/speed of its normal length. eSpeak's own rate sounds best, but it is only roughly
 * proportional and limited to 80 to 450 words per minute; time stretching corrects the difference.
 */
function sayAtSpeed(say: Say, text: string, speed: number, manner: Omit<Manner, 'wordsPerMinute'>): Float32Array {
  const normal = say(text, { ...manner, wordsPerMinute: ESPEAK_WPM.normal });
  if (normal.length === 0 || speed === 1) return normal;
  const wordsPerMinute = Math.round(Math.min(Math.max(ESPEAK_WPM.normal * speed, ESPEAK_WPM.min), ESPEAK_WPM.max));
  const paced = say(text, { ...manner, wordsPerMinute });
  const factor = normal.length / speed / paced.length;
  return Math.abs(factor - 1) < LENGTH_TOLERANCE ? paced : stretch(paced, factor, ESPEAK_RATE_HZ);
}

/** Above this level loud samples are compressed instead of clipped. */
const KNEE = 0.8;

/** Scales samples by `ratio`; above 1, values that would exceed full scale are compressed smoothly. */
function createAmplifier(ratio: number): (samples: Float32Array) => Float32Array {
  if (ratio === 1) return (samples) => samples;
  const bend = (x: number): number => (x <= KNEE ? x : KNEE + (1 - KNEE) * Math.tanh((x - KNEE) / (1 - KNEE)));
  return (samples) => samples.map((sample) => Math.sign(sample) * bend(Math.abs(sample * ratio)));
}

function silence(durationMs: number): Float32Array {
  return new Float32Array(Math.round((ESPEAK_RATE_HZ * durationMs) / 1000));
}

function concat(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
