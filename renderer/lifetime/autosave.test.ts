import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { autosave } from './autosave.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving', () => {
  test('a burst of changes is saved once', async () => {
    const save = vi.fn(async () => undefined);
    const saver = autosave(save);
    for (let i = 0; i < 10; i++) {
      saver.soon();
      await vi.advanceTimersByTimeAsync(30);
    }
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledOnce();
  });

  test('during changes without end, each is saved within a second', async () => {
    let state = 0;
    let saved = 0;
    const saver = autosave(async () => {
      saved = state;
    });
    const changesIn1s = 20;
    for (let i = 0; i < 200; i++) {
      state += 1;
      saver.soon();
      await vi.advanceTimersByTimeAsync(1000 / changesIn1s);
      expect(state - saved).toBeLessThan(changesIn1s);
    }
  });

  test('a slow save is not overtaken, and the latest state follows it', async () => {
    const saves: PromiseWithResolvers<void>[] = [];
    const save = vi.fn(() => {
      const one = Promise.withResolvers<void>();
      saves.push(one);
      return one.promise;
    });
    const saver = autosave(save);
    saver.soon();
    await vi.advanceTimersByTimeAsync(300);
    saver.soon();
    await vi.advanceTimersByTimeAsync(5000);
    expect(save).toHaveBeenCalledTimes(1);
    saves[0]?.resolve();
    await vi.advanceTimersByTimeAsync(300);
    expect(save).toHaveBeenCalledTimes(2);
  });

  test('when the window closes, what has changed is saved at once, even during a save', async () => {
    const save = vi.fn(() => new Promise<void>(() => undefined));
    const saver = autosave(save);
    void saver.now();
    expect(save).not.toHaveBeenCalled();
    saver.soon();
    void saver.now();
    saver.soon();
    void saver.now();
    expect(save).toHaveBeenCalledTimes(2);
  });
});
