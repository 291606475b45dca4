// What a job of a worker thread is, and the messages that carry it. Knows no job in particular.

/** Work whose results come one by one, made as they are asked for. An aborted signal ends it, at the latest with the step it is in. */
export type RunJob<Input, Output> = (input: Input, signal: AbortSignal) => AsyncGenerator<Output, void>;

/** A message to the thread; each is answered once. `start` and `next` ask for the next result of a job, `stop` for its end. */
export type Order<Input> = { id: number; job: number } & ({ kind: 'start'; input: Input } | { kind: 'next' | 'stop' });

/** The answer to the order of that `id`. */
export type Answer<Output> = { id: number } & ({ done: false; value: Output } | { done: true });
