// How the app is started again after its end, with the files that a start has passed while it was closing.

import path from 'node:path';
import type { RelaunchOptions } from 'electron';
import { filesNamedBy } from './opened-files.ts';

/** What a start consists of, as in `process`. */
type Started = Pick<NodeJS.Process, 'argv' | 'env' | 'execPath'>;

/**
 * Returns the options of `app.relaunch` for a start as this one, with these files in place of those it was given.
 * @param files absolute paths.
 */
export function startAgainWith(files: readonly string[], { argv, env, execPath }: Started): RelaunchOptions {
  const own = argv.slice(1).filter((argument) => filesNamedBy(['', argument], path.sep).length === 0);
  const outer = packageOf(env, execPath);
  return { args: [...own, ...files], ...(outer !== undefined && { execPath: outer }) };
}

/** The file that unpacks itself for each run, if the program is inside one: what it has unpacked is gone after the run. */
function packageOf({ APPIMAGE, APPDIR, PORTABLE_EXECUTABLE_FILE }: NodeJS.ProcessEnv, execPath: string) {
  // A program that was started by an AppImage inherits its variables.
  if (APPIMAGE && APPDIR && execPath.startsWith(`${APPDIR}${path.sep}`)) return APPIMAGE;
  return PORTABLE_EXECUTABLE_FILE || undefined;
}
