// Words for the state of the storage that both processes show.

import type { UnsavedThing } from '../contract/storage.ts';
import type { Translate } from '../i18n/index.ts';

/** Lists what is not on disk, such as `settings, masks`. */
export function unsavedWords(things: readonly UnsavedThing[], t: Translate): string {
  return things.map((thing) => t(`unsaved.${thing}`)).join(t.separators.list);
}
