import { expect, it } from 'vitest';
import { findLeaks } from './support/key-canary.ts';

// attack 26
it('the key is nowhere, wherever a relay echoes it: the raw key at every place, each spelling at some', {
  timeout: 120_000,
}, async () => {
  expect(await findLeaks((spelling, place) => spelling === 0 || (spelling + place) % 5 === 0)).toEqual([]);
});
