// Putting a result of a cropped picture back into the whole picture.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { Translate } from '../../../shared/i18n/index.ts';
import { canUse } from '../../items/picture-text.ts';
import { shownPicture } from '../../items/versions.ts';
import { type Announcer, announceStep } from '../../work/offer-undo.ts';
import type { Images, PutBackResult } from '../images-state.ts';
import type { ImagesStore } from '../images-store.ts';
import { isRawShown } from '../middle.ts';

/**
 * What is put back of a result, in the version that is shown; null if it was not made of a cropped picture, is not as
 * large as that, or the whole picture is not there any more.
 */
export function putBackOf(
  item: EditItem,
  { middle, missingFiles }: Pick<Images, 'middle' | 'missingFiles'>,
): PutBackResult | null {
  const [source] = item.request.pictures;
  const cutFrom = source?.kind === 'media' ? source.cutFrom : undefined;
  const shown = shownPicture(item, missingFiles, isRawShown(middle, item.id));
  if (cutFrom === undefined || missingFiles.has(cutFrom.mediaId) || !canUse(item, shown)) return null;
  const { width, height } = cutFrom.crop.frame;
  if (shown.widthPx !== width || shown.heightPx !== height) return null;
  return { mediaId: shown.mediaId, cutFrom };
}

/** Replaces picture 1 by the whole picture with a result in its place, once that is complete, and offers to undo that. */
export async function putBackShown(
  announcer: Announcer,
  store: ImagesStore,
  item: EditItem,
  t: Translate,
): Promise<void> {
  const isRaw = isRawShown(store.getState().middle, item.id);
  const made = isRaw ? item : await store.getState().whenMade(item);
  const result = putBackOf(made, store.getState());
  if (result === null) return;
  const step = await store.getState().putBack(result);
  if (step !== null) announceStep(announcer, 'images', t('images.putBackDone'), step);
}
