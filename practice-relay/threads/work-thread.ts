// The outer side of a worker thread: runs jobs in it, and starts a new one when it dies.

import { Worker } from 'node:worker_threads';
import type { Answer, Order, RunJob } from './job.ts';
import { createSlots } from './slots.ts';

/** A thread that runs jobs. It starts with its first job, ends when idle, and does not keep the process alive. */
export type WorkThread<Input, Output> = {
  /**
   * An abort ends the job even if no further result is requested. @throws the error that
   * ended the thread, when it dies during the job; the next job starts a new thread.
   */
  run: RunJob<Input, Output>;
  close: () => Promise<void>;
};

/**
 * Creates a worker thread, which starts with its first job.
 * @param module the module to run; it must call `serveJobs`.
 * @param maxRunning how many jobs run at once; the others wait in order.
 * @param idleMs after this time without a job the thread ends, which frees its WebAssembly memory: that never shrinks.
 * @param memoryIn the memory of an input that is handed over to the thread, and is then empty on this side; everything
 * else is copied.
 */
export function createWorkThread<Input, Output>(
  module: URL,
  maxRunning: number,
  idleMs: number,
  memoryIn: (input: Input) => ArrayBuffer[] = () => [],
): WorkThread<Input, Output> {
  const slots = createSlots(maxRunning);
  let jobs = 0;
  let live: LiveThread<Input, Output> | undefined;
  let running = 0;
  let idle: NodeJS.Timeout | undefined;

  const rest = (): void => {
    const resting = live;
    live = undefined;
    void resting?.worker.terminate();
  };
  const leave = (): void => {
    running -= 1;
    if (running === 0) idle = setTimeout(rest, idleMs).unref();
  };

  async function* run(input: Input, signal: AbortSignal): AsyncGenerator<Output, void> {
    const leaveSlot = await slots.enter(signal);
    running += 1;
    clearTimeout(idle);
    const release = (): void => {
      leaveSlot();
      leave();
    };
    if (live === undefined) {
      const started: LiveThread<Input, Output> = startThread(module, () => {
        if (live === started) live = undefined;
      });
      live = started;
    }
    const { ask } = live;
    const job = ++jobs;
    let answer: Answer<Output> | undefined;
    let isStopped = false;
    // Stopped as soon as the signal aborts: a caller that has disconnected may never request the next result.
    const stop = (): void => {
      if (isStopped) return;
      isStopped = true;
      // The slot is free when the thread has really ended the job, or has ended itself.
      ask({ kind: 'stop', job }).then(release, release);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      answer = await orAborted(ask({ kind: 'start', job, input }, memoryIn(input)), signal);
      while (!answer.done) {
        yield answer.value;
        answer = await orAborted(ask({ kind: 'next', job }), signal);
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
  }
  return {
    run,
    close: async () => {
      clearTimeout(idle);
      await live?.worker.terminate();
    },
  };
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
type LiveThread<Input, Output> = {
  worker: Worker;
  ask: (order: WithoutId<Order<Input>>, handedOver?: ArrayBuffer[]) => Promise<Answer<Output>>;
};

/** Starts the thread. @param onEnd called once when the thread has ended, before the waiting requests are rejected. */
function startThread<Input, Output>(module: URL, onEnd: () => void): LiveThread<Input, Output> {
  const worker = new Worker(module);
  worker.unref();
  type Pending = { resolve: (answer: Answer<Output>) => void; reject: (error: unknown) => void };
  const pending = new Map<number, Pending>();
  let orders = 0;
  let ended: { error: unknown } | undefined;

  const end = (error: unknown): void => {
    if (ended) return;
    ended = { error };
    onEnd();
    for (const { reject } of pending.values()) reject(error);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`The thread ended by itself with ${code}.`)));
  worker.on('message', (answer: Answer<Output>) => {
    pending.get(answer.id)?.resolve(answer);
    pending.delete(answer.id);
  });
  const ask = (order: WithoutId<Order<Input>>, handedOver: ArrayBuffer[] = []): Promise<Answer<Output>> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended.error);
      const id = ++orders;
      pending.set(id, { resolve, reject });
      worker.postMessage({ ...order, id }, handedOver);
    });
  return { worker, ask };
}

/** Settles like the promise, or rejects with the signal's reason if it aborts first. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let giveUp = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
  });
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
