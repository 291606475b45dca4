// Lists the slowest tests of a run as text.

import { GATE_LIMITS_MS, part } from './test-parts.ts';

const SHOWN = 10;

/** The duration of a test. */
export type TimedTest = { name: string; file: string; durationMs: number };

/** Returns a line for each of the slowest tests, the slowest first. */
export function slowestTests(tests: readonly TimedTest[]): string {
  return listed('Slowest tests:', bySlowness(tests).slice(0, SHOWN));
}

/** Names the tests that take too long for `npm test`; empty elsewhere, and if there are none. */
export function beyondGate(kind: keyof typeof GATE_LIMITS_MS, tests: readonly TimedTest[]): string {
  if (part !== 'gate') return '';
  const beyond = bySlowness(tests).filter(({ durationMs }) => durationMs > GATE_LIMITS_MS[kind]);
  return beyond.length === 0 ? '' : listed(`TOO SLOW for npm test: more than ${GATE_LIMITS_MS[kind] / 1000} s`, beyond);
}

const bySlowness = (tests: readonly TimedTest[]): TimedTest[] => tests.toSorted((a, b) => b.durationMs - a.durationMs);

function listed(heading: string, tests: readonly TimedTest[]): string {
  const lines = tests.map(
    ({ name, file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file} › ${name}`,
  );
  return [heading, ...lines].join('\n');
}
