// Entry of the picture worker: runs requests one after the other, and checks for cancellation in between.

import { createCheckpoint } from '../../engines/pixels/checkpoint.ts';
import { UndecodablePicture } from '../../engines/pixels/codec/decode.ts';
import { DangerousPicture, SlowPicture } from '../../engines/pixels/codec/guarded-decode.ts';
import { holdLifeline } from '../../lifetime/lifeline.ts';
import { installTrustedTypesPolicy } from '../../trusted-types.ts';
import { buffersOf } from './buffers-of.ts';
import { SizesDiffer } from './sizes.ts';
import { TASKS } from './tasks.ts';
import type { PictureFailure, PictureReply, PictureRequest, PictureTaskName, PictureTasks } from './tasks-contract.ts';

type TaskRequest = Exclude<PictureRequest, { task: 'cancel' }>;

const running = new Map<number, AbortController>();
let last: Promise<void> = Promise.resolve();

holdLifeline();
installTrustedTypesPolicy();

self.addEventListener('message', ({ data: request }: MessageEvent<PictureRequest>) => {
  if (request.task === 'cancel') {
    running.get(request.id)?.abort();
    return;
  }
  const stop = new AbortController();
  running.set(request.id, stop);
  last = last.then(() => serve(request, stop.signal));
});

async function serve(request: TaskRequest, signal: AbortSignal): Promise<void> {
  const reply = await perform(request, signal);
  running.delete(request.id);
  self.postMessage(reply, { transfer: 'data' in reply ? buffersOf(reply.data) : [] });
  // Only its end stops a decoder; what waits is repeated in another worker.
  if ('error' in reply && reply.error === 'tooSlow') self.close();
}

async function perform(request: TaskRequest, signal: AbortSignal): Promise<PictureReply> {
  const { id } = request;
  try {
    signal.throwIfAborted();
    return { id, ok: true, data: await runTask(request, signal) };
  } catch (problem) {
    const error = signal.aborted ? 'cancelled' : failureOf(problem);
    if (error !== undefined) return { id, ok: false, error };
    return { id, ok: false, bug: problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem) };
  }
}

function runTask(request: TaskRequest, signal: AbortSignal): Promise<PictureTasks[PictureTaskName]['output']> {
  const checkpoint = createCheckpoint(signal);
  const report = (doneRatio: number): void => self.postMessage({ id: request.id, doneRatio } satisfies PictureReply);
  // A request has the input type of its task; the compiler cannot follow that through a union.
  const task = TASKS[request.task] as (
    input: TaskRequest['input'],
    ...how: [typeof checkpoint, typeof report]
  ) => Promise<PictureTasks[PictureTaskName]['output']>;
  return task(request.input, checkpoint, report);
}

function failureOf(problem: unknown): PictureFailure | undefined {
  if (problem instanceof UndecodablePicture) return 'unreadable';
  if (problem instanceof DangerousPicture) return problem.excess === 'tooComplex' ? 'tooComplex' : 'outOfMemory';
  if (problem instanceof SlowPicture) return 'tooSlow';
  if (problem instanceof SizesDiffer) return 'sizesDiffer';
  // Thrown when a buffer or canvas cannot be allocated.
  if (problem instanceof RangeError) return 'outOfMemory';
  return undefined;
}
