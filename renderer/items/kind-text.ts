// The text for a kind of audio, on all screens.

import type { Translate } from '../../shared/i18n/index.ts';
import { type AudioKind, isRaw } from '../../shared/speech/formats.ts';

/** Returns the name of what a person gets from audio of this kind: raw samples are saved as WAV. */
export function kindText(kind: AudioKind, t: Translate): string {
  return isRaw(kind) ? t('takes.fromPcm') : kind;
}
