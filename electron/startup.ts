// Everything that must be set before Electron is ready, all of it synchronous, and the end of a start that cannot
// continue.

import { url as inspectorUrl } from 'node:inspector';
import path from 'node:path';
import { app, dialog, protocol } from 'electron';
import { createTranslator } from '../shared/i18n/all.ts';
import { requireWritable } from './disk-space.ts';
import { cleanEnvironment } from './environment.ts';
import { localeFor } from './locale.ts';
import type { Log } from './log.ts';
import { createOpenedFiles, filesNamedBy, type OpenedFiles } from './opened-files.ts';
import { APP_SCHEME, closeDebugging, decideSandbox, type SandboxDecision } from './security.ts';
import { startAgainWith } from './start-again.ts';
import { userDataFolder } from './start-options.ts';

/** As in electron-builder.yml. */
const APP_ID = 'studio.relay.app';

/** The result of the preparation. */
export type Start = {
  sandbox: SandboxDecision;
  openedFiles: OpenedFiles;
  /** False if another start of the app holds the user-data folder, or if it cannot be locked. */
  isFirst: boolean;
  /** The variables that were removed from the environment. */
  removedVariables: string[];
};

/** Sets switches, scheme and folder, and takes the one-instance lock. */
export function prepareStart(): Start {
  const sandbox = decideSandbox(app, process.env, process.argv);
  const removedVariables = cleanEnvironment(process.env);
  if (sandbox === 'enable') app.enableSandbox();
  closeDebugging(app, inspectorUrl() !== undefined);
  protocol.registerSchemesAsPrivileged([
    {
      scheme: APP_SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ]);
  // Windows shows notifications only of a program with the id of its shortcut.
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  app.setPath('userData', userDataFolder(process.argv) ?? path.join(app.getPath('appData'), 'Relay Studio'));
  const openedFiles = createOpenedFiles();
  const files = filesNamedBy(process.argv, process.cwd());
  openedFiles.add(files);
  // macOS passes a file with this event, which may come before the app is ready.
  app.on('open-file', (event, file) => {
    event.preventDefault();
    openedFiles.add([file]);
  });
  // A second start passes its files to the first, at any time from now on.
  app.on('second-instance', (_event, _argv, _folder, sent) => openedFiles.addSent(sent));
  return { sandbox, openedFiles, isFirst: app.requestSingleInstanceLock({ files }), removedVariables };
}

/**
 * Ends this start: the first one has received its files. @throws if the lock was refused because its folder is not
 * writable.
 */
export async function leaveToFirst(): Promise<void> {
  const folder = app.getPath('userData');
  try {
    await requireWritable(folder);
  } catch (error) {
    const t = createTranslator(localeFor('system'));
    throw new Error(t('start.folderUnwritable', { folder, reason: String(error) }));
  }
  app.quit();
}

/** Shows why the app cannot start, and quits. */
export function reportFailedStart(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Relay Studio could not start', text);
  app.exit(1);
}

/**
 * Keeps the app running after an exception that nothing has caught, and logs it: it is a bug, but ending the app would
 * interrupt requests that are already paid for.
 */
export function logUncaught(events: Pick<NodeJS.Process, 'on'>, log: Log): void {
  events.on('uncaughtException', (error) => log.error('main.bug', error));
  events.on('unhandledRejection', (reason) => log.error('main.bug', reason));
}

/** What happens when the app is asked to end. */
export type Ending = {
  /** Whether the app may end; false if the person wants to wait. Never rejects. */
  mayQuit: () => Promise<boolean>;
  /** Called if it may not: all windows are closed by then. */
  stay: () => void;
  /** Ends everything that is running. */
  close: () => Promise<void>;
  /** Absolute paths of files that the app was given and has not opened. */
  unopened: () => readonly string[];
};

/** The end of the app, for what happens while it goes on. */
export type End = {
  /** Opens something for the person now; while the app closes it is started again afterwards instead. */
  orAfterwards: (open: () => void) => void;
  /**
   * Asks the app to end, and calls `last` when all is closed, in place of its end; not if the person decides to stay.
   * `last` is given what ends this run and starts the app again.
   */
  quitTo: (last: (startAgain: () => void) => void) => void;
};

/** Runs `close` once before the app ends, and waits for it, however often the app is asked to end meanwhile. */
export function closeBeforeQuit({ mayQuit, stay, close, unopened }: Ending): End {
  let state: 'open' | 'closing' | 'closed' = 'open';
  let isWantedAgain = false;
  let last: ((startAgain: () => void) => void) | undefined;
  const startAgain = (): void => {
    app.relaunch(startAgainWith(unopened(), process));
    app.quit();
  };
  app.on('will-quit', async (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    if (!(await mayQuit())) {
      state = 'open';
      isWantedAgain = false;
      last = undefined;
      return stay();
    }
    await close()
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => {
        state = 'closed';
        if (last) last(startAgain);
        else if (isWantedAgain) startAgain();
        else app.quit();
      });
  });
  return {
    orAfterwards(open) {
      if (state === 'open') open();
      else isWantedAgain = true;
    },
    quitTo(next) {
      last = next;
      app.quit();
    },
  };
}
