import { describe, expect, it } from 'vitest';
import { createCheckpoint, NO_CHECKPOINT } from './checkpoint.ts';

describe('waiting for work elsewhere', () => {
  it('returns or throws what that does', async () => {
    const { waitFor } = createCheckpoint(new AbortController().signal);
    const discarded: number[] = [];
    for (const wait of [waitFor, NO_CHECKPOINT.waitFor]) {
      expect(await wait(Promise.resolve(7), (late) => discarded.push(late))).toBe(7);
      await expect(wait(Promise.reject(new Error('broken')), () => undefined)).rejects.toThrow('broken');
    }
    expect(discarded).toEqual([]);
  });

  it('ends at once when aborted, and discards what still comes', async () => {
    const stop = new AbortController();
    const { waitFor } = createCheckpoint(stop.signal);
    const discarded: number[] = [];
    const discard = (late: number): unknown => discarded.push(late);
    const first = Promise.withResolvers<number>();
    const failing = Promise.withResolvers<number>();
    const waits = [first, failing].map(({ promise }) => waitFor(promise, discard));
    stop.abort();
    for (const wait of [...waits, waitFor(Promise.resolve(2), discard)])
      await expect(wait).rejects.toBe(stop.signal.reason);
    first.resolve(1);
    failing.reject(new Error('late'));
    await Promise.allSettled([first.promise, failing.promise]);
    expect(discarded.toSorted()).toEqual([1, 2]);
  });
});
