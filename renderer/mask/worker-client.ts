// The engine's end of the line to its worker: sends, and pairs answers with requests. It must not know what is asked.

import type { FromWorker, ToWorker } from './protocol.ts';

/** What is still waited for, by the kind of answer. */
type Answer = Exclude<FromWorker, { type: 'state' | 'unsaved' | 'progress' }>;
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** A worker with requests and answers. */
export type WorkerClient = {
  send: (message: ToWorker, transfer?: Transferable[]) => void;
  /** Sends what `make` makes of a request number and waits for the answer. Rejects only when the worker is gone, or goes meanwhile. */
  ask: (make: (request: number) => ToWorker, transfer?: Transferable[]) => Promise<Answer>;
  dispose: () => void;
};

/** What happens without having been asked for. */
export type WorkerHandlers = {
  onState: (message: Extract<FromWorker, { type: 'state' }>) => void;
  /** Share 0–1 of a preview that takes long. */
  onProgress: (share: number) => void;
  onUnsaved: (message: Extract<FromWorker, { type: 'unsaved' }>) => void;
  /** The worker threw or could not be started. */
  onError: (message: string) => void;
};

const OVER = 'The mask engine was disposed of.';

/** Takes over a worker; `dispose` ends it. */
export function createWorkerClient(
  worker: Worker,
  { onState, onProgress, onUnsaved, onError }: WorkerHandlers,
): WorkerClient {
  const waiting = new Map<number, Waiting>();
  let lastRequest = 0;
  let isOver = false;
  const rejectAll = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'state') {
      onState(data);
      return;
    }
    if (data.type === 'progress') {
      onProgress(data.share);
      return;
    }
    if (data.type === 'unsaved') {
      onUnsaved(data);
      return;
    }
    waiting.get(data.request)?.resolve(data);
    waiting.delete(data.request);
  };
  worker.onerror = (event) => {
    rejectAll(event.message);
    onError(event.message);
  };
  return {
    send: (message, transfer = []) => worker.postMessage(message, transfer),
    ask: (make, transfer = []) =>
      new Promise((resolve, reject) => {
        // A worker that has ended answers nothing.
        if (isOver) {
          reject(new Error(OVER));
          return;
        }
        lastRequest += 1;
        waiting.set(lastRequest, { resolve, reject });
        worker.postMessage(make(lastRequest), transfer);
      }),
    dispose: () => {
      worker.onmessage = null;
      worker.onerror = null;
      worker.terminate();
      isOver = true;
      rejectAll(OVER);
    },
  };
}
