// The host's own command line flags. The app's flags are passed through unchanged.

import { resolve } from 'node:path';

/**
 * The system's key store that the host simulates. `none`: Linux without a secret service, where Electron encrypts with
 * a password from Chromium's source; `working`; `nameless`: like `none`, but the backend has a keyring's name;
 * `locked`: responds after it has been unlocked.
 */
const KEYRINGS = ['none', 'working', 'nameless', 'locked'] as const;
export type Keyring = (typeof KEYRINGS)[number];

export interface HostOptions {
  /** Folder with the app's package.json. */
  readonly appRoot: string;
  readonly headless: boolean;
  readonly debuggingPort: number | undefined;
  /** Folder for the files of "save as" dialogs. */
  readonly saveDir: string | undefined;
  readonly keyring: Keyring;
  /** The system that the app detects; undefined for the real one. */
  readonly platform: NodeJS.Platform | undefined;
  /**
   * False: pages get no COOP and no COEP, so they are not cross-origin isolated, as in an Electron that fails to
   * isolate them.
   */
  readonly isIsolated: boolean;
  /** The arguments after the app's own path in process.argv. */
  readonly appArgs: readonly string[];
}

const PLATFORMS = ['darwin', 'linux', 'win32'] as const;
const OWN_FLAG = /^--(headless|remote-debugging-port|save-dir|test-keyring|platform|without-isolation|host)(?:=(.*))?$/;

/** Separates a command line into the host's flags (as `--name` or `--name=value`) and the app's. */
export function parseOptions(appRoot: string, args: readonly string[], cwd: string): HostOptions {
  const own = new Map<string, string>();
  const appArgs: string[] = [];
  for (const arg of args) {
    const match = OWN_FLAG.exec(arg);
    if (match?.[1]) own.set(match[1], match[2] ?? '');
    // As Electron does with Chromium's switches, so that an app can tell.
    if (!match || match[1] === 'headless') appArgs.push(arg);
  }
  const port = own.get('remote-debugging-port');
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error('--remote-debugging-port wants a number');
  const keyring = own.has('test-keyring') ? own.get('test-keyring') || 'working' : 'none';
  if (!isKeyring(keyring)) throw new Error(`--test-keyring wants one of ${KEYRINGS.join(', ')}`);
  const platform = PLATFORMS.find((one) => one === own.get('platform'));
  if (own.has('platform') && platform === undefined) throw new Error(`--platform wants one of ${PLATFORMS.join(', ')}`);
  const saveDir = own.get('save-dir');
  return {
    appRoot: resolve(appRoot),
    headless: own.has('headless'),
    debuggingPort: port === undefined ? undefined : Number(port),
    saveDir: saveDir ? resolve(cwd, saveDir) : undefined,
    keyring,
    platform,
    isIsolated: !own.has('without-isolation'),
    appArgs,
  };
}

function isKeyring(name: string): name is Keyring {
  return (KEYRINGS as readonly string[]).includes(name);
}
