// Connects the handlers of all routes to the parts that they call, and to those that only they need.

import path from 'node:path';
import { app, shell } from 'electron';
import { askAboutPrivateOrigin, askAboutPrivatePicture, askFile, askSaveFolder, sayNotInstalled } from '../dialogs.ts';
import { createHandlers, type Deps as HandlerDeps } from '../handlers/index.ts';
import type { Handlers } from '../ipc.ts';
import { createMissingMedia } from '../library/missing-media.ts';
import { findConflictCopies } from '../ownership/conflict-copies.ts';
import { createProblemReports } from '../problem-report.ts';
import { isPrivateHost } from '../relay/public-address.ts';
import { readRuntime } from '../runtime.ts';
import { createUpdates, homepageOf, selfUpdater } from '../updates.ts';
import type { RequestSide } from './requests.ts';
import type { StorageSide } from './storage.ts';
import type { StepDeps } from './studio-deps.ts';

/** Deps of the handlers that are made here. */
type Own =
  | 'version'
  | 'platform'
  | 'runtime'
  | 'problemReports'
  | 'usage'
  | 'isPrivateHost'
  | 'askPrivateOrigin'
  | 'askPrivatePicture'
  | 'missingMedia'
  | 'isSandboxed'
  | 'updates'
  | 'openPage'
  | 'onStorageFailed'
  | 'conflictCopies';
type Deps = Omit<HandlerDeps, Own> &
  Pick<StepDeps, 'folder' | 'userData' | 'log' | 'vault' | 'window' | 'locale' | 'quitTo'> &
  Pick<StorageSide, 'database' | 'disk'> &
  Pick<RequestSide, 'media'>;

/** Creates the handlers of all routes. */
export function composeRoutes(deps: Deps): Handlers {
  const { userData, log, vault, settings, window, folder, locale, database, disk, library } = deps;
  const about = { version: app.getVersion(), platform: process.platform, runtime: readRuntime() };
  return createHandlers({
    ...deps,
    ...about,
    problemReports: createProblemReports({
      readFacts: () => ({
        ...about,
        ...deps.settingsState(),
        storage: disk.storage(),
        storageHealth: disk.health(),
      }),
      keys: vault.keys,
      logFolder: path.join(userData, 'logs'),
      homeFolder: app.getPath('home'),
      askSaveFolder: () => askSaveFolder(window.current(), settings),
    }),
    usage: database.usage,
    isPrivateHost,
    askPrivateOrigin: (origin) => askAboutPrivateOrigin(window.current(), origin, locale(), log),
    askPrivatePicture: (url) => askAboutPrivatePicture(window.current(), url, locale(), log),
    missingMedia: createMissingMedia({
      findMedia: library.media,
      store: deps.media,
      askFile: (extension) => askFile(window.current(), extension),
      onLocated: () => deps.onLibraryChanged([]),
    }),
    // `app.enableSandbox()` has removed the switch where the sandbox is on.
    isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
    updates: createUpdates(homepageOf(app), selfUpdater(app), log, {
      quitTo: deps.quitTo,
      sayNotInstalled: (error) => sayNotInstalled(error, locale()),
    }),
    openPage: (url) => shell.openExternal(url).catch((error: unknown) => log.error('page.unopened', error)),
    onStorageFailed: () => void disk.look(),
    conflictCopies: () => findConflictCopies(userData, folder),
  });
}
