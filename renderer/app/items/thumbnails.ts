// Makes missing thumbnails, one at a time, and stores them. Independent of how they are shown.

import type { Ipc } from '../../ipc.ts';
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

type Wish = { mediaId: string; resolve: (isMade: boolean) => void };

/**
 * Creates the queue. @param createWorker starts `thumbnail-worker.ts`; called for the first thumbnail, and again after
 * a worker has died.
 */
export function createThumbnails({ ipc, createWorker }: { ipc: Ipc; createWorker: () => Worker }): Thumbnails {
  const wishes = new Map<string, Promise<boolean>>();
  const waiting: Wish[] = [];
  let making: Wish | undefined;
  let worker: Worker | undefined;

  const start = (): Worker => {
    const started = createWorker();
    started.onmessage = ({ data }: MessageEvent<MadeThumbnail>) => void finish(data);
    // The worker fails only for lack of memory.
    started.onerror = (event) => {
      event.preventDefault();
      started.terminate();
      worker = undefined;
      if (making !== undefined) void finish({ mediaId: making.mediaId, bytes: null });
    };
    return started;
  };

  const startNext = (): void => {
    if (making !== undefined) return;
    making = waiting.pop();
    if (making === undefined) return;
    worker ??= start();
    worker.postMessage(making.mediaId);
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
          waiting.push({ mediaId, resolve });
        });
      wishes.set(mediaId, wish);
      startNext();
      return wish;
    },
    dispose: () => worker?.terminate(),
  };
}
