// Starts the main process, step by step. There is no top-level await: with one, Electron would never become ready.

import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron';
import { type AppWindow, createAppWindow } from './app-window.ts';
import { composeStudio, type Studio } from './compose.ts';
import { openFoundation } from './foundation.ts';
import { serveRequests } from './ipc.ts';
import { APP_SCHEME, NO_SANDBOX, restrictContents, restrictSession } from './security.ts';
import { closeBeforeQuit, leaveToFirst, prepareStart, reportFailedStart } from './startup.ts';

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
  const { log } = foundation;
  if (sandbox === 'leave') log.info('app.unsandboxed', { by: '--no-sandbox' });
  if (removedVariables.length > 0) log.info('environment.removed', { names: removedVariables.join(' ') });
  const window = createAppWindow(dist, foundation.settings, log);
  const studio = composeStudio({ ...foundation, dist, window, openedFiles });
  // What fails before is found when the storage is opened.
  foundation.reportWritesTo(studio.onWriteFailed);
  restrictSession(session.defaultSession);
  restrictContents(app, (what) => log.info('page.denied', { what }));
  protocol.handle(APP_SCHEME, studio.serveFile);
  serveRequests(ipcMain, window.contents, studio.handlers, log, studio.onStorageFailed);
  studio.applySettings();
  await studio.resume();
  await showWindow(window, studio);
}

/** Shows the window, now and whenever the system asks for it. */
async function showWindow(window: AppWindow, studio: Studio): Promise<void> {
  const show = () => window.open(studio.refreshDesktop);
  const showIfClosed = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) show().catch(reportFailedStart);
  };
  closeBeforeQuit({ mayQuit: studio.mayQuit, stay: showIfClosed, close: studio.close });
  app.on('second-instance', window.focus);
  app.on('activate', showIfClosed);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const shown = show();
  // The page asks for files that arrived earlier when it opens.
  openedFiles.onArrived(() => {
    studio.onFilesOpened();
    showIfClosed();
  });
  await shown;
}
