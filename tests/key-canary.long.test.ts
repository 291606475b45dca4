import { expect, it } from 'vitest';
import { findLeaks } from './support/key-canary.ts';

it('the key is nowhere, in every spelling at every place', { timeout: 600_000 }, async () => {
  expect(await findLeaks(() => true)).toEqual([]);
});
