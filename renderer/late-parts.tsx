// The parts of the window that its first paint does without.

import type { LateSides } from './compose/late.ts';
import { latePart } from './shell/late-part.tsx';
import type { ImportStore } from './speech/import/import-store.ts';

/** Returns the screens other than Speech, and the dialogs, each of which comes with its stores. */
export function lateParts(sides: LateSides) {
  return {
    dialogs: latePart(async () => {
      const [{ Dialogs }, side] = await Promise.all([import('./dialogs.tsx'), sides.dialogs()]);
      const stores = there(side);
      return ({ importing }: { importing: ImportStore }) => <Dialogs stores={stores} importing={importing} />;
    }),
    images: latePart(async () => {
      const [{ ImagesView }, side] = await Promise.all([import('./images/ImagesView.tsx'), sides.images()]);
      const { images, stage } = there(side);
      return () => <ImagesView store={images} stage={stage} />;
    }),
    library: latePart(async () => {
      const [{ LibraryView }, side] = await Promise.all([import('./library/LibraryView.tsx'), sides.library()]);
      const { library } = there(side);
      return () => <LibraryView store={library} />;
    }),
    settings: latePart(async () => {
      const code = import('./settings/SettingsView.tsx');
      const [{ SettingsView }, side, dialogs] = await Promise.all([code, sides.library(), sides.dialogs()]);
      const { settings: store, ...others } = there(side);
      const { deleting } = there(dialogs);
      return () => <SettingsView store={store} {...others} deletion={deleting} />;
    }),
  };
}

function there<Side>(side: Side | null): Side {
  if (side === null) throw new Error('The stores of the part cannot be read.');
  return side;
}
