// The encoder of each audio format.

import type { SpeechFormat } from '../../shared/speech/formats.ts';
import type { Encode } from './encoders/encoder.ts';
import { encodeMp3 } from './encoders/mp3.ts';
import { encodeOggOpus } from './encoders/ogg-opus.ts';
import { encodePcm } from './encoders/pcm.ts';
import { encodeWav } from './encoders/wav.ts';

export const ENCODERS: Record<SpeechFormat, Encode> = {
  mp3: encodeMp3,
  wav: encodeWav,
  pcm: encodePcm,
  ogg_opus: encodeOggOpus,
};
