// Creates what the first paint does without, once it is wanted: the other screens than Speech. Their code is read then.

import type { Frame } from './frame.ts';
import type { ImagesSide } from './images.ts';
import type { LibrarySide } from './library.ts';

/** What is created when it is first wanted, once; null where the code cannot be read, and tried again the next time. */
export type LateSides = { images: () => Promise<ImagesSide | null>; library: () => Promise<LibrarySide | null> };

/** @param onEnd called with what is to be released when the window closes */
export function composeLate(frame: Frame, onEnd: (...disposers: (() => void)[]) => void): LateSides {
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
