// Encodes pictures in a worker of its own, because Chromium's encoder never pauses: the worker here stays free to be
// cancelled, and reads rows while others are painted. An encoder that is cancelled is ended, and a new one started.

import { type WatchedWorker, watchWorker } from '../../../lifetime/watched-worker.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Rows } from '../pixels.ts';
import type { CanvasFileOptions } from './canvas-file.ts';
import type { EncodeReply, EncodeRequest, SurfaceKind } from './encode-worker.ts';
import type { Strip } from './surface.ts';

/** Encodes what was painted. @throws RangeError if there is not enough memory */
export type Encode = (options: CanvasFileOptions) => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Paints a picture on a surface of the encoder, a canvas by default, and encodes it as often as `use` wants. One picture
 * at a time. An opaque picture keeps its pixels; another is multiplied by alpha, as on any canvas.
 */
export type EncodeElsewhere = <T>(
  rows: Rows,
  checkpoint: Checkpoint,
  use: (encode: Encode) => Promise<T>,
  kind?: SurfaceKind,
) => Promise<T>;

/** Rows sent at once: a few megabytes at any width. */
const STRIP_ROWS = 64;

/** Creates the encoder. @param createWorker starts the script `encode-worker.ts`; called when it is needed */
export function createEncoder(createWorker: () => Worker): EncodeElsewhere {
  let worker: WatchedWorker<EncodeRequest> | undefined;
  /** The request that is not answered yet. */
  let waiting: PromiseWithResolvers<EncodeReply> | undefined;
  let hasAnswered = false;

  /** A worker ends by itself if memory is short; one that never answered could not be started. */
  const endedBy = (reason: string): Error => (hasAnswered ? new RangeError(reason) : new Error(reason));
  const start = (): WatchedWorker<EncodeRequest> =>
    watchWorker<EncodeRequest, EncodeReply>(createWorker(), {
      onMessage: (reply) => {
        hasAnswered = true;
        const asked = waiting;
        waiting = undefined;
        asked?.resolve(reply);
      },
      onDeath: (reason) => {
        const asked = waiting;
        [worker, waiting] = [undefined, undefined];
        asked?.reject(endedBy(reason));
      },
      isBusy: () => waiting !== undefined,
    });

  return async ({ width, height, isOpaque, readRow }, checkpoint, use, kind = 'canvas') => {
    worker ??= start();
    const encoder = worker;
    /** Sends a request, of which there is one at a time. @throws if the worker ends, or has ended */
    const ask = (request: EncodeRequest, transfer: Transferable[] = []): Promise<EncodeReply> => {
      if (encoder !== worker) return Promise.reject(endedBy('The encoder has ended.'));
      waiting = Promise.withResolvers();
      encoder.post(request, transfer);
      const { promise } = waiting;
      // Nobody waits for it yet while the next rows are read.
      promise.catch(() => undefined);
      return promise;
    };
    const answer = (reply: Promise<EncodeReply>): Promise<EncodeReply> => checkpoint.waitFor(reply, () => undefined);

    /** Reads rows while those before are painted. */
    const paint = async (): Promise<void> => {
      let painting: Promise<EncodeReply> | undefined;
      let spare: Strip | undefined;
      for (let top = 0; top < height; top += STRIP_ROWS) {
        const length = 4 * width * Math.min(STRIP_ROWS, height - top);
        const rows: Strip = spare?.length === length ? spare : new Uint8ClampedArray(length);
        for (let start = 0, y = top; start < length; start += 4 * width, y++)
          readRow(y, rows.subarray(start, start + 4 * width));
        if (painting) spare = stripOf(await answer(painting));
        painting = ask({ type: 'paint', top, rows }, [rows.buffer]);
        await checkpoint();
      }
      if (painting) await answer(painting);
    };
    const encode: Encode = async (options) => {
      const reply = await answer(ask({ type: 'encode', options }));
      if (reply.type !== 'encoded' || reply.file === null) throw new RangeError('The picture cannot be encoded.');
      return reply.file;
    };

    try {
      encoder.post({ type: 'open', kind, width, height, isOpaque });
      await paint();
      return await use(encode);
    } finally {
      if (waiting === undefined && kind === 'canvas') encoder.post({ type: 'close' });
      else {
        // It is still at work for what was cancelled, or has memory that only its end frees.
        encoder.end();
        [worker, waiting] = [undefined, undefined];
      }
    }
  };
}

function stripOf(reply: EncodeReply): Strip | undefined {
  return reply.type === 'painted' ? reply.rows : undefined;
}
