// Makes missing thumbnails, one at a time, and stores them. Independent of how they are shown.

import type { Ipc } from '../../ipc.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import type { MadeThumbnail } from './thumbnail-worker.ts';

/** A queue that makes thumbnails. */
export type Thumbnails = {
  /**
   * Makes and stores the thumbnail of a stored picture; false if that is not possible. The latest request is served
   * first, because its picture is in view.
   */
  make: (mediaId: string) => Promise<boolean>;
  dispose: () => void;
};

/** `deaths` counts the workers that have died of it. */
type Wish = { mediaId: string; resolve: (isMade: boolean) => void; deaths: number };

/** A picture of which as many workers have died is given up: it does not fit in memory. */
const MAX_DEATHS = 2;

/**
 * Creates the queue. @param createWorker starts `thumbnail-worker.ts`; called for the first thumbnail, and again after
 * a worker has died.
 */
export function createThumbnails({ ipc, createWorker }: { ipc: Ipc; createWorker: () => Worker }): Thumbnails {
  const wishes = new Map<string, Promise<boolean>>();
  const waiting: Wish[] = [];
  let making: Wish | undefined;
  let worker: WatchedWorker<string> | undefined;

  const start = (): WatchedWorker<string> =>
    watchWorker<string, MadeThumbnail>(createWorker(), {
      onMessage: (made) => void finish(made),
      onDeath: () => {
        worker = undefined;
        if (making === undefined) return;
        making.deaths += 1;
        if (making.deaths < MAX_DEATHS) postWish(making);
        else void finish({ mediaId: making.mediaId, bytes: null });
      },
      isBusy: () => making !== undefined,
    });

  const postWish = ({ mediaId }: Wish): void => {
    worker ??= start();
    worker.post(mediaId);
  };

  const startNext = (): void => {
    if (making !== undefined) return;
    making = waiting.pop();
    if (making === undefined) return;
    postWish(making);
  };

  const finish = async ({ mediaId, bytes }: MadeThumbnail): Promise<void> => {
    const isKept = bytes !== null && (await ipc.request('media.keepThumbnail', { mediaId, bytes })).ok;
    making?.resolve(isKept);
    making = undefined;
    startNext();
  };

  return {
    make: (mediaId) => {
      const wish =
        wishes.get(mediaId) ??
        new Promise<boolean>((resolve) => {
          waiting.push({ mediaId, resolve, deaths: 0 });
        });
      wishes.set(mediaId, wish);
      startNext();
      return wish;
    },
    dispose: () => worker?.end(),
  };
}
