// The entry of the thread of a transfer: reads, hashes and writes a whole library. The build puts it beside main's bundle.

import { parentPort, workerData } from 'node:worker_threads';
import { toSentError } from './database/messages.ts';
import { backUpToFolder } from './transfer/back-up-folder.ts';
import { type CopiedLibrary, copyLibrary, discardCopy, finishCopy, removeMoved } from './transfer/copy-library.ts';
import { openFolderSource } from './transfer/folder-source.ts';
import { importLibrary } from './transfer/import-library.ts';
import { TransferError } from './transfer/library-source.ts';
import type {
  TransferFailure,
  TransferOrder,
  TransferQuestion,
  TransferReply,
  TransferTask,
} from './transfer/messages.ts';
import { NoRoomError } from './transfer/room.ts';
import type { TransferRun } from './transfer/transfer-run.ts';
import { writeZip } from './transfer/write-zip.ts';
import { openZipSource } from './transfer/zip-source.ts';

/** Progress is reported at most so often. */
const REPORT_EVERY_MS = 100;

if (!parentPort) throw new Error('Not in a worker thread');
const port = parentPort;
const send = (message: TransferReply): void => port.postMessage(message);
const cancel = new AbortController();
const questions = new Map<number, PromiseWithResolvers<number | null>>();
/** Resolve when main has sent that order. */
const orders = { finish: Promise.withResolvers<void>(), removeOld: Promise.withResolvers<void>() };

port.on('message', (order: TransferOrder) => {
  if (order.kind === 'cancel') {
    cancel.abort();
    orders.finish.reject(cancel.signal.reason);
  } else if (order.kind === 'answer') {
    const asked = questions.get(order.id);
    questions.delete(order.id);
    if (order.error) asked?.reject(new Error(order.error.message));
    else asked?.resolve(order.value);
  } else orders[order.kind].resolve();
});

const run: TransferRun = { signal: cancel.signal, onProgress: createReport() };
orders.finish.promise.catch(() => undefined);

try {
  await carryOut(workerData as TransferTask);
} catch (error) {
  send({ kind: 'failed', failure: failureOf(error) });
}
port.close();

async function carryOut(task: TransferTask): Promise<void> {
  switch (task.kind) {
    case 'move':
      return move(task.from, task.to);
    case 'removeMoved':
      return send({ kind: 'removed', left: await removeMoved({ ...task, copied: new Map() }, cancel.signal) });
    case 'backUpToFolder': {
      const { root, folder, appVersion, isVerifying } = task;
      return send({ kind: 'done', result: await backUpToFolder(root, folder, appVersion, run, isVerifying) });
    }
    case 'zip':
      return send({ kind: 'done', result: await writeZip(task, run) });
    case 'import': {
      const source = await (task.isZip ? openZipSource(task.source) : openFolderSource(task.source));
      try {
        const tools = {
          ...run,
          reserve: async (count: number) => Number(await ask({ what: 'reserve', count })),
          adopt: async (ids: string[]) => void (await ask({ what: 'adopt', ids })),
        };
        send({ kind: 'done', result: await importLibrary(source, task.root, tools) });
      } finally {
        await source.close();
      }
    }
  }
}

async function move(from: string, to: string): Promise<void> {
  let copied: CopiedLibrary;
  try {
    copied = await copyLibrary(from, to, run);
    send({ kind: 'copied' });
    await orders.finish.promise;
    send({ kind: 'finished', files: await finishCopy(copied, run) });
  } catch (error) {
    await discardCopy(to);
    throw error;
  }
  await orders.removeOld.promise;
  send({ kind: 'removed', left: await removeMoved(copied, cancel.signal) });
}

function ask(question: TransferQuestion): Promise<number | null> {
  const id = questions.size === 0 ? 1 : Math.max(...questions.keys()) + 1;
  const asked = Promise.withResolvers<number | null>();
  questions.set(id, asked);
  send({ kind: 'question', id, question });
  return asked.promise;
}

function createReport(): TransferRun['onProgress'] {
  let reportedAtMs = 0;
  return (phase, done, total) => {
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    send({ kind: 'progress', phase, done, total });
  };
}

function failureOf(error: unknown): TransferFailure {
  if (cancel.signal.aborted) return { kind: 'cancelled' };
  if (error instanceof TransferError) return { kind: 'refused', problem: error.problem };
  if (error instanceof NoRoomError)
    return { kind: 'noRoom', neededBytes: error.neededBytes, freeBytes: error.freeBytes };
  return { kind: 'error', error: toSentError(error) };
}
