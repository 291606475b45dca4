// The line that says on standard output that the app can be used.

import type { AppDeps } from './handlers/app.ts';
import type { Log } from './log.ts';

/**
 * Prints the one line that outside programs wait for, and logs the state of the page, once however often the window
 * reloads.
 */
export function createReadyLine(log: Log): AppDeps['onUsable'] {
  let isPrinted = false;
  return ({ isIsolated }) => {
    if (isPrinted) return;
    isPrinted = true;
    process.stdout.write('ready\n');
    // The headers request isolation, so this Electron does not support it; the page works without shared memory.
    if (!isIsolated) log.info('page.notIsolated');
  };
}
