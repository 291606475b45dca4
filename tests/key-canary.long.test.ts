import { expect, it } from 'vitest';
import { findLeaks } from './support/key-canary.ts';

// attack 26, attack 48
it('the key is nowhere, in every spelling at every place', { timeout: 600_000 }, async () => {
  expect(await findLeaks(() => true)).toEqual([]);
});
