// Lists the slowest tests of a run as text.

import { availableParallelism, loadavg } from 'node:os';
import { GATE_LIMITS_MS, part } from './test-parts.ts';

const SHOWN = 10;

/** The duration of a test. */
export type TimedTest = { name: string; file: string; durationMs: number };

/** Returns a line for each of the slowest tests, the slowest first. */
export function slowestTests(tests: readonly TimedTest[]): string {
  return listed('Slowest tests:', bySlowness(tests).slice(0, SHOWN));
}

/** As many processes for each core wait in `npm test` alone; with more, others have slowed it down. */
const OWN_LOAD = 3;

/**
 * Names the tests that take too long for `npm test`; empty elsewhere, and if there are none. The limit grows with what
 * else the computer does.
 */
export function beyondGate(kind: keyof typeof GATE_LIMITS_MS, tests: readonly TimedTest[]): string {
  if (part !== 'gate') return '';
  const [, load = 0] = loadavg();
  const slowedBy = Math.max(1, load / (OWN_LOAD * availableParallelism()));
  const beyond = bySlowness(tests).filter(({ durationMs }) => durationMs > GATE_LIMITS_MS[kind] * slowedBy);
  return beyond.length === 0 ? '' : listed(`TOO SLOW for npm test: more than ${GATE_LIMITS_MS[kind] / 1000} s`, beyond);
}

const bySlowness = (tests: readonly TimedTest[]): TimedTest[] => tests.toSorted((a, b) => b.durationMs - a.durationMs);

function listed(heading: string, tests: readonly TimedTest[]): string {
  const lines = tests.map(
    ({ name, file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file} › ${name}`,
  );
  return [heading, ...lines].join('\n');
}
