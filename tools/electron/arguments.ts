// Builds the command line of Electron. Independent of where its binary is and of who starts it.

/** The options of a start. */
export interface ElectronStart {
  /** Folder of the app; undefined if the program is a package, which contains its app. */
  readonly appRoot: string | undefined;
  /** `process.getuid?.()`: undefined on Windows. */
  readonly uid: number | undefined;
  readonly userData?: string | undefined;
  readonly debuggingPort?: string | undefined;
  /** The arguments after the app's own path, such as files to open. */
  readonly appArguments?: readonly string[] | undefined;
}

/**
 * Returns the arguments of a start. Switches come before the app's folder, where Electron and a test driver expect
 * them.
 */
export function electronArguments(start: ElectronStart): string[] {
  const { appRoot, uid, userData, debuggingPort, appArguments = [] } = start;
  return [
    // Chromium's sandbox does not work as root, and without this switch Electron does not start.
    ...(uid === 0 ? ['--no-sandbox'] : []),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(userData === undefined ? [] : [`--user-data-dir=${userData}`]),
    ...(appRoot === undefined ? [] : [appRoot]),
    ...appArguments,
  ];
}
