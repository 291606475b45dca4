// Decides which host the end-to-end tests run on: once, before the first of them, passed to their processes in the
// environment.

import path from 'node:path';
import { explain, findChromium, findElectron, isObstacle, NO_CHROMIUM } from '../../tools/electron/index.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** The Electron program to test, empty for the Chromium host. */
const DECISION = 'RELAY_STUDIO_TEST_ELECTRON';

/**
 * Decides like `npm start`, except that any display is accepted. If RELAY_STUDIO_PACKAGED names a package, nothing else
 * is tested.
 * @returns a function to call after the last test. @throws if no host is available.
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
  });
  if (!isObstacle(electron)) {
    for (const [name, value] of Object.entries({ ...electron.env, [DECISION]: electron.binary })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    say('End-to-end tests run on Electron.');
    return electron.close;
  }
  if (packaged !== undefined) throw new Error(explain(electron));
  if (findChromium({ headless: true }) === undefined) throw new Error(`${explain(electron)}\n${NO_CHROMIUM}`);
  say(`End-to-end tests run on the Chromium host: ${explain(electron)}`);
  process.env[DECISION] = '';
  return () => undefined;
}

/** The host of the specs. @throws before the decision. */
export function hostName(): 'electron' | 'chromium' {
  return electronProgram() ? 'electron' : 'chromium';
}

/** The program to start, empty on the Chromium host. @throws before the decision. */
export function electronProgram(): string {
  const program = process.env[DECISION];
  if (program === undefined) throw new Error('decideHost() has to be called first.');
  return program;
}
