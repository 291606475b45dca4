// The engine's connection to its worker: sends messages and matches answers to requests.

import type { FromWorker, ToWorker } from './protocol.ts';

/** The messages that answer a request. */
type Answer = Exclude<FromWorker, { type: 'state' | 'unsaved' | 'progress' }>;
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** Sends messages and requests to the worker. */
export type WorkerClient = {
  send: (message: ToWorker, transfer?: Transferable[]) => void;
  /**
   * Sends the message that `make` creates with a request number, and waits for the answer. Rejects only if the worker
   * has ended or ends meanwhile.
   */
  ask: (make: (request: number) => ToWorker, transfer?: Transferable[]) => Promise<Answer>;
  dispose: () => void;
};

/** Called for messages that answer no request. */
export type WorkerHandlers = {
  onState: (message: Extract<FromWorker, { type: 'state' }>) => void;
  /** Progress, 0–1, of a preview that takes long to compute. */
  onProgress: (share: number) => void;
  onUnsaved: (message: Extract<FromWorker, { type: 'unsaved' }>) => void;
  /** The worker threw or could not be started. */
  onError: (message: string) => void;
};

const OVER = 'The mask engine was disposed of.';

/** Takes ownership of a worker; `dispose` terminates it. */
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
        // A terminated worker answers nothing.
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
