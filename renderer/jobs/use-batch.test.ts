import { expect, it } from 'vitest';
import { secondsLeft } from './use-batch.ts';

it('the time left follows from what has ended', () => {
  const batch = { count: 21, sinceMs: 1000 };
  expect(secondsLeft({ ...batch, doneCount: 1 }, 3000)).toBeNull();
  expect(secondsLeft({ ...batch, doneCount: 3 }, 7000)).toBe(36);
  expect(secondsLeft({ ...batch, doneCount: 20 }, 41_000)).toBe(2);
});
