import { expect, test, vi } from 'vitest';
import { createResultStore } from './results.ts';

test('results are kept for their lifetime; beyond the limit the oldest are dropped', () => {
  vi.useFakeTimers();
  try {
    const store = createResultStore(600_000, 100);
    const first = store.put(new Uint8Array(60), 'image/png', 'png');
    expect(first).toMatch(/^[0-9a-f-]{36}\.png$/);
    const second = store.put(new Uint8Array(40), 'image/jpeg', 'jpg');
    expect([store.get(first)?.bytes.length, store.get(second)?.mime]).toEqual([60, 'image/jpeg']);
    const third = store.put(new Uint8Array(50), 'image/png', 'png');
    expect([first, second, third].map((name) => store.get(name) !== undefined)).toEqual([false, true, true]);
    vi.advanceTimersByTime(599_999);
    expect(store.get(third)).toBeDefined();
    vi.advanceTimersByTime(1);
    expect([store.get(second), store.get(third)]).toEqual([undefined, undefined]);
    const huge = store.put(new Uint8Array(200), 'image/png', 'png');
    expect(store.get(huge)).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});
