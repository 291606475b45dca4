// Starts the database's thread.

import { Worker } from 'node:worker_threads';
import type { StartThread } from './client.ts';
import type { Reply } from './messages.ts';

/** Starts a thread that serves the library in `folder`. It keeps the process alive until it is closed. */
export function databaseThread(folder: string): StartThread {
  return ({ onReply, onEnd }) => {
    const worker = new Worker(workerUrl(), { workerData: folder });
    worker.on('message', (reply: Reply) => onReply(reply));
    worker.on('error', onEnd);
    worker.on('exit', (code) => onEnd(new Error(`The database's thread ended with ${code}.`)));
    return { post: (order) => worker.postMessage(order) };
  };
}

/** In the folder of this module: TypeScript in the sources, JavaScript in the bundle. */
function workerUrl(): URL {
  return new URL(`database-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);
}
