// Starts the main process, step by step. There is no top-level await: with one, Electron would never become ready.

import path from 'node:path';
import { app, BrowserWindow, ipcMain, protocol, safeStorage, session } from 'electron';
import { createAppWindow } from './app-window.ts';
import { composeStudio } from './compose.ts';
import { serveRequests } from './ipc.ts';
import { localeFor } from './locale.ts';
import { openLog } from './log.ts';
import { lockLibrary } from './ownership/lock-library.ts';
import { askAboutOwner, leaveDeclined, refuseStart } from './ownership/tell-owner.ts';
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
  if (sandbox === 'refuse') throw new Error(NO_SANDBOX);
  const userData = app.getPath('userData');
  const vault = openKeyVault(path.join(userData, 'keys.json'), safeStorage, process.platform);
  const log = openLog(path.join(userData, 'logs'), (line) => vault.keys().reduce(redactKey, line));
  logUncaught(process, log);
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  const settings = await openSettingsFile(path.join(userData, 'settings.json'), (error) =>
    log.error('settings.unsaved', error),
  );
  const topic = { folder: libraryFolder(userData), locale: localeFor(settings.current().language) };
  const locked = await lockLibrary(topic.folder, {
    version: app.getVersion(),
    ask: (owner, signal) => askAboutOwner(owner, topic, signal),
  });
  if (locked.kind === 'inUse') return refuseStart(locked.owner, topic);
  if (locked.kind === 'declined') return leaveDeclined(locked.owner, topic);
  const window = createAppWindow(dist, settings, log);
  const studio = composeStudio({
    userData,
    dist,
    log,
    vault,
    settings,
    window,
    openedFiles,
    ownership: locked.ownership,
  });
  closeBeforeQuit(studio.close);

  restrictSession(session.defaultSession);
  restrictContents(app, (what) => log.info('page.denied', { what }));
  protocol.handle(APP_SCHEME, studio.serveFile);
  serveRequests(ipcMain, window.contents, studio.handlers, log);
  studio.applySettings();
  await studio.resume();

  const show = () => window.open(studio.refreshDesktop);
  const showIfClosed = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) show().catch(reportFailedStart);
  };
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
