// Owns the peaks of saved sounds: those gathered while a sound arrived are kept, others are read from the file.

import type { AudioKind } from '../../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { SoundDecoder } from './sound-decoder.ts';

/** A cache of peaks by media id. */
export type PeaksLibrary = {
  /** Adds peaks that are already known. */
  keep: (mediaId: string, peaks: Peaks) => void;
  /** Returns the peaks of a saved sound, reading its file once; undefined if they cannot be read. */
  load: (sound: { mediaId: string; format: AudioKind }) => Promise<Peaks | undefined>;
};

const MAX_KEPT = 64;

/** Creates an empty cache; it reads saved files from `/media/`. */
export function createPeaksLibrary(decoder: Pick<SoundDecoder, 'readPeaks'>): PeaksLibrary {
  const cache = new Map<string, Promise<Peaks | undefined>>();
  const remember = (mediaId: string, peaks: Promise<Peaks | undefined>): void => {
    cache.set(mediaId, peaks);
    const oldest = cache.keys().next();
    if (cache.size > MAX_KEPT && !oldest.done) cache.delete(oldest.value);
  };
  return {
    keep: (mediaId, peaks) => remember(mediaId, Promise.resolve(peaks)),
    load: ({ mediaId, format }) => {
      const cached = cache.get(mediaId);
      if (cached !== undefined) return cached;
      const reading = decoder.readPeaks(`/media/${mediaId}`, format);
      remember(mediaId, reading);
      // A file that is missing may come back.
      void reading.then((peaks) => {
        if (peaks === undefined && cache.get(mediaId) === reading) cache.delete(mediaId);
      });
      return reading;
    },
  };
}
