// Runs a program in the foreground of this one: its output is ours, a signal to us ends it, and we end as it ended.

import { type ChildProcess, spawn } from 'node:child_process';

/** What to run. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts the program in a process group of its own, so that Ctrl+C in a terminal reaches it once, through us: Electron quits in order
 * at the first SIGINT and ends on the spot at a second one. On Windows there are neither groups nor signals.
 */
export function startInForeground({ file, args, env }: Program): ChildProcess {
  return spawn(file, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' });
}
