// The page's interface to the sound worker: takes chunks, returns live takes and peaks.

import { type AudioKind, isLiveKind } from '../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { SharedTake } from './shared-take.ts';
import type { FromSoundWorker, LiveChunk, ToSoundWorker } from './sound-protocol.ts';

/**
 * A take that is arriving; null if it can be heard only from its file: no memory can be shared, or its format is not
 * decoded live.
 */
export type ArrivingTake = SharedTake | null;

/** A chunk of a take in any audio format. */
type ArrivingChunk = Omit<LiveChunk, 'format'> & { format: AudioKind };

/** Decodes sounds in a worker. */
export type SoundDecoder = {
  /** Passes a chunk of an arriving take to the decoder. */
  feed: (chunk: ArrivingChunk) => void;
  /** Ends a take: no more chunks will arrive. */
  end: (takeId: string) => void;
  /** Forgets a take; whoever has its memory keeps it. */
  drop: (takeId: string) => void;
  /** Returns a take whose first samples have arrived; undefined before that. */
  take: (takeId: string) => ArrivingTake | undefined;
  /** Calls `listener` when the first samples of a take arrive; the returned function ends that. */
  onBegun: (listener: (takeId: string, take: ArrivingTake) => void) => () => void;
  /** Reads the peaks of a file on the page's origin; undefined if they cannot be read. */
  readPeaks: (url: string, format: AudioKind) => Promise<Peaks | undefined>;
  dispose: () => void;
};

/**
 * Creates the decoder over a worker of `sound-worker.ts`, which `dispose` ends. Without shared memory no take is
 * decoded before it is saved.
 */
export function createSoundDecoder(worker: Worker, hasSharedMemory: boolean): SoundDecoder {
  const takes = new Map<string, ArrivingTake>();
  /** Ids of the takes that are arriving; messages about any other take are outdated. */
  const arriving = new Set<string>();
  const listeners = new Set<(takeId: string, take: ArrivingTake) => void>();
  const waiting = new Map<number, (peaks: Peaks | undefined) => void>();
  let requests = 0;
  const send = (message: ToSoundWorker, transfer: Transferable[] = []): void => worker.postMessage(message, transfer);
  const begin = (takeId: string, take: ArrivingTake): void => {
    takes.set(takeId, take);
    for (const listener of [...listeners]) listener(takeId, take);
  };

  worker.onmessage = ({ data }: MessageEvent<FromSoundWorker>) => {
    if (data.type === 'peaks') {
      waiting.get(data.request)?.(data.peaks);
      waiting.delete(data.request);
    } else if (arriving.has(data.takeId)) begin(data.takeId, data.take);
  };
  // Without the worker no take plays before it is saved, and no waveform is shown.
  worker.onerror = () => {
    for (const resolve of waiting.values()) resolve(undefined);
    waiting.clear();
  };

  return {
    feed: (chunk) => {
      const { format } = chunk;
      if (!hasSharedMemory || !isLiveKind(format)) {
        if (!takes.has(chunk.takeId)) begin(chunk.takeId, null);
        return;
      }
      arriving.add(chunk.takeId);
      // Copied, because the buffer may belong to a message that other listeners still read.
      const bytes = chunk.bytes.slice();
      send({ type: 'chunk', ...chunk, format, bytes }, [bytes.buffer]);
    },
    end: (takeId) => send({ type: 'end', takeId }),
    drop: (takeId) => {
      arriving.delete(takeId);
      takes.delete(takeId);
      send({ type: 'drop', takeId });
    },
    take: (takeId) => takes.get(takeId),
    onBegun: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readPeaks: (url, format) =>
      new Promise((resolve) => {
        if (!isLiveKind(format)) return resolve(undefined);
        requests += 1;
        waiting.set(requests, resolve);
        send({ type: 'readPeaks', request: requests, url, format });
      }),
    dispose: () => {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
      for (const resolve of waiting.values()) resolve(undefined);
      waiting.clear();
      takes.clear();
      listeners.clear();
    },
  };
}
