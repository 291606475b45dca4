// Owns the host's own command line flags; must not know the app's flags, which pass through untouched.

import { resolve } from 'node:path';

export interface HostOptions {
  /** Folder with the app's package.json. */
  readonly appRoot: string;
  readonly headless: boolean;
  readonly debuggingPort: number | undefined;
  /** Where "save as" dialogs put files. */
  readonly saveDir: string | undefined;
  readonly testKeyring: boolean;
  /** False: pages get no COOP and no COEP, so that they are not cross-origin isolated, as on an Electron that fails to isolate them. */
  readonly isIsolated: boolean;
  /** What the app sees after its own path in process.argv. */
  readonly appArgs: readonly string[];
}

const OWN_FLAG = /^--(headless|remote-debugging-port|save-dir|test-keyring|without-isolation|host)(?:=(.*))?$/;

/** Splits a command line into the host's flags (as `--name` or `--name=value`) and the app's. */
export function parseOptions(appRoot: string, args: readonly string[], cwd: string): HostOptions {
  const own = new Map<string, string>();
  const appArgs: string[] = [];
  for (const arg of args) {
    const match = OWN_FLAG.exec(arg);
    if (match?.[1]) own.set(match[1], match[2] ?? '');
    else appArgs.push(arg);
  }
  const port = own.get('remote-debugging-port');
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error('--remote-debugging-port wants a number');
  const saveDir = own.get('save-dir');
  return {
    appRoot: resolve(appRoot),
    headless: own.has('headless'),
    debuggingPort: port === undefined ? undefined : Number(port),
    saveDir: saveDir ? resolve(cwd, saveDir) : undefined,
    testKeyring: own.has('test-keyring'),
    isIsolated: !own.has('without-isolation'),
    appArgs,
  };
}
