// Implements `npm test`, the gate, and with `--all` also what `npm run test:all` adds to it; `--shard=1/2` runs the first
// half of the tests. Checks and unit tests run one after another in one lane, the specs in another, since they leave a
// part of the processors idle while they wait for windows. The specs are shown as they go, the others as they end, and
// last what needed a second try.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { collectFlaky } from '../tests/support/flaky.ts';
import { PART } from '../tests/support/test-parts.ts';
import { runInParallel } from './parallel.ts';

// Hundreds of processes of Node are started, most of them from the same files, which are then compiled once.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/node-compile');

collectFlaky();
// Ctrl+C in a terminal reaches the tests as well: the first one waits for what they say.
process.once('SIGINT', () => process.on('SIGINT', () => process.exit(130)));

const shard = process.argv.filter((argument) => argument.startsWith('--shard=')).join('');
const UNITS = `test:unit -- --maxWorkers=1 ${shard}`.trimEnd();
/** The scripts of package.json that each part runs: the app that the gate has built is that of the rest. */
const PARTS = {
  gate: { lane: ['check', UNITS], specs: 'test:e2e' },
  // The benchmarks read the memory of processes as Linux tells it.
  rest: { lane: ['test:own', ...(process.platform === 'linux' ? ['test:bench'] : []), UNITS], specs: 'test:specs' },
} as const;

/** Runs everything of a part, whether or not something fails. @returns whether all succeeded */
async function run(part: keyof typeof PARTS): Promise<boolean> {
  process.env[PART] = part;
  const { lane, specs } = PARTS[part];
  const flows = spawn(`npm run ${specs} -- ${shard}`, { shell: true, stdio: 'inherit' });
  const ended = once(flows, 'exit');
  let isFine = true;
  for (const script of lane) isFine = (await runInParallel({ [script]: `npm run ${script}` }, console.log)) && isFine;
  const [code] = await ended;
  return isFine && code === 0;
}

const isGateFine = await run('gate');
const isRestFine = !process.argv.includes('--all') || (await run('rest'));
if (!isGateFine || !isRestFine) process.exitCode = 1;
