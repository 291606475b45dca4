// Another program that has a library open.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = path.join(import.meta.dirname, 'library-owner.ts');

/** Starts a program that locks the library in a folder. `result` is what it printed; `release` ends it with kill -9. */
export async function holdLibrary(folder: string) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const result: unknown = JSON.parse(String(line));
  return { result, pid: child.pid, release: () => killed(child) };
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
