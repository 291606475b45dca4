// Parses the app's own command-line switches.

import path from 'node:path';

/** Whether the app runs without a display, so that nobody can be asked anything. */
export function isHeadless(argv: readonly string[]): boolean {
  return argv.includes('--headless');
}

/** Returns the folder given by `--user-data-dir=DIR` as an absolute path; undefined if the switch is missing. */
export function userDataFolder(argv: readonly string[]): string | undefined {
  const prefix = '--user-data-dir=';
  const value = argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
  return value ? path.resolve(value) : undefined;
}
