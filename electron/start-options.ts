// The command-line switches the app itself understands.

import path from 'node:path';

/** The folder given by `--user-data-dir=DIR`, absolute; undefined when none was given. */
export function userDataFolder(argv: readonly string[]): string | undefined {
  const prefix = '--user-data-dir=';
  const value = argv.find((argument) => argument.startsWith(prefix))?.slice(prefix.length);
  return value ? path.resolve(value) : undefined;
}
