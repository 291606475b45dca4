// The client of the picture worker. Independent of stores, views, and where pictures are stored.

import { fail, ok, type Result } from '../../../shared/result.ts';
import { type WatchedWorker, watchWorker } from '../../lifetime/watched-worker.ts';
import { buffersOf } from './buffers-of.ts';
import type {
  PictureFailure,
  PictureReply,
  PictureRequest,
  PictureTaskName,
  PictureTasks,
  Report,
} from './tasks-contract.ts';

/**
 * The worker died before it replied: while it ran this task, or before it began it. The inputs are gone with it, so that
 * the caller has to repeat the call; see `repeated`.
 */
type WorkerDeath = 'died' | 'neverRun';

/**
 * An idle worker ends after this time, in milliseconds: nothing makes it collect what its last tasks have left, which can
 * be more than a hundred megabytes. Long enough for somebody who edits again and again.
 */
export const IDLE_MS = 30_000;

/** What a call comes to. */
export type TaskResult<T> = Result<T, PictureFailure | WorkerDeath>;

type Call<Name extends PictureTaskName> = (
  input: PictureTasks[Name]['input'],
  signal?: AbortSignal,
  onProgress?: Report,
) => Promise<TaskResult<PictureTasks[Name]['output']>>;

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
  resolve: (result: TaskResult<unknown>) => void;
  reject: (bug: Error) => void;
  onProgress: Report | undefined;
};

/**
 * Creates a picture worker.
 * @param createWorker starts the script `picture-worker.ts`; called when there is work and no worker runs.
 */
export function createPictureWorker(createWorker: () => Worker): PictureWorker {
  const pending = new Map<number, Pending>();
  let worker: WatchedWorker<PictureRequest> | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  let nextId = 1;
  let isDisposed = false;

  const end = (): void => {
    clearTimeout(idle);
    worker?.end();
    worker = undefined;
  };
  const endIfIdle = (): void => {
    if (pending.size === 0) idle = setTimeout(end, IDLE_MS);
  };

  const settleAll = (first: PictureFailure | WorkerDeath, others: PictureFailure | WorkerDeath): void => {
    const calls = [...pending.values()];
    pending.clear();
    for (const [index, call] of calls.entries()) call.resolve(fail(index === 0 ? first : others));
  };

  const receive = (reply: PictureReply): void => {
    const call = pending.get(reply.id);
    if ('doneRatio' in reply) {
      call?.onProgress?.(reply.doneRatio);
      return;
    }
    // A cancelled call has ended already.
    if (call === undefined) return;
    pending.delete(reply.id);
    endIfIdle();
    if (reply.ok) call.resolve(ok(reply.data));
    else if ('bug' in reply) call.reject(new Error(reply.bug));
    else call.resolve(fail(reply.error));
  };

  const start = (): WatchedWorker<PictureRequest> =>
    watchWorker<PictureRequest, PictureReply>(createWorker(), {
      onMessage: receive,
      onDeath: () => {
        worker = undefined;
        // Tasks run in the order in which they were sent.
        settleAll('died', 'neverRun');
      },
      isBusy: () => pending.size > 0,
    });

  const call = (
    request: Exclude<PictureRequest, { task: 'cancel' }>,
    signal: AbortSignal | undefined,
    onProgress: Report | undefined,
  ): Promise<TaskResult<unknown>> => {
    if (isDisposed || signal?.aborted) return Promise.resolve(fail('cancelled'));
    return new Promise<TaskResult<unknown>>((resolve, reject) => {
      const { id } = request;
      const onAbort = (): void => {
        pending.delete(id);
        worker?.post({ id, task: 'cancel' });
        endIfIdle();
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
      clearTimeout(idle);
      worker ??= start();
      worker.post(request, buffersOf(request.input));
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
    checkDecoding: caller('checkDecoding'),
    checkUsage: caller('checkUsage'),
    makeDifference: caller('makeDifference'),
    makeAnnotatedImage: caller('makeAnnotatedImage'),
    findMaskBoxes: caller('findMaskBoxes'),
    encodeCoverage: caller('encodeCoverage'),
    decodeCoverage: caller('decodeCoverage'),
    makePng: caller('makePng'),
    encodeAs: caller('encodeAs'),
    extend: caller('extend'),
    cutOut: caller('cutOut'),
    crop: caller('crop'),
    layBack: caller('layBack'),
    dispose: () => {
      isDisposed = true;
      end();
      settleAll('cancelled', 'cancelled');
    },
  };
}
