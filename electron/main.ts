// The boot order of the main process, and nothing else. There is no top-level await: Electron would never become ready.

import path from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, nativeTheme, protocol, safeStorage, session, shell } from 'electron';
import { requestsAtOnce } from '../shared/connections.ts';
import type { AskedBy } from '../shared/contract/images.ts';
import type { SpeechChunk } from '../shared/contract/speech.ts';
import { createDesktopStatus } from './desktop-status.ts';
import { askSaveFolder, askSavePath } from './dialogs.ts';
import { createHandlers, type Parts } from './handlers.ts';
import { createEmitter, serveRequests } from './ipc.ts';
import { systemClock } from './jobs/clock.ts';
import { createEditRunner } from './jobs/edit-job.ts';
import { createJobQueue } from './jobs/job-queue.ts';
import { createJobStore } from './jobs/job-store.ts';
import { createSpeechRunner } from './jobs/speech-job.ts';
import { createDrafts } from './library/drafts.ts';
import { createDragOut } from './library/drag-out.ts';
import { createLibrary } from './library/library.ts';
import { createMediaStore } from './library/media-store.ts';
import { createPictureImport } from './library/picture-import.ts';
import { createThumbnails } from './library/thumbnails.ts';
import { createUsageCounter } from './library/usage.ts';
import { resolveLocale } from './locale.ts';
import { type Log, openLog } from './log.ts';
import { installMenu } from './menu.ts';
import { showNotification } from './notifications.ts';
import { createOpenedFiles, filesNamedBy } from './opened-files.ts';
import { startPracticeRelay } from './practice-process.ts';
import { createProtocolHandler } from './protocol.ts';
import { createRelayHttp } from './relay/http.ts';
import { redactKey } from './relay/redact.ts';
import { createSaving } from './saving.ts';
import { APP_SCHEME, requireSandbox, restrictContents, restrictSession } from './security.ts';
import { createConnections } from './settings/connections.ts';
import { openKeyVault } from './settings/key-vault.ts';
import { withVerdict } from './settings/refused-voices.ts';
import { openSettingsFile } from './settings/settings-file.ts';
import { withPictureUse } from './settings/unused-pictures.ts';
import { userDataFolder } from './start-options.ts';
import { openStorage } from './storage.ts';
import { createUpdates, homepageOf, selfUpdater } from './updates.ts';
import { focusWindow, loadUi, openWindow, showRunning } from './window.ts';

/** As in electron-builder.yml. */
const APP_ID = 'studio.relay.app';
const DIST = path.join(import.meta.dirname, '..');
/** Shown under the pointer while a file is dragged out. */
const DRAG_ICON = path.join(DIST, 'electron', 'drag-icon.png');

app.enableSandbox();
if (app.isPackaged) app.commandLine.removeSwitch('remote-debugging-port');
protocol.registerSchemesAsPrivileged([
  {
    scheme: APP_SCHEME,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  },
]);
// Windows shows notifications only of a program it knows by the id of its shortcut.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
app.setPath('userData', userDataFolder(process.argv) ?? path.join(app.getPath('appData'), 'Relay Studio'));
const openedFiles = createOpenedFiles();
const namedFiles = filesNamedBy(process.argv, process.cwd());
openedFiles.add(namedFiles);
// macOS names a file by this event, which may come before the app is ready.
app.on('open-file', (event, file) => {
  event.preventDefault();
  openedFiles.add([file]);
});
// A second start hands its files to the first.
if (app.requestSingleInstanceLock({ files: namedFiles })) {
  app.whenReady().then(boot).catch(reportFailedStart);
} else {
  app.quit();
}

async function boot(): Promise<void> {
  requireSandbox(app, process.env);
  const userData = app.getPath('userData');
  const vault = await openKeyVault(path.join(userData, 'keys.json'), safeStorage, process.platform);
  const log = openLog(path.join(userData, 'logs'), (line) => vault.keys().reduce(redactKey, line));
  log.info('app.started', { version: app.getVersion(), platform: process.platform });
  const settings = await openSettingsFile(path.join(userData, 'settings.json'), (error) =>
    log.error('settings.unsaved', error),
  );
  const { db, storage } = await openStorage(userData);

  let window: BrowserWindow | undefined;
  const getContents = () => (window?.isDestroyed() === false ? window.webContents : undefined);
  const emit = createEmitter(getContents);
  const locale = () => resolveLocale(settings.current().language, app.getPreferredSystemLanguages());

  const tellSettings = () =>
    emit('settings.changed', { locale: locale(), settings: settings.current(), connections: connections.list() });

  const practice = startPracticeRelay(
    path.join(DIST, 'practice-relay', 'main.js'),
    (state) => {
      emit('practice.changed', state);
      tellSettings();
    },
    log,
  );
  const connections = createConnections(settings, vault, practice);
  const http = createRelayHttp({ resolveProxy: (url) => session.defaultSession.resolveProxy(url) });
  const media = createMediaStore(storage.folder);
  const onUnreadable = (error: unknown) => log.error('library.unreadable', error);
  const library = createLibrary(db, media, storage.folder, onUnreadable);
  const pictures = createPictureImport(media, library);
  const thumbnails = createThumbnails(storage.folder, library);
  const usage = createUsageCounter(db);
  const dragOut = createDragOut(path.join(userData, 'drag-out'), library.media);
  const setVoiceRefused = (connectionId: string, voice: string, isRefused: boolean): void => {
    const known = settings.current().refusedVoices;
    const refusedVoices = withVerdict(known, connectionId, voice, isRefused);
    if (refusedVoices === known) return;
    settings.patch({ refusedVoices });
    tellSettings();
  };
  const setPictureUsed = (asked: AskedBy, isUsed: boolean): void => {
    // Its connection may be gone by the time a result is judged.
    if (!connections.list().some(({ id }) => id === asked.connectionId)) return;
    const known = settings.current().unusedPictures;
    const unusedPictures = withPictureUse(known, asked, isUsed);
    if (unusedPictures === known) return;
    settings.patch({ unusedPictures });
    tellSettings();
  };
  const onLibraryChanged = (id: string) => emit('library.changed', { ids: [id] });
  const onChunk = (chunk: SpeechChunk) => emit('speech.chunkArrived', chunk);
  const desktop = createDesktopStatus({
    showRunning: (isRunning) => showRunning(window, isRunning),
    isWatched: () => window?.isDestroyed() === false && window.isFocused(),
    isNotifying: () => settings.current().notifications.isOn,
    locale,
    notify: showNotification,
    open: ({ kind, itemIds }) => {
      focusWindow(window);
      emit('notification.clicked', { kind, itemIds });
    },
  });
  const jobs = createJobQueue(
    {
      store: createJobStore(db, onUnreadable),
      media,
      concurrency: (connectionId, kind) => requestsAtOnce(connections.dialect(connectionId), kind),
      clock: systemClock,
      random: Math.random,
      runners: {
        speech: createSpeechRunner({
          http,
          connections,
          media,
          library,
          usage,
          onChunk,
          onLibraryChanged,
          onVoiceAnswered: setVoiceRefused,
        }),
        edit: createEditRunner({ http, connections, library, pictures, usage, onLibraryChanged }),
      },
    },
    {
      onUpdated: (job) => {
        emit('job.updated', job);
        desktop.follow(job);
      },
      onRemoved: (id) => emit('job.removed', { id }),
      onQueueChanged: (queue) => emit('queue.changed', queue),
      onBug: (error) => log.error('job.bug', error),
    },
  );

  const announceReady = createAnnouncement(log);
  const applySettings = (): void => {
    nativeTheme.themeSource = settings.current().theme;
    installMenu(locale(), (id) => emit('command.invoked', { id }), process.platform);
  };
  serveRequests(
    ipcMain,
    getContents,
    createHandlers({
      version: app.getVersion(),
      platform: process.platform,
      storage,
      locale,
      settings,
      vault,
      connections,
      practice,
      http,
      jobs,
      library,
      drafts: createDrafts(db, (mediaId) => library.media(mediaId) !== undefined),
      pictures,
      thumbnails,
      openedFiles,
      updates: createUpdates(homepageOf(app), selfUpdater(app), log),
      openPage: (url) => void shell.openExternal(url),
      emit,
      onSettingsChanged: applySettings,
      onUsable: announceReady,
      usage,
      setVoiceRefused,
      setPictureUsed,
      saving: createSaving({
        library,
        dragOut,
        startDrag: (files) => getContents()?.startDrag({ file: files[0] ?? '', files, icon: DRAG_ICON }),
        askSaveFolder: () => askSaveFolder(window, settings),
        askSavePath: (name) => askSavePath(window, settings, name),
      }),
    }),
    log,
  );

  restrictSession(session.defaultSession);
  restrictContents(app, (what) => log.info('page.denied', { what }));
  protocol.handle(APP_SCHEME, createProtocolHandler(path.join(DIST, 'renderer'), library.media, thumbnails.pathOf));
  applySettings();
  await dragOut.sweep();
  if (storage.isWritable) await jobs.resume();

  const show = async (): Promise<void> => {
    window = openWindow(path.join(DIST, 'electron', 'preload.cjs'), settings, log);
    desktop.refresh();
    await loadUi(window);
  };
  app.on('second-instance', (_event, _argv, _folder, sent) => {
    openedFiles.addSent(sent);
    focusWindow(window);
  });
  const showIfClosed = (): void => {
    if (BrowserWindow.getAllWindows().length === 0) show().catch(reportFailedStart);
  };
  app.on('activate', showIfClosed);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  endCleanly(async () => {
    jobs.stop();
    practice.stop();
    await Promise.all([http.close(), settings.flush(), dragOut.sweep()]);
    db.close();
  });
  const shown = show();
  // What arrived before is asked for by the page when it opens.
  openedFiles.onArrived(() => {
    emit('files.opened', null);
    showIfClosed();
  });
  await shown;
}

/** Runs `close` once before the app ends, and waits for it. */
function endCleanly(close: () => Promise<void>): void {
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    isClosed = true;
    close()
      .catch((error: unknown) => process.stderr.write(`${String(error)}\n`))
      .finally(() => app.quit());
  });
}

/** Prints the one line that outside programs wait for, and logs how the page is, once however often the window reloads. */
function createAnnouncement(log: Log): Parts['onUsable'] {
  let isMade = false;
  return ({ isIsolated }) => {
    if (isMade) return;
    isMade = true;
    process.stdout.write('ready\n');
    // Its headers ask for it, so this Electron does not do it; the page goes on without shared memory.
    if (!isIsolated) log.info('page.notIsolated');
  };
}

function reportFailedStart(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${text}\n`);
  dialog.showErrorBox('Relay Studio could not start', text);
  app.exit(1);
}
