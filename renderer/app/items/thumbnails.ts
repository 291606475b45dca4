// Makes missing thumbnails of pictures and sounds, one at a time, and stores them. Independent of how they are shown.

import type { AudioKind } from '../../../shared/speech/formats.ts';
import { toColumns } from '../../audio/peaks.ts';
import type { PeaksLibrary } from '../../audio/peaks-library.ts';
import type { Ipc } from '../../ipc.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import type { MadeThumbnail, ThumbnailWish } from './thumbnail-worker.ts';

/** A queue that makes thumbnails. */
export type Thumbnails = {
  /**
   * Makes and stores the thumbnail of a stored picture; false if that is not possible. The latest request is served
   * first, because its picture is in view.
   */
  make: (mediaId: string) => Promise<boolean>;
  /** The same for a stored sound: a drawing of its waveform. */
  makeWave: (sound: { mediaId: string; format: AudioKind }) => Promise<boolean>;
  dispose: () => void;
};

/** `format` is that of a sound, null for a picture; `deaths` counts the workers that have died of it. */
type Wish = {
  mediaId: string;
  format: AudioKind | null;
  resolve: (isMade: boolean) => void;
  deaths: number;
};

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
      onMessage: (made) => void finish(made),
      onDeath: () => {
        worker = undefined;
        if (making === undefined) return;
        making.deaths += 1;
        if (making.deaths < MAX_DEATHS) void postWish(making);
        else void finish({ mediaId: making.mediaId, bytes: null });
      },
      isBusy: () => making !== undefined,
    });

  const post = (wish: ThumbnailWish): void => {
    worker ??= start();
    worker.post(wish);
  };
  const postWish = async ({ mediaId, format }: Wish): Promise<void> => {
    if (format === null) {
      post({ mediaId, amplitudes: null });
      return;
    }
    const found = await peaks.load({ mediaId, format });
    if (found === undefined) await finish({ mediaId, bytes: null });
    else post({ mediaId, amplitudes: toColumns(found, WAVE_BARS) });
  };

  const startNext = (): void => {
    if (making !== undefined) return;
    making = waiting.pop();
    if (making === undefined) return;
    void postWish(making);
  };

  const finish = async ({ mediaId, bytes }: MadeThumbnail): Promise<void> => {
    const isKept = bytes !== null && (await ipc.request('media.keepThumbnail', { mediaId, bytes })).ok;
    making?.resolve(isKept);
    making = undefined;
    startNext();
  };

  const make = (mediaId: string, format: AudioKind | null): Promise<boolean> => {
    const wish =
      wishes.get(mediaId) ??
      new Promise<boolean>((resolve) => {
        waiting.push({ mediaId, format, resolve, deaths: 0 });
      });
    wishes.set(mediaId, wish);
    startNext();
    return wish;
  };

  return {
    make: (mediaId) => make(mediaId, null),
    makeWave: ({ mediaId, format }) => make(mediaId, format),
    dispose: () => worker?.end(),
  };
}
