// Makes missing thumbnails of pictures and sounds, one at a time, and stores them. Independent of how they are shown.

import type { AudioKind } from '../../shared/speech/formats.ts';
import { toColumns } from '../engines/audio/peaks.ts';
import type { PeaksLibrary } from '../engines/audio/peaks-library.ts';
import type { Ipc } from '../ipc.ts';
import { type WatchedWorker, watchWorker } from '../lifetime/watched-worker.ts';
import type { MadeThumbnail, ThumbnailWish } from './thumbnail-worker.ts';

/** What a thumbnail is made of: a picture, the part of it that a mask covers, or a sound's waveform. */
export type ThumbnailSubject =
  | { kind: 'picture'; mediaId: string }
  | { kind: 'changed'; mediaId: string; coverageMediaId: string }
  | { kind: 'sound'; mediaId: string; format: AudioKind };

/** The address of a thumbnail, whether or not it exists. */
export function thumbnailUrl({ kind, mediaId }: ThumbnailSubject): string {
  return kind === 'changed' ? `/thumbnails/${mediaId}/changed` : `/thumbnails/${mediaId}`;
}

/** A queue that makes thumbnails. */
export type Thumbnails = {
  /**
   * Makes and stores the thumbnail of a stored file; false if that is not possible. The latest request is served first,
   * because its file is in view. @param signal nobody looks at it any more: it is not made, unless that has begun or
   * somebody else asks for it.
   */
  make: (subject: ThumbnailSubject, signal?: AbortSignal) => Promise<boolean>;
  /** Whether a picture at this address was shown before, so that it is shown again at once. */
  isKnown: (address: string) => boolean;
  noteShown: (address: string) => void;
  dispose: () => void;
};

/** `deaths` counts the workers that have died of it, `lookers` those who want it. */
type Wish = {
  subject: ThumbnailSubject;
  made: Promise<boolean>;
  resolve: (isMade: boolean) => void;
  deaths: number;
  lookers: number;
};

/** Addresses and failures that are remembered. */
const MAX_KNOWN = 2000;

/** Bars of a drawn waveform. */
const WAVE_BARS = 72;

/** A picture of which as many workers have died is given up: it does not fit in memory. */
const MAX_DEATHS = 2;

/**
 * Creates the queue. @param createWorker starts `thumbnail-worker.ts`; called for the first thumbnail, and again after
 * a worker has died.
 */
export function createThumbnails({
  ipc,
  peaks,
  createWorker,
}: {
  ipc: Ipc;
  peaks: Pick<PeaksLibrary, 'load'>;
  createWorker: () => Worker;
}): Thumbnails {
  /** What waits or is being made. */
  const wishes = new Map<string, Wish>();
  const waiting: Wish[] = [];
  const known = createMemory();
  /** Those that cannot be made. */
  let failed = createMemory();
  // What could not be read or kept can be now.
  const stopListening = ipc.on('storage.changed', ({ storageHealth }) => {
    if (storageHealth.problem === null) failed = createMemory();
  });
  let making: Wish | undefined;
  let worker: WatchedWorker<ThumbnailWish> | undefined;

  const start = (): WatchedWorker<ThumbnailWish> =>
    watchWorker<ThumbnailWish, MadeThumbnail>(createWorker(), {
      onMessage: ({ bytes }) => void finish(bytes),
      onDeath: () => {
        worker = undefined;
        if (making === undefined) return;
        making.deaths += 1;
        if (making.deaths < MAX_DEATHS) void postWish(making);
        else void finish(null);
      },
      isBusy: () => making !== undefined,
    });

  const post = (wish: ThumbnailWish): void => {
    worker ??= start();
    worker.post(wish);
  };
  const postWish = async ({ subject }: Wish): Promise<void> => {
    if (subject.kind !== 'sound') {
      post(subject);
      return;
    }
    const { mediaId, format } = subject;
    const found = await peaks.load({ mediaId, format });
    if (found === undefined) await finish(null);
    else post({ kind: 'sound', mediaId, amplitudes: toColumns(found, WAVE_BARS) });
  };

  const startNext = (): void => {
    if (making !== undefined) return;
    making = waiting.pop();
    if (making === undefined) return;
    void postWish(making);
  };

  const finish = async (bytes: MadeThumbnail['bytes']): Promise<void> => {
    const wish = making;
    const isKept = wish !== undefined && bytes !== null && (await keep(wish.subject, bytes));
    making = undefined;
    if (wish !== undefined) {
      wishes.delete(thumbnailUrl(wish.subject));
      if (!isKept) failed.add(thumbnailUrl(wish.subject));
      wish.resolve(isKept);
    }
    startNext();
  };

  const keep = async ({ kind, mediaId }: ThumbnailSubject, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const part = kind === 'changed' ? 'changed' : 'whole';
    return (await ipc.request('media.keepThumbnail', { mediaId, part, bytes })).ok;
  };

  return {
    make: (subject, signal) => {
      const key = thumbnailUrl(subject);
      if (failed.has(key) || signal?.aborted) return Promise.resolve(false);
      const wish = wishes.get(key) ?? newWish(subject);
      wish.lookers += 1;
      if (!wishes.has(key)) {
        wishes.set(key, wish);
        waiting.push(wish);
      }
      signal?.addEventListener('abort', () => {
        wish.lookers -= 1;
        const at = waiting.indexOf(wish);
        if (wish.lookers > 0 || at === -1) return;
        waiting.splice(at, 1);
        wishes.delete(key);
        wish.resolve(false);
      });
      startNext();
      return wish.made;
    },
    isKnown: known.has,
    noteShown: known.add,
    dispose: () => {
      stopListening();
      worker?.end();
    },
  };
}

function newWish(subject: ThumbnailSubject): Wish {
  const { promise: made, resolve } = Promise.withResolvers<boolean>();
  return { subject, made, resolve, deaths: 0, lookers: 0 };
}

/** Remembers so many texts; the oldest are forgotten. */
function createMemory(): { has: (text: string) => boolean; add: (text: string) => void } {
  const texts = new Set<string>();
  return {
    has: (text) => texts.has(text),
    add: (text) => {
      texts.delete(text);
      texts.add(text);
      const [oldest] = texts;
      if (texts.size > MAX_KNOWN && oldest !== undefined) texts.delete(oldest);
    },
  };
}
