// Owns the command line of Electron; must not know where its binary is or who starts it.

/** How Electron is to be started. */
export interface ElectronStart {
  /** Folder of the app; undefined where the program is a package and so has its app inside. */
  readonly appRoot: string | undefined;
  /** `process.getuid?.()`: undefined on Windows. */
  readonly uid: number | undefined;
  readonly userData?: string | undefined;
  readonly debuggingPort?: string | undefined;
  /** What the app finds after its own path: files to open, among others. */
  readonly appArguments?: readonly string[] | undefined;
}

/** The arguments for a start. Switches come before the app's folder, where Electron and a test driver look for them. */
export function electronArguments(start: ElectronStart): string[] {
  const { appRoot, uid, userData, debuggingPort, appArguments = [] } = start;
  return [
    // Chromium's sandbox does not work for root, and Electron then does not start without this.
    ...(uid === 0 ? ['--no-sandbox'] : []),
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(userData === undefined ? [] : [`--user-data-dir=${userData}`]),
    ...(appRoot === undefined ? [] : [appRoot]),
    ...appArguments,
  ];
}
