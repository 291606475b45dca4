// A worker thread seen from outside: runs jobs in it, and starts it again when it dies. Knows no job in particular.

import { Worker } from 'node:worker_threads';
import type { Answer, Order, RunJob } from './job.ts';
import { createSlots } from './slots.ts';

/** A thread that runs jobs. It starts with its first job and does not keep the process alive. */
export type WorkThread<Input, Output> = {
  /** Inputs and results are copied. An abort ends the job also when nobody asks it for more. @throws what ended the thread, when it dies amid the job; the next job gets a new one. */
  run: RunJob<Input, Output>;
  close: () => Promise<void>;
};

/**
 * @param module what the thread runs: a module that calls `serveJobs`.
 * @param maxRunning jobs at the same time; the others wait in order.
 */
export function createWorkThread<Input, Output>(module: URL, maxRunning: number): WorkThread<Input, Output> {
  const slots = createSlots(maxRunning);
  let jobs = 0;
  let live: LiveThread<Input, Output> | undefined;

  async function* run(input: Input, signal: AbortSignal): AsyncGenerator<Output, void> {
    const leave = await slots.enter(signal);
    live ??= startThread(module, () => {
      live = undefined;
    });
    const { ask } = live;
    const job = ++jobs;
    let answer: Answer<Output> | undefined;
    let isStopped = false;
    // On abort at once: a caller that left may never come back for the next result.
    const stop = (): void => {
      if (isStopped) return;
      isStopped = true;
      // The place is free when the thread has really ended the job, or itself.
      ask({ kind: 'stop', job }).then(leave, leave);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      answer = await orAborted(ask({ kind: 'start', job, input }), signal);
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
      await live?.worker.terminate();
    },
  };
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
type LiveThread<Input, Output> = {
  worker: Worker;
  ask: (order: WithoutId<Order<Input>>) => Promise<Answer<Output>>;
};

/** @param onEnd called once when the thread is gone, before what waits for it is told. */
function startThread<Input, Output>(module: URL, onEnd: () => void): LiveThread<Input, Output> {
  const worker = new Worker(module);
  worker.unref();
  type Asked = { resolve: (answer: Answer<Output>) => void; reject: (error: unknown) => void };
  const asked = new Map<number, Asked>();
  let orders = 0;
  let ended: { error: unknown } | undefined;

  const end = (error: unknown): void => {
    if (ended) return;
    ended = { error };
    onEnd();
    for (const { reject } of asked.values()) reject(error);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`The thread ended by itself with ${code}.`)));
  worker.on('message', (answer: Answer<Output>) => {
    asked.get(answer.id)?.resolve(answer);
    asked.delete(answer.id);
  });
  const ask = (order: WithoutId<Order<Input>>): Promise<Answer<Output>> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended.error);
      const id = ++orders;
      asked.set(id, { resolve, reject });
      worker.postMessage({ ...order, id });
    });
  return { worker, ask };
}

/** The promise's end, or the signal's when it comes first. */
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
