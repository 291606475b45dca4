// Creates the dialogs that work on items.

import lameUrl from 'wasm-media-encoders/wasm/mp3?url';
import levelWorkerUrl from '../engines/audio/export/encode/level-worker.ts?worker&url';
import exportWorkerUrl from '../engines/audio/export/export-worker.ts?worker&url';
import { createSoundExporter } from '../engines/audio/export/port.ts';
import { createPictureConverter } from '../images/convert-picture.ts';
import { notifySaved } from '../items/saved-files.ts';
import { createDeletingStore } from '../library/trash/deleting-store.ts';
import { notifyDeleted } from '../library/trash/notify-deleted.ts';
import { createBatchStore } from '../saving/batch/batch-store.ts';
import { createRenameStore } from '../saving/batch/rename-store.ts';
import { createExportStore } from '../saving/export/export-store.ts';
import { createTakeSaver } from '../saving/export/save-take.ts';
import { createPictureStore } from '../saving/picture/picture-store.ts';
import { createSheetDrawer } from '../saving/sheet/sheet-drawer.ts';
import { createSheetStore } from '../saving/sheet/sheet-store.ts';
import sheetWorkerUrl from '../saving/sheet/sheet-worker.ts?worker&url';
import { startWorker } from '../trusted-types.ts';
import type { Frame } from './frame.ts';
import type { Sound } from './sound.ts';

/** The stores of the dialogs. */
export type DialogStores = ReturnType<typeof composeDialogs>;

/** Creates them. Workers start when they are needed. */
export function composeDialogs({ ipc, session, toasts, translate }: Frame, { player }: Pick<Sound, 'player'>) {
  const workers = { lame: lameUrl, levelWorker: levelWorkerUrl };
  const exportSound = createSoundExporter(() => startWorker(exportWorkerUrl), workers);
  return {
    exporting: createExportStore({ ipc, session, exportSound }),
    saveTake: createTakeSaver({
      ipc,
      session,
      exportSound,
      notify: (files) => notifySaved({ ipc, session, toasts }, files),
    }),
    batch: createBatchStore({ ipc, session, openConverters: () => ({ exportSound, ...createPictureConverter() }) }),
    savingPicture: createPictureStore({
      ipc,
      session,
      notify: (file) => notifySaved({ ipc, session, toasts }, [file]),
      openConverter: createPictureConverter,
    }),
    renaming: createRenameStore(ipc),
    sheet: createSheetStore({
      ipc,
      session,
      openDrawer: () => createSheetDrawer(() => startWorker(sheetWorkerUrl)),
      translate,
    }),
    deleting: createDeletingStore({
      ipc,
      unload: player.getState().unload,
      notify: (done) => notifyDeleted({ toasts, session }, done),
    }),
  };
}
