// Main's own parts in the process of a page test, without Electron, a window, a thread or a process of their own: over
// real SQLite and files in a folder that ends with the test. What the page asks and is told is validated by the contract.

import { EventEmitter } from 'node:events';
import path from 'node:path';
import type { IpcMain, WebContents } from 'electron';
import type { AppWindow } from '../../../electron/app-window.ts';
import { composeTransfers } from '../../../electron/compose/transfers.ts';
import { composeStudio, type Studio } from '../../../electron/compose.ts';
import { createEmitter, type Emit, serveRequests } from '../../../electron/ipc.ts';
import { openLog } from '../../../electron/log.ts';
import { createOpenedFiles } from '../../../electron/opened-files.ts';
import type { PracticeProcess } from '../../../electron/practice-process.ts';
import { APP_ORIGIN } from '../../../electron/security.ts';
import { openKeyVault } from '../../../electron/settings/key-vault.ts';
import { openSettingsFile } from '../../../electron/settings/settings-file.ts';
import { libraryFolder } from '../../../electron/storage.ts';
import { createStudioHost, type StudioHost } from '../../../electron/studio-host.ts';
import type { Transfers } from '../../../electron/transfers.ts';
import type { EventEnvelope } from '../../../shared/contract/index.ts';
import { startInThisThread } from '../../support/test-database.ts';
import { desktop } from './electron.ts';

/** What a page reaches of main. */
export type PageStudio = {
  /** Answers a request of the page, as `ipcRenderer.invoke`. */
  request: (route: unknown, input: unknown) => Promise<unknown>;
  /** Answers a request for the page's scheme. */
  serveFile: Studio['serveFile'];
  /** Tells the page an event, as main does. */
  emit: Emit;
  /** Opens files as the desktop does. */
  openFiles: (paths: readonly string[]) => void;
  close: () => Promise<void>;
};

export { desktop };

/** What a studio is opened with. */
export type StudioOptions = {
  /** Folder of the built app. */
  dist: string;
  userData: string;
  /** Address and key of the practice relay. */
  practice: { baseUrl: string; key: string };
  /** Sends an event to the page. */
  send: (envelope: EventEnvelope) => void;
  /** Loads the page again. */
  reload: () => void;
};

/** A system without a key store: keys are kept until the test ends. */
const NO_KEY_STORE = {
  isAsyncEncryptionAvailable: async () => false,
  encryptStringAsync: () => Promise.reject(new Error('There is no key store.')),
  decryptStringAsync: () => Promise.reject(new Error('There is no key store.')),
};

/** Opens the studio of a user-data folder, as main does at its start. */
export async function openStudio({ dist, userData, practice, send, reload }: StudioOptions): Promise<PageStudio> {
  const report = (error: unknown): void => studio?.onWriteFailed(error);
  const log = openLog(path.join(userData, 'logs'), (line) => line);
  const vault = openKeyVault(path.join(userData, 'keys.json'), NO_KEY_STORE, process.platform, report);
  const settings = await openSettingsFile(path.join(userData, 'settings.json'), report);
  const contents = webContents(send);
  const window = hiddenWindow(contents, reload);
  const emit = createEmitter(() => contents);
  const openedFiles = createOpenedFiles();
  const foundation = { userData, log, vault, settings };
  const first = { place: { folder: libraryFolder(userData), previous: null }, ownership: unshared() };
  const transfers: Transfers = composeTransfers({ ...foundation, window, emit, host: () => host });
  let studio: Studio | undefined;
  const host: StudioHost = createStudioHost({
    ...foundation,
    first,
    lock: async () => ({ kind: 'owned', ownership: unshared() }),
    compose(library) {
      studio = composeStudio({
        ...foundation,
        ...library,
        dist,
        window,
        openedFiles,
        emit,
        transfers,
        startDatabase: startInThisThread,
        startPractice: () => runningRelay(practice),
        printReady: () => undefined,
        quitTo: () => undefined,
      });
      return studio;
    },
    onOther: reload,
  });
  openedFiles.onArrived(() => host.current().onFilesOpened());
  const request = serveOver(contents, host, log);
  host.current().applySettings();
  await host.current().resume();
  return {
    request,
    serveFile: (asked) => host.current().serveFile(asked),
    emit,
    openFiles: openedFiles.add,
    async close() {
      await transfers.close();
      await host.close();
    },
  };
}

/** The library of a test is nobody else's. */
const unshared = () => ({
  lost: new Promise<never>(() => undefined),
  quarantined: [],
  release: async () => undefined,
});

/** A relay that runs as long as the test. */
function runningRelay(address: StudioOptions['practice']): PracticeProcess {
  return {
    state: () => 'running',
    address: () => address,
    whenRunning: async () => address,
    restart: () => undefined,
    stop: () => undefined,
  };
}

const FRAME = { origin: APP_ORIGIN };

function webContents(send: StudioOptions['send']): WebContents {
  const contents = {
    mainFrame: FRAME,
    isDestroyed: () => false,
    send: (_channel: string, envelope: EventEnvelope) => send(envelope),
    setZoomFactor: () => undefined,
  };
  return Object.assign(new EventEmitter(), contents) as unknown as WebContents;
}

function hiddenWindow(contents: WebContents, reload: () => void): AppWindow {
  return {
    current: () => undefined,
    contents: () => contents,
    isFocused: () => true,
    focus: () => undefined,
    showRunning: () => undefined,
    reload,
    startDrag: () => undefined,
    open: async () => undefined,
  };
}

/** Serves the routes, and returns what calls them as the page's frame does. */
function serveOver(contents: WebContents, host: StudioHost, log: ReturnType<typeof openLog>): PageStudio['request'] {
  type Handler = (event: unknown, ...args: unknown[]) => Promise<unknown>;
  let handler: Handler | undefined;
  const ipcMain = {
    handle(_channel: string, listener: Handler) {
      handler = listener;
    },
  } as unknown as IpcMain;
  serveRequests(
    ipcMain,
    () => contents,
    host.handlers,
    log,
    () => host.current().onStorageFailed(),
  );
  return async (route, input) => handler?.({ senderFrame: FRAME }, route, input);
}
