// Starts the main process, step by step. There is no top-level await: with one, Electron would never become ready.

import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, safeStorage, session } from 'electron';
import { createAppWindow } from './app-window.ts';
import { composeStudio, type Studio } from './compose.ts';
import { serveRequests } from './ipc.ts';
import { localeFor } from './locale.ts';
import { ignoreStderrFailures, openLog } from './log.ts';
import { lockLibrary } from './ownership/lock-library.ts';
import { askAboutOwner, endDeclinedStart, refuseStart } from './ownership/owner-dialogs.ts';
import { redactKey } from './relay/redact.ts';
import { APP_SCHEME, NO_SANDBOX, restrictContents, restrictSession } from './security.ts';
import { openKeyVault } from './settings/key-vault.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { closeBeforeQuit, leaveToFirst, logUncaught, prepareStart, reportFailedStart } from './startup.ts';
import { libraryFolder } from './storage.ts';

const dist = path.join(import.meta.dirname, '..');
const { sandbox, openedFiles, isFirst } = prepareStart();
app
  .whenReady()
  .then(isFirst ? boot : leaveToFirst)
  .catch(reportFailedStart);

async function boot(): Promise<void> {
  ignoreStderrFailures();
  if (sandbox === 'refuse') throw new Error(NO_SANDBOX);
  const userData = app.getPath('userData');
  let studio: Studio | undefined;
  // What fails before the storage is open is found when it opens.
  const onWriteFailed = (error: unknown): void =>
    studio ? studio.onWriteFailed(error) : log.error('storage.failed', error);
  const vault = openKeyVault(path.join(userData, 'keys.json'), safeStorage, process.platform, onWriteFailed);
  const log = openLog(path.join(userData, 'logs'), (line) => vault.keys().reduce(redactKey, line));
  logUncaught(process, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  const settings = await openSettingsFile(path.join(userData, 'settings.json'), onWriteFailed);
  const topic = { folder: libraryFolder(userData), locale: localeFor(settings.current().language) };
  const locked = await lockLibrary(topic.folder, {
    version: app.getVersion(),
    ask: (owner, signal) => askAboutOwner(owner, topic, signal),
  });
  if (locked.kind === 'inUse') return refuseStart(locked.owner, topic);
  if (locked.kind === 'declined') return endDeclinedStart(locked.owner, topic);
  const window = createAppWindow(dist, settings, log);
  const { ownership } = locked;
  const composed = composeStudio({ userData, dist, log, vault, settings, window, openedFiles, ownership });
  studio = composed;

  restrictSession(session.defaultSession);
  restrictContents(app, (what) => log.info('page.denied', { what }));
  protocol.handle(APP_SCHEME, composed.serveFile);
  serveRequests(ipcMain, window.contents, composed.handlers, log, composed.onStorageFailed);
  composed.applySettings();
  await composed.resume();

  const show = () => window.open(composed.refreshDesktop);
  const showIfClosed = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) show().catch(reportFailedStart);
  };
  closeBeforeQuit({ mayQuit: composed.mayQuit, stay: showIfClosed, close: composed.close });
  app.on('second-instance', window.focus);
  app.on('activate', showIfClosed);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  const shown = show();
  // The page asks for files that arrived earlier when it opens.
  openedFiles.onArrived(() => {
    composed.onFilesOpened();
    showIfClosed();
  });
  await shown;
}
