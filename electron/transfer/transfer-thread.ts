// Runs a transfer in a thread of its own, and answers what it asks.

import { Worker } from 'node:worker_threads';
import type { Listed } from '../../shared/contract/recovery.ts';
import type { TransferResult } from '../../shared/contract/transfers.ts';
import type { TransferPhase } from '../../shared/storage/transfers.ts';
import { toSentError } from '../database/messages.ts';
import type { CopiedFiles } from './copy-library.ts';
import type { TransferFailure, TransferOrder, TransferQuestion, TransferReply, TransferTask } from './messages.ts';

/** A transfer ended without its result. */
export class TransferFailedError extends Error {
  override name = 'TransferFailedError';
  readonly failure: TransferFailure;
  constructor(failure: TransferFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** What a thread reports and asks. */
export type TransferListeners = {
  onProgress: (phase: TransferPhase, done: number, total: number) => void;
  /** Answers a question; what it rejects with ends the transfer. */
  answer: (question: TransferQuestion) => Promise<number | null>;
};

/** A running transfer. Its promises reject with `TransferFailedError`; those that do not come stay pending. */
export type TransferThread = {
  cancel: () => void;
  finish: () => Promise<CopiedFiles>;
  removeOld: () => Promise<Listed>;
  copied: Promise<void>;
  removed: Promise<Listed>;
  done: Promise<TransferResult>;
};

/** Starts a transfer. */
export function startTransfer(task: TransferTask, { onProgress, answer }: TransferListeners): TransferThread {
  const worker = new Worker(workerUrl(), { workerData: task });
  const copied = Promise.withResolvers<void>();
  const finished = Promise.withResolvers<CopiedFiles>();
  const removed = Promise.withResolvers<Listed>();
  const done = Promise.withResolvers<TransferResult>();
  const all = [copied, finished, removed, done];
  // Whoever waits for one of them gets the error; the others are nobody's.
  for (const { promise } of all) (promise as Promise<unknown>).catch(() => undefined);
  const send = (order: TransferOrder): void => worker.postMessage(order);
  const fail = (failure: TransferFailure): void => {
    for (const { reject } of all) reject(new TransferFailedError(failure));
  };

  worker.on('message', (reply: TransferReply) => {
    if (reply.kind === 'progress') onProgress(reply.phase, reply.done, reply.total);
    if (reply.kind === 'copied') copied.resolve();
    if (reply.kind === 'finished') finished.resolve(reply.files);
    if (reply.kind === 'removed') removed.resolve(reply.left);
    if (reply.kind === 'done') done.resolve(reply.result);
    if (reply.kind === 'failed') fail(reply.failure);
    if (reply.kind !== 'question') return;
    const { id } = reply;
    answer(reply.question).then(
      (value) => send({ kind: 'answer', id, value }),
      (error: unknown) => send({ kind: 'answer', id, value: null, error: toSentError(error) }),
    );
  });
  worker.on('error', (error) => fail({ kind: 'error', error: toSentError(error) }));
  worker.on('exit', () => fail({ kind: 'refused', problem: 'ended' }));
  return {
    cancel: () => send({ kind: 'cancel' }),
    finish: () => {
      send({ kind: 'finish' });
      return finished.promise;
    },
    removeOld: () => {
      send({ kind: 'removeOld' });
      return removed.promise;
    },
    copied: copied.promise,
    removed: removed.promise,
    done: done.promise,
  };
}

/** In the folder of the entry: TypeScript in the sources, JavaScript in the bundle. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../transfer-worker.ts' : 'transfer-worker.js', import.meta.url);
}
