// Peaks of a wav file from its bytes, without turning every sample into a float. It must not know where bytes come from.

import { createWavReader, type PcmFormat, type PcmReader, toFloats } from './decode/pcm-reader.ts';
import type { PeakGatherer } from './peaks.ts';

/** Feeds a gatherer with the samples of a wav file that comes in any division. */
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

/** A view where the bytes lie evenly, else a copy; every system this runs on is little-endian, as wav is. */
function toInt16(bytes: Uint8Array): Int16Array {
  const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  return new Int16Array(even.buffer, even.byteOffset, even.length / 2);
}
