// Owns the peaks of sounds: gathered live while a sound arrives, otherwise read from its saved file. It must not know who draws them.

import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { gatherPcm, gatherWav, type PeakGatherer, type Peaks, peaksOfSamples } from './peaks.ts';

/** A piece of sound on its way, as the speech event carries it. */
type LiveChunk = { jobId: string; index: number; format: SpeechFormat; bytes: Uint8Array };
/** A saved sound. */
type SavedSound = { mediaId: string; format: SpeechFormat; sizeBytes: number };

/** Peaks by media id. */
export type PeaksLibrary = {
  /** Takes a chunk of a running job. */
  feed: (chunk: LiveChunk) => void;
  /** The job has ended; its peaks belong to this sound from now on, or to none. */
  settle: (jobId: string, mediaId: string | null) => void;
  /** Peaks of a saved sound, read once; undefined where they cannot be had. */
  load: (sound: SavedSound) => Promise<Peaks | undefined>;
};

/** Compressed files beyond this are not decoded for their picture alone. */
const MAX_DECODED_FILE_BYTES = 24 * 1024 * 1024;
const DECODE_RATE_HZ = 24_000;
const MAX_KEPT = 64;

type Live = { gatherer: PeakGatherer; nextIndex: number };

/** Makes an empty library of peaks that reads saved files from `/media/`. */
export function createPeaksLibrary(): PeaksLibrary {
  const live = new Map<string, Live | 'useless'>();
  const known = new Map<string, Promise<Peaks | undefined>>();
  const keep = (mediaId: string, peaks: Promise<Peaks | undefined>): void => {
    known.set(mediaId, peaks);
    const oldest = known.keys().next();
    if (known.size > MAX_KEPT && !oldest.done) known.delete(oldest.value);
  };
  return {
    feed: (chunk) => {
      const isStreamable = chunk.format === 'pcm' || chunk.format === 'wav';
      let entry = live.get(chunk.jobId);
      if (entry === undefined) {
        entry = isStreamable
          ? { gatherer: chunk.format === 'pcm' ? gatherPcm() : gatherWav(), nextIndex: 0 }
          : 'useless';
        live.set(chunk.jobId, entry);
      }
      if (entry === 'useless') return;
      if (chunk.index !== entry.nextIndex) {
        live.set(chunk.jobId, 'useless');
        return;
      }
      entry.gatherer.push(chunk.bytes);
      entry.nextIndex += 1;
    },
    settle: (jobId, mediaId) => {
      const entry = live.get(jobId);
      live.delete(jobId);
      if (mediaId === null || entry === undefined || entry === 'useless') return;
      const peaks = entry.gatherer.peaks();
      if (peaks !== undefined && peaks.length > 0) keep(mediaId, Promise.resolve(peaks));
    },
    load: (sound) => {
      const kept = known.get(sound.mediaId);
      if (kept !== undefined) return kept;
      const reading = readSaved(sound).catch(() => undefined);
      keep(sound.mediaId, reading);
      return reading;
    },
  };
}

async function readSaved(sound: SavedSound): Promise<Peaks | undefined> {
  const isPcm = sound.format === 'pcm' || sound.format === 'wav';
  if (!isPcm && sound.sizeBytes > MAX_DECODED_FILE_BYTES) return undefined;
  const response = await fetch(`/media/${sound.mediaId}`);
  if (!response.ok || response.body === null) return undefined;
  // Headerless pcm is served wrapped as wav, so both are read the same way.
  if (isPcm) return readWav(response.body);
  const context = new OfflineAudioContext(1, 1, DECODE_RATE_HZ);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return peaksOfSamples(decoded.getChannelData(0));
}

async function readWav(body: ReadableStream<Uint8Array>): Promise<Peaks | undefined> {
  const gatherer = gatherWav();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return gatherer.peaks();
    gatherer.push(value);
  }
}
