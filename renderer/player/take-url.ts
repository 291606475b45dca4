// The address from which a take's sound is played. Independent of who plays it.

import type { SpeechItem } from '../../shared/contract/library.ts';
import { isRaw } from '../../shared/speech/formats.ts';

/**
 * Returns the address, relative to the page. For pcm it contains the sample rate: players cache an address, and another
 * rate is another sound.
 */
export function takeUrl({ mediaId, audio }: Pick<SpeechItem, 'mediaId' | 'audio'>): string {
  return isRaw(audio.format) ? `/media/${mediaId}?rate=${audio.sampleRateHz}` : `/media/${mediaId}`;
}
