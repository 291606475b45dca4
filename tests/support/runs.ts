// How often properties are tried.

import { part } from './test-parts.ts';

/** Fewer find too little. */
const LEAST = 5;

/**
 * How often a property is tried: `count` times, and a tenth of it by `npm test`, which has to be quick; `npm run test:all`
 * makes up for it.
 */
export function runs(count: number): number {
  return part === 'gate' ? Math.max(LEAST, Math.ceil(count / 10)) : count;
}
