// Reads the peaks of a wav file from its bytes, without converting every sample to a float.

import { createWavReader, type PcmFormat, type PcmReader, toFloats } from './decode/pcm-reader.ts';
import type { PeakGatherer } from './peaks.ts';

/** Creates a reader that passes the samples of a wav file, in chunks of any size, to a gatherer. */
export function createWavPeaksReader(gatherer: PeakGatherer): PcmReader {
  let format: PcmFormat | undefined;
  return createWavReader({
    begin: (layout) => {
      format = layout;
    },
    data: (bytes) => {
      if (format === undefined) return;
      if (format.bitsPerSample === 16) gatherer.addInt16(toInt16(bytes));
      else gatherer.add(toFloats(bytes, format));
    },
  });
}

/** A view if the bytes are aligned, otherwise a copy. Wav is little-endian, like every system this runs on. */
function toInt16(bytes: Uint8Array): Int16Array {
  const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Int16Array(even.buffer, even.byteOffset, even.length / 2);
}
