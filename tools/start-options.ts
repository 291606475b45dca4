// Parses the command line of `npm start`.

/** Ends the command with a message for the person at the terminal. */
export class StartProblem extends Error {}

/** How to start the app. */
export interface StartOptions {
  /** Undefined: `npm start` chooses. */
  readonly host: 'electron' | 'chromium' | undefined;
  readonly isHeadless: boolean;
  /** Ends with a message rather than start without a window. */
  readonly isHeaded: boolean;
  readonly debuggingPort: string | undefined;
  readonly userData: string | undefined;
  /** The given flags that only the Chromium host supports. */
  readonly chromiumOnly: readonly string[];
  /** Arguments that are not flags of `npm start`, such as files to open. */
  readonly appArguments: readonly string[];
  /** All flags except those of `npm start` alone, in the format of the Chromium host. */
  readonly hostArguments: readonly string[];
}

const FLAG =
  /^--(host|headless|headed|remote-debugging-port|user-data-dir|save-dir|test-keyring|platform|without-isolation)(?:=(.*))?$/;

/** Parses a command line. @throws StartProblem if a value is invalid. */
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
  if (flags.has('headed') && flags.has('headless')) {
    throw new StartProblem('--headed and --headless exclude each other.');
  }
  return {
    host,
    isHeadless: flags.has('headless'),
    isHeaded: flags.has('headed'),
    debuggingPort,
    userData: flags.get('user-data-dir') || undefined,
    chromiumOnly: ['save-dir', 'test-keyring', 'platform', 'without-isolation']
      .filter((name) => flags.has(name))
      .map((name) => `--${name}`),
    appArguments,
    hostArguments: args.filter((arg) => !/^--(?:host=|headed$)/.test(arg)),
  };
}
