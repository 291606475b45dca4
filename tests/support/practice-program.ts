// The practice relay as a separate process, started from its sources or built.

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const ROOT = path.join(import.meta.dirname, '../..');

/** The program built by `npm run build`. */
export const BUILT_RELAY = 'dist/practice-relay/main.js';

export type PracticeProgram = {
  base: string;
  child: ChildProcessByStdio<null, Readable, Readable>;
  /** Its complete stderr so far: empty, unless it has a bug. */
  stderr: () => string;
  stop: () => Promise<void>;
};

/**
 * Starts the program. @param program relative to the root of the repository. @param environment variables in addition
 * to those of this process.
 */
export async function startPracticeProgram(
  args: readonly string[] = [],
  program = 'practice-relay/main.ts',
  environment: NodeJS.ProcessEnv = {},
): Promise<PracticeProgram> {
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => {
      throw new Error(`The practice relay did not start: ${stderr}`);
    }),
  ])) as [string];
  return {
    base: line.replace('listening on ', ''),
    child,
    stderr: () => stderr,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
