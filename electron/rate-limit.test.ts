import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

it('allows three times in any minute', () => {
  let time = 0;
  const isAllowed = createRateLimit({ most: 3, periodMs: 60_000 }, () => time);
  const at = (seconds: number) => {
    time = seconds * 1000;
    return isAllowed();
  };
  expect([at(0), at(1), at(30), at(31), at(59)]).toEqual([true, true, true, false, false]);
  expect([at(60), at(60.5), at(61), at(62)]).toEqual([true, false, true, false]);
});
