// Reads the peaks of a saved sound that only the browser's own decoders can read, as a whole.

import { createPeakGatherer, createPeakList, type Peaks } from './peaks.ts';

/** Larger files are not decoded for their peaks: all of their samples would be in memory at once. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Enough to draw a waveform. */
const RATE_HZ = 24_000;

/** Reads the peaks of the first channel; undefined if the file is too large, or cannot be read or decoded. */
export async function readDecodedPeaks(url: string): Promise<Peaks | undefined> {
  try {
    const response = await fetch(url);
    const sizeBytes = Number(response.headers.get('content-length'));
    if (!response.ok || !(sizeBytes <= MAX_FILE_BYTES)) {
      await response.body?.cancel();
      return undefined;
    }
    const sound = await new OfflineAudioContext(1, 1, RATE_HZ).decodeAudioData(await response.arrayBuffer());
    const list = createPeakList();
    const gatherer = createPeakGatherer(list.put);
    gatherer.add(sound.getChannelData(0));
    gatherer.end();
    return list.peaks();
  } catch {
    return undefined;
  }
}
