// `npm run fuzz -- [minutes] [name…]`: tries every parser, or those named, with other inputs each time. An input that
// breaks one is made as small as possible and kept in the corpus, which `npm test` reads.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { inputsFor } from './inputs.ts';
import { corpusFolder, TARGETS, type TargetName } from './targets.ts';

const DEFAULT_MINUTES = 10;
const RUNS_AT_ONCE = 1000;
/** An input of a few kilobytes that takes more processor time is a bug; a clock would blame it for a busy machine. */
const MAX_RUN_MS = 2000;

const [first = '', ...rest] = process.argv.slice(2);
const minutes = Number(first) || DEFAULT_MINUTES;
const asked = Number(first) ? rest : [first, ...rest].filter((name) => name !== '');
const names = (Object.keys(TARGETS) as TargetName[]).filter((name) => asked.length === 0 || asked.includes(name));
if (names.length === 0) throw new Error(`There is no such parser. There are: ${Object.keys(TARGETS).join(', ')}`);

for (const name of names) await fuzz(name);

async function fuzz(name: TargetName): Promise<void> {
  const endMs = Date.now() + minutes * 60_000;
  const property = fc.asyncProperty(inputsFor(name), async (input) => {
    const before = process.cpuUsage();
    await TARGETS[name](input);
    const { user, system } = process.cpuUsage(before);
    const usedMs = (user + system) / 1000;
    if (usedMs > MAX_RUN_MS) throw new Error(`It took ${Math.round(usedMs)} ms for ${input.length} bytes.`);
  });
  while (Date.now() < endMs) {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const found = await fc.check(property, {
      seed,
      numRuns: RUNS_AT_ONCE,
      interruptAfterTimeLimit: endMs - Date.now(),
    });
    if (!found.failed || found.counterexample === null) continue;
    const [input] = found.counterexample;
    const file = path.join(corpusFolder(name), createHash('sha256').update(input).digest('hex').slice(0, 12));
    mkdirSync(corpusFolder(name), { recursive: true });
    writeFileSync(file, input);
    process.exitCode = 1;
    console.log(`${name}: broken with seed ${seed}; kept as ${file}\n${String(found.errorInstance)}`);
    return;
  }
  console.log(`${name}: nothing found in ${minutes} minutes`);
}
