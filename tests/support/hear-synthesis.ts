// Hears what is synthesised, for its tests.

import { speak, type Utterance } from '../../practice-relay/speech/synthesis.ts';
import { findVoice, type Voice } from '../../shared/speech/voices.ts';

export const ENGLISH = 'en_female_amanda_mars_bigtts';
/** Finds a published voice. */
export function voiceOf(key: string): Voice {
  const voice = findVoice(key);
  if (!voice) throw new Error(key);
  return voice;
}

/** Synthesises a text, in English as it is by default; seconds, and levels as a share of full scale. */
export async function hear(
  input: string,
  options: Partial<Utterance> = {},
): Promise<{ seconds: number; rms: number; peak: number }> {
  const utterance = { input, voice: voiceOf(ENGLISH), speed: 1, volumeRatio: 1, pitchRatio: 1, ...options };
  let samples = 0;
  let energy = 0;
  let peak = 0;
  for await (const chunk of speak(utterance)) {
    samples += chunk.length;
    for (const sample of chunk) {
      energy += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
  }
  return { seconds: samples / 24_000, rms: Math.sqrt(energy / Math.max(samples, 1)), peak };
}
