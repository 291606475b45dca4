// The page's end of the line to the sound worker: chunks in, live takes and peaks out. It must not know who plays or draws them.

import { type AudioKind, isLiveKind } from '../../shared/speech/formats.ts';
import type { Peaks } from './peaks.ts';
import type { SharedTake } from './shared-take.ts';
import type { FromSoundWorker, LiveChunk, ToSoundWorker } from './sound-protocol.ts';

/** A take that arrives; null where it can be heard from its file only: no memory can be shared, or its kind is not decoded while it arrives. */
export type ArrivingTake = SharedTake | null;

/** A piece of a take of any kind. */
type ArrivingChunk = Omit<LiveChunk, 'format'> & { format: AudioKind };

/** Decodes sounds away from the page. */
export type SoundDecoder = {
  /** Takes a chunk of a take that is arriving. */
  feed: (chunk: ArrivingChunk) => void;
  /** No more chunks of it come. */
  end: (takeId: string) => void;
  /** Nobody asks for it again; what holds its memory keeps it. */
  drop: (takeId: string) => void;
  /** A take whose first samples have come; undefined while none have. */
  take: (takeId: string) => ArrivingTake | undefined;
  /** Calls `listener` when a take's first samples come. */
  onBegun: (listener: (takeId: string, take: ArrivingTake) => void) => () => void;
  /** Peaks of a file on our origin; undefined where they cannot be had. */
  readPeaks: (url: string, format: AudioKind) => Promise<Peaks | undefined>;
  dispose: () => void;
};

/** Takes over the worker of `sound-worker.ts`; `dispose` ends it. Without shared memory nothing is decoded before it is saved. */
export function createSoundDecoder(worker: Worker, hasSharedMemory: boolean): SoundDecoder {
  const takes = new Map<string, ArrivingTake>();
  /** Takes that are arriving: what is said of any other comes too late. */
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
  // Without the worker nothing plays before it is saved, and waveforms stay flat.
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
      // A view may lie in a message that others still read.
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
