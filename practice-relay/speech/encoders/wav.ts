// WAV as a stream: PCM after a header that cannot contain the length.

import { DEFAULT_PCM_RATE_HZ } from '../../../shared/speech/formats.ts';
import { WAV_HEADER_BYTES, wavHeader } from '../../../shared/speech/wav.ts';
import type { Encode } from './encoder.ts';
import { encodePcm } from './pcm.ts';

/** The length that streamed wav files declare: the maximum of a wav file. */
const UNKNOWN_BYTES = 0xffffffff;

const LAYOUT = { rateHz: DEFAULT_PCM_RATE_HZ, channels: 1, bitsPerSample: 16 };

/** Emits a 44-byte header, then s16le. The header is sent together with the first samples. */
export const encodeWav: Encode = async function* (samples) {
  let header: Uint8Array | undefined = wavHeader(UNKNOWN_BYTES, LAYOUT);
  for await (const pcm of encodePcm(samples)) {
    if (header) {
      const first = new Uint8Array(WAV_HEADER_BYTES + pcm.length);
      first.set(header);
      first.set(pcm, WAV_HEADER_BYTES);
      header = undefined;
      yield first;
    } else {
      yield pcm;
    }
  }
};
