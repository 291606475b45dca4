// The encoder of each kind of file, and how large its files are.

import type { ExportKind } from '../plan.ts';
import type { Encode, EncodeFacts } from './encoder.ts';
import { encodeFlac, flacFileBytes } from './flac.ts';
import { createMp3Encode, mp3FileBytes } from './mp3.ts';
import { encodeOggOpus, oggFileBytes } from './ogg-opus.ts';
import { encodeWav, wavFileBytes } from './wav.ts';

/** Creates the encoders. @param compileLame LAME as WebAssembly; called when the first mp3 is written. */
export function createEncoders(compileLame: () => Promise<WebAssembly.Module>): Readonly<Record<ExportKind, Encode>> {
  return { wav: encodeWav, flac: encodeFlac, mp3: createMp3Encode(compileLame), ogg_opus: encodeOggOpus };
}

/** Size of a file in bytes: exact for wav, for the others about the most it can be. */
export const FILE_BYTES: Readonly<Record<ExportKind, (facts: EncodeFacts) => number>> = {
  wav: wavFileBytes,
  flac: flacFileBytes,
  mp3: mp3FileBytes,
  ogg_opus: oggFileBytes,
};
