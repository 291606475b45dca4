// The benchmarks and the tests with foreign clients have packages of their own: those are large, and nothing else needs
// them. They are installed when they are first used.
//
//   node tools/own-packages.ts            installs all of them and checks their types
//   node tools/own-packages.ts FOLDER…    installs those of some folders, before a program imports them

import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** The folders, from the root of the project. */
export const OWN_PACKAGES = ['tools/bench', 'tests/foreign'] as const;

/** Installs the packages of a folder, unless those of its lockfile are there already. @throws Error if npm fails. */
function installOwnPackages(folder: (typeof OWN_PACKAGES)[number]): void {
  const place = path.join(ROOT, folder);
  // npm writes it last.
  const installed = path.join(place, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(path.join(place, 'package-lock.json')).mtimeMs)
    return;
  console.log(`Installing the packages of ${folder}…`);
  run('npm ci', place);
}

function run(command: string, cwd: string): void {
  const { status } = spawnSync(command, { cwd, shell: true, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command}" failed in ${cwd}.`);
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  for (const folder of OWN_PACKAGES) {
    if (named.length > 0 && !named.includes(folder)) continue;
    installOwnPackages(folder);
    if (named.length === 0) run(`npx tsc -p ${folder}`, ROOT);
  }
}
