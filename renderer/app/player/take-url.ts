// The address a take's sound is played from. Independent of who plays it.

import type { SpeechItem } from '../../../shared/contract/library.ts';
import { isRaw } from '../../../shared/speech/formats.ts';

/** Relative to the page. Of pcm it names the rate: players keep what an address once gave, and another rate is another sound. */
export function takeUrl({ mediaId, audio }: SpeechItem): string {
  return isRaw(audio.format) ? `/media/${mediaId}?rate=${audio.sampleRateHz}` : `/media/${mediaId}`;
}
