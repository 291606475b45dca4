// Creates the parts of the main process and connects them. Makes no decisions and opens no window.

import path from 'node:path';
import { app, nativeTheme, session, shell } from 'electron';
import { requestsAtOnce } from '../shared/connections.ts';
import type { Storage, UnsavedThing } from '../shared/contract/storage.ts';
import { isJobOver } from '../shared/job-states.ts';
import type { AppWindow } from './app-window.ts';
import { openCollections } from './collections/collections.ts';
import { composeSaving } from './compose/saving.ts';
import { composeJobs } from './compose-jobs.ts';
import { connectDatabase } from './database/client.ts';
import { databaseThread } from './database/database-thread.ts';
import { createDesktopStatus } from './desktop-status.ts';
import { askAboutOrigin, askAboutPrivateOrigin, askAboutUnsaved, askFile, askSaveFolder } from './dialogs.ts';
import { freeBytesOf, tryWriting } from './disk-space.ts';
import type { Foundation } from './foundation.ts';
import { createHandlers } from './handlers/index.ts';
import type { Emit, Handlers } from './ipc.ts';
import { systemClock } from './jobs/clock.ts';
import { createJobReports } from './jobs/job-reports.ts';
import { createJobSeal } from './jobs/job-seal.ts';
import { createKeptReplies } from './jobs/kept-replies.ts';
import { createDeleteForGood } from './library/delete-for-good.ts';
import { expireTrash } from './library/expire-trash.ts';
import { keepDrafts } from './library/kept-drafts.ts';
import { keepPutAside } from './library/kept-put-aside.ts';
import { createFolderCheck } from './library/library-folder.ts';
import { createMissingMedia } from './library/missing-media.ts';
import { createTakeAway } from './library/quarantine.ts';
import { createThumbnails } from './library/thumbnails.ts';
import { createLibraryFollower } from './library-follower.ts';
import { createLibrarySweeps } from './library-sweeps.ts';
import { localeFor } from './locale.ts';
import { reportLosses } from './losses.ts';
import { createMaintenance } from './maintenance.ts';
import { createAppMenu } from './menu.ts';
import { showNotification } from './notifications.ts';
import type { OpenedFiles } from './opened-files.ts';
import { findConflictCopies } from './ownership/conflict-copies.ts';
import { reportLostLibrary } from './ownership/owner-dialogs.ts';
import { followTakeover } from './ownership/taken-over.ts';
import { startPracticeRelay } from './practice-process.ts';
import { createProblemReports } from './problem-report.ts';
import { createProtocolHandler } from './protocol.ts';
import { createReadyLine } from './ready-line.ts';
import { createRelayHttp } from './relay/http.ts';
import { isPrivateHost } from './relay/public-address.ts';
import { readRuntime } from './runtime.ts';
import { openScripts } from './scripts/scripts.ts';
import { createConnections } from './settings/connections.ts';
import { createRelayFindings } from './settings/relay-findings.ts';
import { openSealSecret } from './settings/seal-secret.ts';
import { isHeadless } from './start-options.ts';
import { createStorageMonitor } from './storage-health.ts';
import { createStudioLife, type StudioLife } from './studio-life.ts';
import type { Transfers } from './transfers.ts';
import { createUpdates, homepageOf, selfUpdater } from './updates.ts';

/** What the parts of main are made from. */
export type StudioParts = Omit<Foundation, 'lock' | 'reportWritesTo'> & {
  emit: Emit;
  /** What is done with whole libraries: it outlives this one. */
  transfers: Transfers;
  /** Folder of the built app. */
  dist: string;
  window: AppWindow;
  openedFiles: OpenedFiles;
};

/** The connected main process. */
export type Studio = Pick<StudioLife, 'resume' | 'mayQuit' | 'close'> & {
  handlers: Handlers;
  /** Answers requests for the page's scheme. */
  serveFile: (request: Request) => Promise<Response>;
  /** Applies the settings that main itself uses: theme and menu. */
  applySettings: () => void;
  /** A window was opened: shows again what the desktop displays about the app. */
  refreshDesktop: () => void;
  onFilesOpened: () => void;
  /** Reports that a write failed: the page shows why, and it is tried again. */
  onWriteFailed: (error: unknown) => void;
  /** Looks at the storage again, because a request failed. */
  onStorageFailed: () => void;
  /** Tells the page everything again that differs in another folder. */
  onMoved: () => void;
  /** Writes what is not on disk yet. @returns what could not be written. */
  saveAll: () => Promise<UnsavedThing[]>;
  /** Waits until the library was opened. */
  opened: () => Promise<Storage>;
};

/** Creates all parts and connects them. */
export function composeStudio(parts: StudioParts): Studio {
  const { userData, dist, log, vault, settings, window, openedFiles, ownership } = parts;
  const { emit, transfers } = parts;
  const locale = () => localeFor(settings.current().language);
  const settingsState = () => ({
    locale: locale(),
    settings: settings.current(),
    connections: connections.list(),
    keyProtection: vault.protection(),
  });
  const emitSettings = () => emit('settings.changed', settingsState());
  const emitLibrary = (ids: string[]) => emit('library.changed', { ids });

  const practice = startPracticeRelay(
    path.join(dist, 'practice-relay', 'main.js'),
    (state) => {
      emit('practice.changed', state);
      emitSettings();
    },
    log,
  );
  const connections = createConnections(settings, vault, practice);
  void vault.opened.then(emitSettings);
  const findings = createRelayFindings(settings, connections, emitSettings);
  const http = createRelayHttp({
    appVersion: app.getVersion(),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
  });
  const { folder } = parts.place;
  const database = connectDatabase(databaseThread(folder), folder, {
    onOpened: () => {
      emitStorage();
      void disk.look();
    },
    onBusy: (isBusy) => {
      log.info(isBusy ? 'database.busy' : 'database.free');
      disk.setProblem('locked', isBusy);
    },
    onQuarantined: (names) => reportQuarantined(names),
    onUnreadable: (error) => log.error('library.unreadable', error),
    onMaintenance: (state) => follower.onMaintenance(state),
    onRebuildFailed(error) {
      log.error('library.unrebuilt', error);
      maintenance.reportFailure(error);
    },
    onFilled: () => emitLibrary([]),
    onDied: (error) => log.error('database.died', error),
  });
  const disk = createStorageMonitor(database, {
    clock: systemClock,
    freeBytes: () => freeBytesOf(folder),
    requireFolder: createFolderCheck(folder),
    tryWriting: () => tryWriting(folder),
    // The open database belongs to the drive as it was before.
    onBack: () => void database.reopen().catch((error: unknown) => log.error('database.died', error)),
    onChanged: () => emitStorage(),
    onProblem: (error) => log.error('storage.failed', error),
    onBug: (error) => log.error('storage.bug', error),
  });
  const emitStorage = () => emit('storage.changed', { storage: disk.storage(), storageHealth: disk.health() });
  disk.add({ thing: 'settings', isSaved: settings.isSaved, save: settings.flush });
  disk.add({ thing: 'keys', isSaved: vault.isSaved, save: vault.flush });
  const reportQuarantined = reportLosses({ disk, log, settings, vault, ownership });
  const isAnyRunning = (): boolean => jobs.visible().some(({ state }) => !isJobOver(state));
  const maintenance = createMaintenance({
    folder,
    database,
    isAnyRunning,
    onChanged: (state) => emit('maintenance.changed', state),
  });
  const sweeps = createLibrarySweeps({
    database,
    clock: systemClock,
    logFolder: path.join(userData, 'logs'),
    freeBytes: () => freeBytesOf(folder),
    isAnyRunning,
    isMaintained: () => maintenance.isBusy() || transfers.isBusy(),
    onProgress: (doneRatio) => emit('library.swept', { doneRatio }),
    expire: () => expireTrash({ settings, deleteForGood, scripts, nowMs: Date.now() }),
    onFailed: (error) => log.error('library.unswept', error),
  });
  followTakeover({
    ownership,
    disk,
    database,
    log,
    tell: (owner) => reportLostLibrary(owner, { folder, locale: locale() }, log),
  });
  const desktop = createDesktopStatus({
    showRunning: window.showRunning,
    isWatched: window.isFocused,
    isNotifying: () => settings.current().notifications.isOn,
    locale,
    notify: (words, onClick) => showNotification(words, onClick, log),
    open: ({ kind, itemIds }) => {
      window.focus();
      emit('notification.clicked', { kind, itemIds });
    },
  });
  const { media: mediaStore, ...jobSide } = composeJobs({
    database,
    folder,
    http,
    connections,
    concurrency: (connectionId, kind) => requestsAtOnce(connections.dialect(connectionId), kind),
    clock: systemClock,
    random: Math.random,
    seal: createJobSeal(openSealSecret(vault)),
    disk,
    takeAway: createTakeAway(folder, reportQuarantined),
    onChunk: (chunk) => emit('speech.chunkArrived', chunk),
    onLibraryChanged: (id) => emitLibrary([id]),
    onReplyKept: (id) => keptReplies.watch(id),
    onVoiceAnswered: findings.setVoiceRefused,
    ...createJobReports({ emit, disk, desktop, log }),
  });
  const { library, jobs } = jobSide;
  const keptReplies = createKeptReplies({
    ...jobSide,
    http,
    media: mediaStore,
    connections,
    clock: systemClock,
    askOrigin: (connectionName, origin) => askAboutOrigin(window.current(), { connectionName, origin }, locale(), log),
    onAllowed: emitSettings,
    onLibraryChanged: emitLibrary,
    onBug: (error) => log.error('reply.bug', error),
  });
  const drafts = keepDrafts(database.drafts, disk.report, disk.reportLoss);
  const putAside = keepPutAside(database.putAside, disk.report);
  const scripts = openScripts(database, folder, disk.report);
  const collections = openCollections(database.collections, folder, () => emit('collections.changed', null));
  const follower = createLibraryFollower({ maintenance, jobs, scripts, collections, emit, log });
  for (const one of [...drafts.unsaved, putAside.unsaved, scripts.unsaved]) disk.add(one);
  transfers.attach({
    folder,
    database,
    isAnyRunning,
    isMaintained: () => maintenance.isBusy() || deleteForGood.isBusy(),
    onAdded: follower.onAdded,
  });
  const thumbnails = createThumbnails(folder, library);
  const deleteForGood = createDeleteForGood({
    database,
    library,
    unsavedScripts: scripts.unsaved,
    isMaintained: () => maintenance.isBusy() || transfers.isBusy(),
    onProgress: (progress) => emit('library.deleting', progress),
    onChanged: emitLibrary,
  });
  const savingSide = composeSaving({ userData, settings, window, library });
  const menu = createAppMenu(process.platform, {
    run: (id) => emit('command.invoked', { id }),
    press: (key) => emit('key.pressed', { key }),
  });
  const runtime = readRuntime();
  const applySettings = (): void => {
    nativeTheme.themeSource = settings.current().theme;
    menu.setLocale(locale());
    window.contents()?.setZoomFactor(settings.current().interfaceScale);
  };
  const { onUsable, ...life } = createStudioLife({
    ...savingSide,
    database,
    disk,
    settings,
    vault,
    http,
    practice,
    jobs,
    keptReplies,
    maintenance,
    follower,
    sweeps,
    deleteForGood,
    printReady: createReadyLine(log),
    isHeadless: isHeadless(process.argv),
    askAboutUnsaved: (unsaved) => askAboutUnsaved(unsaved, locale(), log),
  });

  return {
    ...life,
    handlers: createHandlers({
      ...savingSide,
      ...jobSide,
      version: app.getVersion(),
      platform: process.platform,
      runtime,
      problemReports: createProblemReports({
        readFacts: () => ({
          version: app.getVersion(),
          platform: process.platform,
          runtime,
          ...settingsState(),
          storage: disk.storage(),
          storageHealth: disk.health(),
        }),
        keys: vault.keys,
        logFolder: path.join(userData, 'logs'),
        homeFolder: app.getPath('home'),
        askSaveFolder: () => askSaveFolder(window.current(), settings),
      }),
      disk,
      maintenance,
      sweeps,
      deleteForGood,
      transfers,
      usage: database.usage,
      isPrivateHost,
      askPrivateOrigin: (origin) => askAboutPrivateOrigin(window.current(), origin, locale(), log),
      settings,
      connections,
      findings,
      practice,
      http,
      drafts,
      putAside,
      scripts,
      collections,
      thumbnails,
      keptReplies,
      missingMedia: createMissingMedia({
        findMedia: library.media,
        store: mediaStore,
        askFile: (extension) => askFile(window.current(), extension),
        onLocated: () => emitLibrary([]),
      }),
      openedFiles,
      // `app.enableSandbox()` has removed the switch where the sandbox is on.
      isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
      updates: createUpdates(homepageOf(app), selfUpdater(app), log),
      openPage: (url) => shell.openExternal(url).catch((error: unknown) => log.error('page.unopened', error)),
      settingsState,
      onSettingsChanged: () => {
        applySettings();
        emitSettings();
      },
      onLibraryChanged: emitLibrary,
      onStorageFailed: () => void disk.look(),
      conflictCopies: () => findConflictCopies(userData, folder),
      onUsable,
      onKeyPlace: menu.setKeyPlace,
      onUndoNames: menu.setUndoNames,
    }),
    serveFile: createProtocolHandler(path.join(dist, 'renderer'), library.media, thumbnails.pathOf),
    applySettings,
    refreshDesktop: desktop.refresh,
    onFilesOpened: () => emit('files.opened', null),
    onWriteFailed: disk.report,
    onStorageFailed: () => void disk.look(),
    onMoved() {
      emitStorage();
      emitSettings();
      emitLibrary([]);
    },
    saveAll: disk.saveAll,
    opened: database.opened,
  };
}
