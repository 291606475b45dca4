// Owns what `npm start` accepts on its command line; must not know what is done with it.

/** Ends the command with a sentence for the person at the terminal. */
export class StartProblem extends Error {}

/** How the app is wanted. */
export interface StartOptions {
  /** Undefined leaves the choice to us. */
  readonly host: 'electron' | 'chromium' | undefined;
  readonly isHeadless: boolean;
  readonly debuggingPort: string | undefined;
  readonly userData: string | undefined;
  /** The flags given that only the Chromium host has. */
  readonly chromiumOnly: readonly string[];
  /** What is none of ours, such as files to open. */
  readonly appArguments: readonly string[];
  /** All but the choice of host, as the Chromium host takes them. */
  readonly hostArguments: readonly string[];
}

const FLAG =
  /^--(host|headless|remote-debugging-port|user-data-dir|save-dir|test-keyring|platform|without-isolation)(?:=(.*))?$/;

/** Reads a command line. @throws StartProblem when a value is not what it should be. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const flags = new Map<string, string>();
  const appArguments: string[] = [];
  for (const arg of args) {
    const [, name, value = ''] = FLAG.exec(arg) ?? [];
    if (name === undefined) appArguments.push(arg);
    else flags.set(name, value);
  }
  const host = flags.get('host');
  if (host !== undefined && host !== 'electron' && host !== 'chromium') {
    throw new StartProblem('--host wants electron or chromium.');
  }
  const debuggingPort = flags.get('remote-debugging-port');
  if (debuggingPort !== undefined && !/^\d{1,5}$/.test(debuggingPort)) {
    throw new StartProblem('--remote-debugging-port wants a number.');
  }
  return {
    host,
    isHeadless: flags.has('headless'),
    debuggingPort,
    userData: flags.get('user-data-dir') || undefined,
    chromiumOnly: ['save-dir', 'test-keyring', 'platform', 'without-isolation']
      .filter((name) => flags.has(name))
      .map((name) => `--${name}`),
    appArguments,
    hostArguments: args.filter((arg) => !arg.startsWith('--host=')),
  };
}
