// Creates what is known of the items of the library.

import { createExchangesStore } from '../items/inspector/exchanges-store.ts';
import { createKeptStore } from '../items/keeping/kept-store.ts';
import thumbnailWorkerUrl from '../items/thumbnail-worker.ts?worker&url';
import { createThumbnails } from '../items/thumbnails.ts';
import { startWorker } from '../trusted-types.ts';
import type { Frame } from './frame.ts';
import type { Sound } from './sound.ts';

/** What is known of the items. */
export type ItemsSide = ReturnType<typeof composeItems>;

/** Creates it. The worker starts when it is needed. */
export function composeItems({ ipc }: Pick<Frame, 'ipc'>, { peaks }: Pick<Sound, 'peaks'>) {
  return {
    kept: createKeptStore({ ipc }),
    exchanges: createExchangesStore({ ipc }),
    thumbnails: createThumbnails({ ipc, peaks, createWorker: () => startWorker(thumbnailWorkerUrl) }),
  };
}
