// Owns the peaks of saved sounds: kept from when they arrived, otherwise read from their files. It must not know who draws them.

import type { AudioKind } from '../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { SoundDecoder } from './sound-decoder.ts';

/** Peaks by media id. */
export type PeaksLibrary = {
  /** Peaks that are known already. */
  keep: (mediaId: string, peaks: Peaks) => void;
  /** Peaks of a saved sound, read once; undefined where they cannot be had. */
  load: (sound: { mediaId: string; format: AudioKind }) => Promise<Peaks | undefined>;
};

const MAX_KEPT = 64;

/** Makes an empty library of peaks that reads saved files from `/media/`. */
export function createPeaksLibrary(decoder: Pick<SoundDecoder, 'readPeaks'>): PeaksLibrary {
  const known = new Map<string, Promise<Peaks | undefined>>();
  const remember = (mediaId: string, peaks: Promise<Peaks | undefined>): void => {
    known.set(mediaId, peaks);
    const oldest = known.keys().next();
    if (known.size > MAX_KEPT && !oldest.done) known.delete(oldest.value);
  };
  return {
    keep: (mediaId, peaks) => remember(mediaId, Promise.resolve(peaks)),
    load: ({ mediaId, format }) => {
      const kept = known.get(mediaId);
      if (kept !== undefined) return kept;
      const reading = decoder.readPeaks(`/media/${mediaId}`, format);
      remember(mediaId, reading);
      return reading;
    },
  };
}
