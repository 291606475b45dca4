import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Work } from './painting/operation.ts';
import { runInParts } from './work-in-parts.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Work of a number of steps, each of which advances the clock. */
function* steps(count: number, eachMs: number): Work<string> {
  const clock = vi.spyOn(performance, 'now');
  for (let i = 1; i <= count; i++) {
    clock.mockReturnValue(i * eachMs);
    yield i / count;
  }
  return 'done';
}

function begin(work: Work<string>) {
  const onProgress = vi.fn();
  const onDone = vi.fn();
  return { running: runInParts(work, { onProgress, onDone }), onProgress, onDone };
}

test('short work is done immediately, without progress reports', () => {
  const { onProgress, onDone } = begin(steps(2, 4));
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
  expect(onProgress).not.toHaveBeenCalled();
});

test('long work lets other tasks run, and reports its progress', () => {
  const { onProgress, onDone } = begin(steps(20, 50));
  expect(onDone).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
  const shares = onProgress.mock.calls.map(([share]) => share);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('cancelled work produces no result', () => {
  const { running, onDone } = begin(steps(20, 50));
  running.cancel();
  running.finish();
  vi.runAllTimers();
  expect(onDone).not.toHaveBeenCalled();
});

test('work finished early produces its result once', () => {
  const { running, onDone } = begin(steps(20, 50));
  running.finish();
  expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
  running.finish();
  vi.runAllTimers();
  expect(onDone).toHaveBeenCalledOnce();
});
