// Creates what the first paint does without, once it is wanted: the other screens than Speech, and the dialogs. Their
// code is read then.

import type { Commons, Dialogs } from '../services.ts';
import type { DialogStores } from './dialogs.ts';
import type { Frame } from './frame.ts';
import type { ImagesSide } from './images.ts';
import type { LibrarySide } from './library.ts';
import type { Sound } from './sound.ts';

/** What is created when it is first wanted, once; null where the code cannot be read, and tried again the next time. */
export type LateSides = {
  images: () => Promise<ImagesSide | null>;
  library: () => Promise<LibrarySide | null>;
  dialogs: () => Promise<DialogStores | null>;
};

/** @param onEnd called with what is to be released when the window closes */
export function composeLate(frame: Frame & Sound, onEnd: (...disposers: (() => void)[]) => void): LateSides {
  return {
    images: once(async () => {
      const { composeImages } = await import('./images.ts');
      const side = composeImages(frame);
      onEnd(side.pictures.dispose, side.stage.dispose, () => side.images.getState().dispose());
      return side;
    }),
    library: once(async () => {
      const { composeLibrary } = await import('./library.ts');
      const side = composeLibrary(frame);
      onEnd(() => side.library.getState().dispose());
      return side;
    }),
    dialogs: once(async () => (await import('./dialogs.ts')).composeDialogs(frame, frame)),
  };
}

/** Returns what opens the dialogs; where they cannot be read, their part of the window says so. */
export function dialogOpeners(dialogs: LateSides['dialogs']): Dialogs & Pick<Commons, 'askPicture' | 'saveTake'> {
  const open = (act: (stores: DialogStores) => unknown): void => void dialogs().then((stores) => stores && act(stores));
  return {
    openExport: (asked) => open(({ exporting }) => exporting.getState().open(asked)),
    openBatch: (chosen) => open(({ batch }) => batch.getState().open(chosen)),
    openRenaming: (chosen) => open(({ renaming }) => renaming.getState().open(chosen)),
    openSheet: (chosen) => open(({ sheet }) => sheet.getState().open(chosen)),
    askDeletion: (asked) => open(({ deleting }) => deleting.getState().ask(asked)),
    saveTake: async (take, kind) => (await (await dialogs())?.saveTake(take, kind)) ?? null,
    askPicture: (asked, version) => open(({ savingPicture }) => savingPicture.getState().open(asked, version)),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T | null> {
  let made: Promise<T | null> | undefined;
  return () => {
    made ??= make().catch(() => {
      made = undefined;
      return null;
    });
    return made;
  };
}
