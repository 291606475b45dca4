// The parts of the window that its first paint does without.

import type { LateSides } from './compose/late.ts';
import { latePart } from './shell/late-part.tsx';

/** The dialogs that any screen may open. */
export const Dialogs = latePart(async () => (await import('./dialogs.tsx')).Dialogs);

/** Returns the screens other than Speech, each of which comes with its stores. */
export function lateScreens(sides: LateSides) {
  return {
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
      const [{ SettingsView }, side] = await Promise.all([import('./settings/SettingsView.tsx'), sides.library()]);
      const { settings, about, storage, usage } = there(side);
      return () => <SettingsView store={settings} about={about} storage={storage} usage={usage} />;
    }),
  };
}

function there<Side>(side: Side | null): Side {
  if (side === null) throw new Error('The stores of the screen cannot be read.');
  return side;
}
