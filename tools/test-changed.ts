// Implements `npm run test:changed`: what tests at once a change that is not committed yet. These are the unit tests that
// import it, the quick page tests of the features whose folders in renderer/ it touches, and the specs that it changes.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PART } from '../tests/support/test-parts.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PAGE_TESTS = 'tests/page';
/** The page tests of what the features share. */
const SHARED = 'app';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean);
const changed = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')].filter(
  (file) => existsSync(path.join(ROOT, file)),
);

/** The folder of page tests that belongs to a file of the page; undefined for any other file. */
function featureOf(file: string): string | undefined {
  const [top, feature = ''] = file.split('/');
  if (top !== 'renderer' || file.includes('.test.')) return undefined;
  return `${PAGE_TESTS}/${existsSync(path.join(ROOT, PAGE_TESTS, feature)) ? feature : SHARED}/`;
}

/** Runs a command, of a part of the tests. @returns whether it succeeded */
function run(command: string, part?: string): boolean {
  const env = { ...process.env, ...(part !== undefined && { [PART]: part }) };
  return spawnSync(command, { cwd: ROOT, shell: true, stdio: 'inherit', env }).status === 0;
}

const features = [...new Set(changed.flatMap((file) => featureOf(file) ?? []))];
const specs = changed.filter((file) => file.endsWith('.spec.ts'));

const results = [run('vitest run --changed --passWithNoTests', 'gate')];
if (features.length + specs.length > 0) results.push(run('npm run build'));
if (features.length > 0) results.push(run(`playwright test ${features.join(' ')}`, 'gate'));
if (specs.length > 0) results.push(run(`playwright test ${specs.join(' ')}`));
if (results.includes(false)) process.exitCode = 1;
