// Makes missing thumbnails of pictures and sounds, one at a time, and stores them. Independent of how they are shown.

import type { AudioKind } from '../../../shared/speech/formats.ts';
import { toColumns } from '../../audio/peaks.ts';
import type { PeaksLibrary } from '../../audio/peaks-library.ts';
import type { Ipc } from '../../ipc.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
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
   * because its file is in view.
   */
  make: (subject: ThumbnailSubject) => Promise<boolean>;
  dispose: () => void;
};

/** `deaths` counts the workers that have died of it. */
type Wish = { subject: ThumbnailSubject; resolve: (isMade: boolean) => void; deaths: number };

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
  const wishes = new Map<string, Promise<boolean>>();
  const waiting: Wish[] = [];
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
    wish?.resolve(isKept);
    making = undefined;
    startNext();
  };

  const keep = async ({ kind, mediaId }: ThumbnailSubject, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => {
    const part = kind === 'changed' ? 'changed' : 'whole';
    return (await ipc.request('media.keepThumbnail', { mediaId, part, bytes })).ok;
  };

  return {
    make: (subject) => {
      const key = thumbnailUrl(subject);
      const wish =
        wishes.get(key) ??
        new Promise<boolean>((resolve) => {
          waiting.push({ subject, resolve, deaths: 0 });
        });
      wishes.set(key, wish);
      startNext();
      return wish;
    },
    dispose: () => worker?.end(),
  };
}
