import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createSlots } from './slots.ts';
import type { TestInput } from './test-worker.ts';
import { createWorkThread, type WorkThread } from './work-thread.ts';

const open: WorkThread<TestInput, number>[] = [];
afterEach(async () => {
  for (const thread of open.splice(0)) await thread.close();
});

/** How long a thread without a job lives. */
const IDLE_MS = 60_000;

function start(maxRunning = 2, idleMs = IDLE_MS): WorkThread<TestInput, number> {
  const thread = createWorkThread<TestInput, number>(new URL('test-worker.ts', import.meta.url), maxRunning, idleMs);
  open.push(thread);
  return thread;
}

const never = new AbortController().signal;

async function all({ run }: WorkThread<TestInput, number>, input: TestInput): Promise<number[]> {
  const results: number[] = [];
  for await (const result of run(input, never)) results.push(result);
  return results;
}

test('results arrive in order, also for concurrent and waiting jobs', async () => {
  const thread = start();
  const counts = [3, 0, 5, 2, 4];
  const results = await Promise.all(counts.map((count) => all(thread, { count })));
  expect(results).toEqual(counts.map((count) => Array.from({ length: count }, (_, i) => i + 1)));
});

test.each(['throw', 'exit'] as const)(
  'a thread that dies (%s) fails its jobs, and the next job starts a new one',
  async (end) => {
    const thread = start();
    const bystander = thread.run({ count: 9 }, never);
    expect(await bystander.next()).toEqual({ done: false, value: 1 });
    await expect(all(thread, { count: 1, end })).rejects.toThrow(end === 'throw' ? 'thrown in the thread' : 'with 3');
    await expect(bystander.next()).rejects.toThrow();
    expect(await all(thread, { count: 2 })).toEqual([1, 2]);
  },
);

test('an idle thread ends and the next job starts another; one with a job to do lives on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const thread = start(2, IDLE_MS);
  const bystander = thread.run({ count: 1, end: 'threadId' }, never);
  await bystander.next();
  const idOf = async (): Promise<number | undefined> => (await all(thread, { count: 0, end: 'threadId' })).at(-1);
  const id = await idOf();
  vi.advanceTimersByTime(IDLE_MS);
  expect(await bystander.next()).toEqual({ done: false, value: id });
  await bystander.return();
  await vi.waitUntil(() => vi.getTimerCount() === 1);
  vi.advanceTimersByTime(IDLE_MS);
  expect(await idOf()).not.toBe(id);
});

test('an aborted or abandoned job frees its slot; an abort takes effect while waiting', async () => {
  const thread = start(1);
  const abort = new AbortController();
  const endless = thread.run({ count: Number.POSITIVE_INFINITY }, abort.signal);
  await endless.next();
  const waiting = new AbortController();
  const behind = thread.run({ count: 1 }, waiting.signal).next();
  waiting.abort(new Error('left the queue'));
  await expect(behind).rejects.toThrow('left the queue');
  abort.abort(new Error('gone'));
  await expect(endless.next()).rejects.toThrow('gone');
  for await (const _ of thread.run({ count: 9 }, never)) break;
  const forgotten = new AbortController();
  await thread.run({ count: 9 }, forgotten.signal).next();
  forgotten.abort();
  expect(await all(thread, { count: 1 })).toEqual([1]);
});

test('slots are assigned in the order of requests', async () => {
  const { enter } = createSlots(1);
  const order: number[] = [];
  const release = await enter(never);
  const asked = [1, 2, 3].map(async (number) => {
    const releaseSecond = await enter(never);
    order.push(number);
    releaseSecond();
  });
  release();
  await Promise.all(asked);
  expect(order).toEqual([1, 2, 3]);
});
