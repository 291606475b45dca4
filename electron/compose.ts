// Creates the parts of the main process and connects them, each step from what the steps before it have made. Makes no
// decisions and opens no window.

import path from 'node:path';
import { nativeTheme } from 'electron';
import type { Storage, UnsavedThing } from '../shared/contract/storage.ts';
import { composeConnections } from './compose/connections.ts';
import { composeLibrary } from './compose/library.ts';
import { composeRequests } from './compose/requests.ts';
import { composeRoutes } from './compose/routes.ts';
import { composeSaving } from './compose/saving.ts';
import { composeStorage } from './compose/storage.ts';
import type { StepDeps, StudioDeps } from './compose/studio-deps.ts';
import { askAboutUnsaved, askVideo } from './dialogs.ts';
import type { Handlers } from './ipc.ts';
import { localeFor } from './locale.ts';
import { createAppMenu } from './menu.ts';
import { createProtocolHandler } from './protocol.ts';
import { createScriptVideos } from './scripts/script-videos.ts';
import { isHeadless } from './start-options.ts';
import { createStudioLife, type StudioLife } from './studio-life.ts';

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
export function composeStudio(deps: StudioDeps): Studio {
  const { dist, log, settings, window, emit } = deps;
  const locale = () => localeFor(settings.current().language);
  const emitLibrary = (ids: string[]) => emit('library.changed', { ids });
  const base: StepDeps = { ...deps, folder: deps.place.folder, locale, emitLibrary };
  const connectionSide = composeConnections(base);
  const storageSide = composeStorage(base);
  const requestSide = composeRequests({ ...base, ...connectionSide, ...storageSide });
  const librarySide = composeLibrary({ ...base, ...storageSide, ...requestSide });
  const savingSide = composeSaving({ ...base, ...requestSide });
  const all = { ...base, ...connectionSide, ...storageSide, ...requestSide, ...librarySide, ...savingSide };
  const { database, disk, emitSettings } = all;

  const menu = createAppMenu(process.platform, {
    run: (id) => emit('command.invoked', { id }),
    press: (key) => emit('key.pressed', { key }),
  });
  const applySettings = (): void => {
    nativeTheme.themeSource = settings.current().theme;
    menu.setLocale(locale());
    window.contents()?.setZoomFactor(settings.current().interfaceScale);
  };
  const { onUsable, ...life } = createStudioLife({
    ...all,
    isHeadless: isHeadless(process.argv),
    askAboutUnsaved: (unsaved) => askAboutUnsaved(unsaved, locale(), log),
  });
  const videos = createScriptVideos({
    settings,
    askVideo: (extensions) => askVideo(window.current(), extensions, locale()),
  });
  return {
    ...life,
    handlers: composeRoutes({
      ...all,
      videos,
      onSettingsChanged() {
        applySettings();
        emitSettings();
      },
      onLibraryChanged: emitLibrary,
      onUsable,
      onKeyPlace: menu.setKeyPlace,
      onUndoNames: menu.setUndoNames,
    }),
    serveFile: createProtocolHandler(
      path.join(dist, 'renderer'),
      all.library.media,
      all.thumbnails.pathOf,
      videos.find,
    ),
    applySettings,
    refreshDesktop: all.desktop.refresh,
    onFilesOpened: () => emit('files.opened', null),
    onWriteFailed: disk.report,
    onStorageFailed: () => void disk.look(),
    onMoved() {
      all.emitStorage();
      emitSettings();
      emitLibrary([]);
    },
    saveAll: disk.saveAll,
    opened: database.opened,
  };
}
