// Implements `npm test` after the checks: the unit tests run in one process beside the end-to-end tests, which leave a
// part of the processors idle while they wait for windows. The end-to-end tests are shown as they go, the unit tests
// when they have ended, then what needed a second try in either; fails if one of them does.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { collectFlaky } from '../tests/support/flaky.ts';
import { runInParallel } from './parallel.ts';

// Hundreds of processes of Node are started, most of them from the same files, which are then compiled once.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '../node_modules/.cache/node-compile');

collectFlaky();
// Ctrl+C in a terminal reaches the tests as well: the first one waits for what they say.
process.once('SIGINT', () => process.on('SIGINT', () => process.exit(130)));

const unit = runInParallel({ 'test:unit': 'npm run test:unit -- --maxWorkers=1' }, console.log);
const flows = spawn('npm run test:e2e', { shell: true, stdio: 'inherit' });
const [[code], isUnitFine] = await Promise.all([once(flows, 'exit'), unit]);
if (code !== 0 || !isUnitFine) process.exitCode = 1;
