// Lists the slowest tests of a run as text.

const SHOWN = 10;

/** The duration of a test. */
export type TimedTest = { name: string; file: string; durationMs: number };

/** Returns a line for each of the slowest tests, the slowest first. */
export function slowestTests(tests: readonly TimedTest[]): string {
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SHOWN);
  const lines = slowest.map(
    ({ name, file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file} › ${name}`,
  );
  return ['Slowest tests:', ...lines].join('\n');
}
