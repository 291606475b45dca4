// Inserts known faults into the code, one at a time, and reports those that no test detects.
//   node tools/mutation-check.ts [--gate] [--shard=1/8] [part of a path]
// With `--gate` only those tests count that `npm test` runs; `--shard=1/8` inserts the first of every eight.

import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PART } from '../tests/support/test-parts.ts';
import { MUTATIONS, type Mutation, withFault } from './mutations.ts';

const ROOT = path.join(import.meta.dirname, '..');
const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
/** A fault that makes tests run endlessly counts as detected. */
const TEST_LIMIT_MS = 300_000;

/** The file with a fault and its original content; restored before the program ends, however it ends. */
let changed: { file: string; original: string; isBuilt: boolean } | undefined;

function restore(): void {
  if (changed === undefined) return;
  writeFileSync(changed.file, changed.original);
  // Nobody should take what was built with the fault for the app.
  if (changed.isBuilt) rmSync(path.join(ROOT, 'dist'), { recursive: true, force: true });
  changed = undefined;
}

process.on('exit', restore);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

/** Runs a script of Node. @returns whether it succeeded */
async function succeeds(options: SpawnOptions, script: string, ...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], { cwd: ROOT, ...options });
  const [code] = await once(child, 'exit');
  return code === 0;
}

const isSpec = (test: string): boolean => test.endsWith('.spec.ts');

/** Runs unit tests, and page specs over what is built for them. What the chosen part leaves out notices nothing. */
async function passes(tests: readonly string[], options: SpawnOptions): Promise<boolean> {
  const units = tests.filter((test) => !isSpec(test));
  const specs = tests.filter(isSpec);
  if (units.length > 0) {
    const vitest = [VITEST, 'run', '--bail=1', '--passWithNoTests', ...units] as const;
    if (!(await succeeds(options, ...vitest))) return false;
  }
  if (specs.length === 0) return true;
  if (!(await succeeds(options, 'tools/build.ts'))) throw new Error('The app cannot be built');
  const playwright = [PLAYWRIGHT, 'test', '--workers=1', '--max-failures=1', '--pass-with-no-tests', ...specs] as const;
  return succeeds(options, ...playwright);
}

async function isNoticed(mutation: Mutation): Promise<boolean> {
  const file = path.join(ROOT, mutation.file);
  const original = readFileSync(file, 'utf8');
  const faulty = withFault(original, mutation);
  changed = { file, original, isBuilt: mutation.tests.some(isSpec) };
  try {
    writeFileSync(file, faulty);
    return !(await passes(mutation.tests, { stdio: 'ignore', timeout: TEST_LIMIT_MS }));
  } finally {
    restore();
  }
}

const {
  values: { gate: isGate, shard },
  positionals: [only = ''],
} = parseArgs({
  options: { gate: { type: 'boolean', default: false }, shard: { type: 'string', default: '1/1' } },
  allowPositionals: true,
});
if (isGate) process.env[PART] = 'gate';
const [at = 1, count = 1] = shard.split('/').map(Number);
const chosen = MUTATIONS.filter(({ file }) => file.includes(only)).filter((_, index) => index % count === at - 1);
if (chosen.length === 0) throw new Error('No fault is chosen');
for (const mutation of chosen) withFault(readFileSync(path.join(ROOT, mutation.file), 'utf8'), mutation);
// Tests that fail without any fault would "detect" every one.
if (!(await passes([...new Set(chosen.flatMap(({ tests }) => tests))], { stdio: 'inherit' })))
  throw new Error('The tests fail without a fault');

const unnoticed: Mutation[] = [];
for (const mutation of chosen) {
  const noticed = await isNoticed(mutation);
  if (!noticed) unnoticed.push(mutation);
  console.log(`${noticed ? 'noticed  ' : 'UNNOTICED'} ${mutation.file}: ${mutation.text.replace(/\s+/g, ' ')}`);
}
console.log(`${chosen.length - unnoticed.length} of ${chosen.length} faults were noticed.`);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
