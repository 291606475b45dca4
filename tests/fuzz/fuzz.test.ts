import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputsFor, readCorpus } from './inputs.ts';
import { TARGETS, type TargetName } from './targets.ts';

const NAMES = Object.keys(TARGETS) as TargetName[];
/** The same inputs each time; `npm run fuzz` tries others. */
const SEED = 20_261_123;

describe.each(NAMES)('%s', (name) => {
  const cases = readCorpus(name);
  it.each(cases.map((one) => [one.name, one.bytes] as const))('reads %s', async (_name, bytes) => {
    await TARGETS[name](bytes);
  });

  it('reads whatever comes', async () => {
    expect(cases.length).toBeGreaterThan(0);
    const property = fc.asyncProperty(inputsFor(name), async (input) => {
      await TARGETS[name](input);
    });
    await fc.assert(property, { seed: SEED, numRuns: 200 });
  });
});
