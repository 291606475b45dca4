// The texts for kinds and formats of audio, on all screens.

import type { Translate } from '../../shared/i18n/index.ts';
import { type AudioKind, FORMAT_FACTS, isRaw, KIND_FACTS, type SpeechFormat } from '../../shared/speech/formats.ts';

/** Returns the name of what a person gets from audio of this kind: raw samples are saved as WAV. */
export function kindText(kind: AudioKind): string {
  return KIND_FACTS[isRaw(kind) ? 'wav' : kind].name;
}

/** Returns the name of a format that can be requested: of raw samples as the best WAV. */
export function formatText(format: SpeechFormat, t: Translate): string {
  const { kind } = FORMAT_FACTS[format];
  return isRaw(kind) ? t('speech.bestWav') : KIND_FACTS[kind].name;
}
