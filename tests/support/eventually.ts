// Waiting in unit tests for what happens soon.

import { vi } from 'vitest';

/** Generous, because other tests keep the processors busy: the limit is reached by what hangs. */
const LIMIT_MS = 30_000;

/** Calls `check` until it no longer throws, and returns its value. @throws its last exception after 30 s. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, LIMIT_MS);
}
