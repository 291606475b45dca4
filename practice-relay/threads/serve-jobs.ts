// The inner side of a worker thread: runs jobs on request.
//
// An unexpected error is not caught: it ends the thread together with anything left in an undefined state (above all
// the memory of a WebAssembly module), and the other side starts a new thread.

import { parentPort } from 'node:worker_threads';
import type { Answer, Order, RunJob } from './job.ts';

/**
 * Serves jobs to the thread that started this one. Jobs are interleaved at every await. @param memoryIn the memory of a
 * result that is handed over and not copied; the job must not use it any more.
 */
export function serveJobs<Input, Output>(
  run: RunJob<Input, Output>,
  memoryIn: (output: Output) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  if (!port) throw new Error('Not in a worker thread');
  const running = new Map<number, { results: AsyncGenerator<Output, void>; abort: AbortController }>();

  const begin = (job: number, input: Input): void => {
    const abort = new AbortController();
    running.set(job, { results: run(input, abort.signal), abort });
  };

  const next = async (job: number): Promise<{ done: true } | { done: false; value: Output }> => {
    const found = running.get(job);
    if (!found) return { done: true };
    try {
      const result = await found.results.next();
      if (!result.done) return { done: false, value: result.value };
    } catch (error) {
      if (!found.abort.signal.aborted) throw error;
    }
    running.delete(job);
    return { done: true };
  };

  const stop = async (job: number): Promise<{ done: true }> => {
    const found = running.get(job);
    running.delete(job);
    found?.abort.abort();
    await found?.results.return();
    return { done: true };
  };

  port.on('message', async (order: Order<Input>) => {
    if (order.kind === 'start') begin(order.job, order.input);
    const answer = order.kind === 'stop' ? await stop(order.job) : await next(order.job);
    port.postMessage({ id: order.id, ...answer } satisfies Answer<Output>, answer.done ? [] : memoryIn(answer.value));
  });
}
