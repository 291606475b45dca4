// Starts the main process, step by step. There is no top-level await: with one, Electron would never become ready.

import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';
import { type AppWindow, createAppWindow } from './app-window.ts';
import { composeTransfers } from './compose/transfers.ts';
import { composeStudio } from './compose.ts';
import { databaseThread } from './database/database-thread.ts';
import { openFoundation } from './foundation.ts';
import { createEmitter, serveRequests } from './ipc.ts';
import { startPracticeRelay } from './practice-process.ts';
import { createReadyLine } from './ready-line.ts';
import { APP_SCHEME, NO_SANDBOX, restrictContents, restrictSession } from './security.ts';
import { closeBeforeQuit, type End, leaveToFirst, prepareStart, reportFailedStart } from './startup.ts';
import { createStudioHost, type StudioHost } from './studio-host.ts';
import type { Transfers } from './transfers.ts';

const dist = path.join(import.meta.dirname, '..');
const { sandbox, openedFiles, isFirst, removedVariables } = prepareStart();
app
  .whenReady()
  .then(isFirst ? boot : leaveToFirst)
  .catch(reportFailedStart);

async function boot(): Promise<void> {
  if (sandbox === 'refuse') throw new Error(NO_SANDBOX);
  const foundation = await openFoundation();
  if (!foundation) return;
  const { log, place } = foundation;
  if (sandbox === 'leave') log.info('app.unsandboxed', { by: '--no-sandbox' });
  if (removedVariables.length > 0) log.info('environment.removed', { names: removedVariables.join(' ') });
  const window = createAppWindow(dist, foundation.settings, log);
  const emit = createEmitter(window.contents);
  const transfers: Transfers = composeTransfers({ ...foundation, window, emit, host: () => host });
  const host: StudioHost = createStudioHost({
    ...foundation,
    first: foundation,
    compose(library) {
      const studio = composeStudio({
        ...foundation,
        ...library,
        dist,
        window,
        openedFiles,
        emit,
        transfers,
        startDatabase: databaseThread,
        startPractice: (onState) => startPracticeRelay(path.join(dist, 'practice-relay', 'main.js'), onState, log),
        printReady: createReadyLine(log),
        quitTo: (last) => end.quitTo(last),
      });
      // What fails before is found when the storage is opened.
      foundation.reportWritesTo(studio.onWriteFailed);
      return studio;
    },
    onOther: window.reload,
  });
  restrictSession(session.defaultSession);
  restrictContents(app, (what) => log.info('page.denied', { what }));
  protocol.handle(APP_SCHEME, (request) => host.current().serveFile(request));
  serveRequests(ipcMain, window.contents, host.handlers, log, () => host.current().onStorageFailed());
  host.current().applySettings();
  await host.current().resume();
  if (place.previous !== null) transfers.clear(place.previous);
  const { end, shown } = showWindow(window, host, transfers);
  await shown;
}

/** Shows the window, now and whenever the system asks for it. `shown` resolves when its document has loaded. */
function showWindow(window: AppWindow, host: StudioHost, transfers: Transfers): { end: End; shown: Promise<void> } {
  const show = () => window.open(() => host.current().refreshDesktop());
  const showIfClosed = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) show().catch(reportFailedStart);
  };
  const end = closeBeforeQuit({
    mayQuit: () => host.current().mayQuit(),
    stay: showIfClosed,
    async close() {
      await transfers.close();
      await host.close();
    },
    unopened: openedFiles.waiting,
  });
  app.on('second-instance', () => end.orAfterwards(window.focus));
  app.on('activate', () => end.orAfterwards(showIfClosed));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const shown = show();
  // The page asks for files that arrived earlier when it opens.
  openedFiles.onArrived(() => {
    end.orAfterwards(() => {
      host.current().onFilesOpened();
      showIfClosed();
    });
  });
  return { end, shown };
}
