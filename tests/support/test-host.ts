// Owns which host the end-to-end tests run on: decided once, before the first of them, and handed to their processes by the environment.

import path from 'node:path';
import { findChromium, NO_CHROMIUM } from '../../tools/chromium-host/index.ts';
import { findElectron } from '../../tools/find-electron.ts';
import { isObstacle } from '../../tools/obstacle.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The Electron program to test, empty for the Chromium host. */
const DECISION = 'RELAY_STUDIO_TEST_ELECTRON';
/** A build machine that starts a program for the first time may scan all of it before. */
const TRIAL_LIMIT_MS = 30_000;

/**
 * Decides as `npm start` does, except that any display will do. A package named by RELAY_STUDIO_PACKAGED is what is tested or nothing is.
 * @returns what is to be called after the last test. @throws when no host can be had.
 */
export async function decideHost(say: (line: string) => void = console.log): Promise<() => void> {
  const packaged = process.env.RELAY_STUDIO_PACKAGED || undefined;
  const electron = await findElectron({
    root: ROOT,
    displays: ['session', 'virtual'],
    insists: false,
    packaged,
    output: process.stderr,
    signal: new AbortController().signal,
    trialLimitMs: TRIAL_LIMIT_MS,
  });
  if (!isObstacle(electron)) {
    for (const [name, value] of Object.entries({ ...electron.env, [DECISION]: electron.binary })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    say('End-to-end tests run on Electron.');
    return electron.close;
  }
  const { reason, remedy } = electron;
  if (packaged !== undefined) throw new Error(`${reason}. ${remedy}`);
  if (findChromium() === undefined) throw new Error(`${reason}. ${NO_CHROMIUM}`);
  say(`End-to-end tests run on the Chromium host: ${reason}.`);
  process.env[DECISION] = '';
  return () => undefined;
}

/** Where the specs run. @throws before it is decided. */
export function hostName(): 'electron' | 'chromium' {
  return electronProgram() ? 'electron' : 'chromium';
}

/** The program to start, empty on the Chromium host. @throws before it is decided. */
export function electronProgram(): string {
  const program = process.env[DECISION];
  if (program === undefined) throw new Error('decideHost() has to be called first.');
  return program;
}
