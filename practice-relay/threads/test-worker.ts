// A worker for the tests of threads: counts, throws or exits as its input requires.

import { setImmediate } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { serveJobs } from './serve-jobs.ts';

/** Emits the numbers from 1 to `count`, then its thread's id or an end as `end` requires. */
export type TestInput = { count: number; end?: 'throw' | 'exit' | 'threadId' };

serveJobs<TestInput, number>(async function* ({ count, end }, signal) {
  for (let i = 1; i <= count; i++) {
    await setImmediate();
    signal.throwIfAborted();
    yield i;
  }
  if (end === 'threadId') yield threadId;
  if (end === 'throw') throw new Error('thrown in the thread');
  if (end === 'exit') process.exit(3);
});
