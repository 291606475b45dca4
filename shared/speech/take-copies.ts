// Which copies of a take can be saved.

import type { AudioWarning } from './audio-warnings.ts';
import { type AudioKind, KIND_FACTS } from './formats.ts';

/** A copy of a take: its bytes as received, or as one wav file. */
export type TakeCopy = 'received' | 'wav';

/**
 * Returns the copies of a take, best first: few programs can use raw pcm, or more than the first of joined wav files.
 */
export function takeCopies(kind: AudioKind, warnings: readonly AudioWarning[]): readonly TakeCopy[] {
  const { container, isPlayable } = KIND_FACTS[kind];
  switch (container) {
    case 'none':
      return ['wav', 'received'];
    case 'wav':
      return warnings.includes('joined') ? ['wav', 'received'] : ['received'];
    case 'linear':
      return ['received', 'wav'];
    case 'other':
      return isPlayable ? ['received', 'wav'] : ['received'];
  }
}

/** The kinds that a take can be converted to, beside its copies: none if it cannot be decoded. */
export function takeConversions(kind: AudioKind): readonly 'mp3'[] {
  const { container, isPlayable } = KIND_FACTS[kind];
  const isDecodable = container !== 'other' || isPlayable;
  return (['mp3'] as const).filter((other) => isDecodable && other !== kind);
}

/** Whether a wav copy of this kind has to be decoded by the page; the others are samples, which main writes itself. */
export function isDecodedForWav(kind: AudioKind): boolean {
  return KIND_FACTS[kind].container === 'other';
}
