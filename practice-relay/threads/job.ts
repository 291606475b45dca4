// The type of a job in a worker thread, and the messages between the threads.

/**
 * A job whose results are made one by one, on demand. An aborted signal ends it, at the latest after the current step.
 */
export type RunJob<Input, Output> = (input: Input, signal: AbortSignal) => AsyncGenerator<Output, void>;

/**
 * A message to the thread; each gets one answer. `start` and `next` request the next result of a job, `stop` ends the
 * job.
 */
export type Order<Input> = { id: number; job: number } & ({ kind: 'start'; input: Input } | { kind: 'next' | 'stop' });

/** The answer to the order with the same `id`. */
export type Answer<Output> = { id: number } & ({ done: false; value: Output } | { done: true });
