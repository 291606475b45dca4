// A worker for the tests of threads: counts, fails or ends as its input says.

import { setImmediate } from 'node:timers/promises';
import { serveJobs } from './serve-jobs.ts';

/** `count` from 1; then `end` as said. */
export type TestInput = { count: number; end?: 'throw' | 'exit' };

serveJobs<TestInput, number>(async function* ({ count, end }, signal) {
  for (let i = 1; i <= count; i++) {
    await setImmediate();
    signal.throwIfAborted();
    yield i;
  }
  if (end === 'throw') throw new Error('thrown in the thread');
  if (end === 'exit') process.exit(3);
});
