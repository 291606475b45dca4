// The client of the picture worker. Independent of stores, views, and where pictures are stored.

import { fail, ok, type Result } from '../../../shared/result.ts';
import { buffersOf } from './buffers-of.ts';
import type {
  PictureFailure,
  PictureReply,
  PictureRequest,
  PictureTaskName,
  PictureTasks,
  Report,
} from './tasks-contract.ts';

type Call<Name extends PictureTaskName> = (
  input: PictureTasks[Name]['input'],
  signal?: AbortSignal,
  onProgress?: Report,
) => Promise<Result<PictureTasks[Name]['output'], PictureFailure>>;

/**
 * Runs picture tasks one after the other, off the main thread. Buffers in an input are transferred to the worker: they
 * are empty here afterwards. A call rejects only for a bug. An aborted signal settles its call at once, as `cancelled`.
 * Long tasks report their progress.
 */
export type PictureWorker = { readonly [Name in PictureTaskName]: Call<Name> } & {
  /** Ends the worker; pending calls settle as cancelled. */
  readonly dispose: () => void;
};

type Pending = {
  resolve: (result: Result<unknown, PictureFailure>) => void;
  reject: (bug: Error) => void;
  onProgress: Report | undefined;
};

/**
 * Creates a picture worker.
 * @param createWorker starts the script `picture-worker.ts`; called on first use, and again after a worker has died.
 */
export function createPictureWorker(createWorker: () => Worker): PictureWorker {
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let nextId = 1;
  let isDisposed = false;

  const settleAll = (failure: PictureFailure): void => {
    worker?.terminate();
    worker = undefined;
    const calls = [...pending.values()];
    pending.clear();
    for (const call of calls) call.resolve(fail(failure));
  };

  const start = (): Worker => {
    const started = createWorker();
    started.addEventListener('message', ({ data }: MessageEvent<PictureReply>) => {
      const call = pending.get(data.id);
      if ('doneRatio' in data) {
        call?.onProgress?.(data.doneRatio);
        return;
      }
      pending.delete(data.id);
      if (call === undefined) return;
      if (data.ok) call.resolve(ok(data.data));
      else if ('bug' in data) call.reject(new Error(data.bug));
      else call.resolve(fail(data.error));
    });
    // A worker dies only for lack of memory; errors of a task are reported by message.
    started.addEventListener('error', (event) => {
      event.preventDefault();
      settleAll('outOfMemory');
    });
    return started;
  };

  const call = (
    request: Exclude<PictureRequest, { task: 'cancel' }>,
    signal: AbortSignal | undefined,
    onProgress: Report | undefined,
  ): Promise<Result<unknown, PictureFailure>> => {
    if (isDisposed || signal?.aborted) return Promise.resolve(fail('cancelled'));
    return new Promise<Result<unknown, PictureFailure>>((resolve, reject) => {
      const { id } = request;
      const onAbort = (): void => {
        pending.delete(id);
        worker?.postMessage({ id, task: 'cancel' } satisfies PictureRequest);
        resolve(fail('cancelled'));
      };
      const settled = (): void => signal?.removeEventListener('abort', onAbort);
      pending.set(id, {
        resolve: (result) => {
          settled();
          resolve(result);
        },
        reject: (bug) => {
          settled();
          reject(bug);
        },
        onProgress,
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      worker ??= start();
      worker.postMessage(request, buffersOf(request.input));
    });
  };

  const caller = <Name extends PictureTaskName>(task: Name): Call<Name> =>
    // A reply has the output type of its task, because the worker replies with the id of the request.
    ((input: PictureTasks[Name]['input'], signal?: AbortSignal, onProgress?: Report) =>
      call(
        { id: nextId++, task, input } as Exclude<PictureRequest, { task: 'cancel' }>,
        signal,
        onProgress,
      )) as Call<Name>;

  return {
    makeWorkingPicture: caller('makeWorkingPicture'),
    makeWirePicture: caller('makeWirePicture'),
    makeWireMask: caller('makeWireMask'),
    composite: caller('composite'),
    checkUsage: caller('checkUsage'),
    makeDifference: caller('makeDifference'),
    makeAnnotatedImage: caller('makeAnnotatedImage'),
    findMaskBoxes: caller('findMaskBoxes'),
    encodeCoverage: caller('encodeCoverage'),
    decodeCoverage: caller('decodeCoverage'),
    makePng: caller('makePng'),
    encodeAs: caller('encodeAs'),
    dispose: () => {
      isDisposed = true;
      settleAll('cancelled');
    },
  };
}
