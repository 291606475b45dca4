// The page's interface to the sound worker: takes chunks, returns live takes and peaks.

import { type AudioKind, isLiveKind, KIND_FACTS, type LiveKind } from '../../../shared/speech/formats.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import { readDecodedPeaks } from './decoded-peaks.ts';
import type { Peaks } from './peaks.ts';
import { createTakeStreams, type OpenTake } from './sequence/take-stream.ts';
import { cutShort, type SharedTake } from './shared-take.ts';
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
  /** Reads the samples of a file on the page's origin, piece by piece. */
  openTake: OpenTake;
  dispose: () => void;
};

/** A request for peaks that is not answered yet; `deaths` counts the workers that have died meanwhile. */
type PeaksWish = { url: string; format: LiveKind; resolve: (peaks: Peaks | undefined) => void; deaths: number };

/** Peaks are given up after as many deaths. */
const MAX_DEATHS = 2;

/**
 * Creates the decoder. Without shared memory no take is decoded before it is saved.
 * @param createWorker starts `sound-worker.ts`; called at once, and again when one is needed after a worker has died. The takes that were
 * arriving are then heard from their files once they are saved; `dispose` ends the worker.
 */
export function createSoundDecoder(createWorker: () => Worker, hasSharedMemory: boolean): SoundDecoder {
  const takes = new Map<string, ArrivingTake>();
  /** Ids of the takes that are arriving; messages about any other take are outdated. */
  const arriving = new Set<string>();
  /** Ids of the takes whose decoder has died. */
  const lost = new Set<string>();
  const listeners = new Set<(takeId: string, take: ArrivingTake) => void>();
  const waiting = new Map<number, PeaksWish>();
  let requests = 0;
  let worker: WatchedWorker<ToSoundWorker> | undefined;
  const begin = (takeId: string, take: ArrivingTake): void => {
    takes.set(takeId, take);
    for (const listener of [...listeners]) listener(takeId, take);
  };

  const post = (message: ToSoundWorker, transfer: Transferable[] = []): void => {
    worker ??= start();
    worker.post(message, transfer);
  };
  const streams = createTakeStreams(post);
  const readWish = (request: number, { url, format }: PeaksWish): void =>
    post({ type: 'readPeaks', request, url, format });

  const start = (): WatchedWorker<ToSoundWorker> =>
    watchWorker<ToSoundWorker, FromSoundWorker>(createWorker(), {
      onMessage: (message) => {
        if (message.type === 'peaks') {
          waiting.get(message.request)?.resolve(message.peaks);
          waiting.delete(message.request);
        } else if (message.type === 'streamAnswer') streams.answer(message);
        else if (arriving.has(message.takeId)) begin(message.takeId, message.take);
      },
      onDeath: () => {
        worker = undefined;
        for (const takeId of arriving) loseTake(takeId);
        arriving.clear();
        streams.lose();
        for (const [request, wish] of waiting) {
          wish.deaths += 1;
          if (wish.deaths < MAX_DEATHS) readWish(request, wish);
          else {
            waiting.delete(request);
            wish.resolve(undefined);
          }
        }
      },
      isBusy: () => waiting.size > 0 || arriving.size > 0 || streams.isBusy(),
    });
  const loseTake = (takeId: string): void => {
    lost.add(takeId);
    const take = takes.get(takeId);
    if (take === undefined) begin(takeId, null);
    else if (take !== null) cutShort(take);
  };
  worker = start();

  return {
    feed: (chunk) => {
      const { format } = chunk;
      if (!hasSharedMemory || !isLiveKind(format)) {
        if (!takes.has(chunk.takeId)) begin(chunk.takeId, null);
        return;
      }
      if (lost.has(chunk.takeId)) return;
      arriving.add(chunk.takeId);
      // Copied, because the buffer may belong to a message that other listeners still read.
      const bytes = chunk.bytes.slice();
      post({ type: 'chunk', ...chunk, format, bytes }, [bytes.buffer]);
    },
    end: (takeId) => post({ type: 'end', takeId }),
    drop: (takeId) => {
      arriving.delete(takeId);
      takes.delete(takeId);
      lost.delete(takeId);
      post({ type: 'drop', takeId });
    },
    take: (takeId) => takes.get(takeId),
    onBegun: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readPeaks: (url, kind) => {
      const format = servedKind(kind);
      if (format === undefined) return KIND_FACTS[kind].isPlayable ? readDecodedPeaks(url) : Promise.resolve(undefined);
      return new Promise((resolve) => {
        requests += 1;
        const wish = { url, format, resolve, deaths: 0 };
        waiting.set(requests, wish);
        readWish(requests, wish);
      });
    },
    openTake: streams.open,
    dispose: () => {
      worker?.end();
      streams.lose();
      for (const { resolve } of waiting.values()) resolve(undefined);
      waiting.clear();
      takes.clear();
      listeners.clear();
    },
  };
}

/** The kind of a saved file as it is served, if the worker can read it: plain samples of any container become wav. */
function servedKind(kind: AudioKind): LiveKind | undefined {
  if (isLiveKind(kind)) return kind;
  return KIND_FACTS[kind].container === 'other' ? undefined : 'wav';
}
