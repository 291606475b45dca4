// Inserts known faults into the code, one at a time, and reports those that no unit test detects.

import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MUTATIONS, type Mutation } from './mutations.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** A fault that makes tests run endlessly counts as detected. */
const TEST_LIMIT_MS = 300_000;

/** The file with a fault and its original content; restored before the program ends, however it ends. */
let changed: { file: string; original: string } | undefined;

function restore(): void {
  if (changed) writeFileSync(changed.file, changed.original);
  changed = undefined;
}

process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Returns the source with the fault. @throws if the text does not occur exactly once in it. */
function mutated(source: string, { file, text, replacement }: Mutation): string {
  const parts = source.split(text);
  if (parts.length !== 2) throw new Error(`${file}: stands ${parts.length - 1} times instead of once: ${text}`);
  return parts.join(replacement);
}

async function passes(tests: readonly string[], stdio: StdioOptions): Promise<boolean> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', ...tests], {
    cwd: ROOT,
    stdio,
    timeout: TEST_LIMIT_MS,
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

async function isNoticed(mutation: Mutation): Promise<boolean> {
  const file = path.join(ROOT, mutation.file);
  const original = readFileSync(file, 'utf8');
  const faulty = mutated(original, mutation);
  changed = { file, original };
  try {
    writeFileSync(file, faulty);
    return !(await passes(mutation.tests, 'ignore'));
  } finally {
    restore();
  }
}

const [only = ''] = process.argv.slice(2);
const chosen = MUTATIONS.filter(({ file }) => file.includes(only));
for (const mutation of chosen) mutated(readFileSync(path.join(ROOT, mutation.file), 'utf8'), mutation);
// Tests that fail without any fault would "detect" every one.
if (!(await passes([...new Set(chosen.flatMap(({ tests }) => tests))], 'inherit')))
  throw new Error('The tests fail without a fault');

const unnoticed: Mutation[] = [];
for (const mutation of chosen) {
  const noticed = await isNoticed(mutation);
  if (!noticed) unnoticed.push(mutation);
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${mutation.file}: ${mutation.text.replace(/\s+/g, ' ')}`);
}
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} faults were noticed.`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
