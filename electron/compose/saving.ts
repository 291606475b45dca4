// Connects what leaves the app as files: copies, exports, what is dragged out, and showing them in their folders.

import path from 'node:path';
import { app, shell } from 'electron';
import { askSaveFolder, askSavePath, freeSaveCount, type SuggestedName } from '../dialogs.ts';
import { freeBytesOf } from '../disk-space.ts';
import { createExportFiles } from '../export/export-files.ts';
import { createUnfinishedParts } from '../export/unfinished-parts.ts';
import { createDragOut } from '../library/drag-out.ts';
import { createSaving } from '../saving.ts';
import { createShowing } from '../showing.ts';
import { stayAwake } from '../stay-awake.ts';
import type { RequestSide } from './requests.ts';
import type { StepDeps } from './studio-deps.ts';

type Deps = Pick<StepDeps, 'userData' | 'settings' | 'window'> & Pick<RequestSide, 'library'>;

/** Creates the parts that save files, and removes the files that an earlier run has not finished. */
export function composeSaving({ userData, settings, window, library }: Deps) {
  const provenance = { choices: () => settings.current().provenance, appVersion: app.getVersion() };
  const unfinished = createUnfinishedParts(path.join(userData, 'unfinished-exports.json'));
  // Before the window is there, so before any export.
  void unfinished.sweep();
  const dragOut = createDragOut(path.join(userData, 'drag-out'), library.media, provenance);
  const showing = createShowing(library, (file) => shell.showItemInFolder(file));
  const shared = {
    library,
    askSavePath: (name: SuggestedName) => askSavePath(window.current(), settings, name),
    unfinished,
    provenance,
    remember: showing.remember,
  };
  return {
    dragOut,
    showing,
    exportFiles: createExportFiles({
      ...shared,
      askSaveFolder: () => askSaveFolder(window.current(), settings),
      freeBytes: freeBytesOf,
      onBusy: (isBusy) => stayAwake('exports', isBusy),
    }),
    saving: createSaving({
      ...shared,
      freeCount: (names) => freeSaveCount(settings, names),
      dragOut,
      startDrag: window.startDrag,
    }),
  };
}
