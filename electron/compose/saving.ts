// Connects what leaves the app as files: copies, exports, what is dragged out, and showing them in their folders.

import path from 'node:path';
import { app, shell } from 'electron';
import type { AppWindow } from '../app-window.ts';
import { askSaveFolder, askSavePath } from '../dialogs.ts';
import { freeBytesOf } from '../disk-space.ts';
import { createExportFiles, type ExportFiles } from '../export/export-files.ts';
import { createUnfinishedParts } from '../export/unfinished-parts.ts';
import type { Foundation } from '../foundation.ts';
import { createDragOut, type DragOut } from '../library/drag-out.ts';
import type { Library } from '../library/library.ts';
import { createSaving, type SavingRoutes } from '../saving.ts';
import { createShowing, type Showing } from '../showing.ts';

type Parts = Pick<Foundation, 'userData' | 'settings'> & { window: AppWindow; library: Library };

/** What saves and shows files. */
type SavingSide = { dragOut: DragOut; exportFiles: ExportFiles; saving: SavingRoutes; showing: Showing };

/** Creates the parts that save files, and removes the files that an earlier run has not finished. */
export function composeSaving({ userData, settings, window, library }: Parts): SavingSide {
  const provenance = { choices: () => settings.current().provenance, appVersion: app.getVersion() };
  const unfinished = createUnfinishedParts(path.join(userData, 'unfinished-exports.json'));
  // Before the window is there, so before any export.
  void unfinished.sweep();
  const dragOut = createDragOut(path.join(userData, 'drag-out'), library.media, provenance);
  const showing = createShowing(library, (file) => shell.showItemInFolder(file));
  const shared = {
    library,
    askSavePath: (name: string) => askSavePath(window.current(), settings, name),
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
    }),
    saving: createSaving({ ...shared, dragOut, startDrag: window.startDrag }),
  };
}
