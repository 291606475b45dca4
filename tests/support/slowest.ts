// Words the slowest tests of a run.

const SHOWN = 10;

/** How long a test took. */
export type TimedTest = { name: string; file: string; durationMs: number };

/** A line for each of the slowest, the slowest first. */
export function slowestTests(tests: readonly TimedTest[]): string {
  const slowest = tests.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SHOWN);
  const lines = slowest.map(
    ({ name, file, durationMs }) => `${(durationMs / 1000).toFixed(1).padStart(7)} s  ${file} › ${name}`,
  );
  return ['Slowest tests:', ...lines].join('\n');
}
