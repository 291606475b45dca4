// Runs a program in the foreground of this one: it shares the output, signals to this process end it, and this process
// ends in the same way.

import { type ChildProcess, spawn } from 'node:child_process';

/** The program to run. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts the program in a separate process group, so that Ctrl+C in a terminal reaches it once, through this process:
 * Electron quits in order at the first SIGINT and ends immediately at a second one. Windows has neither groups nor
 * signals.
 */
export function startInForeground({ file, args, env }: Program): ChildProcess {
  return spawn(file, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' });
}
