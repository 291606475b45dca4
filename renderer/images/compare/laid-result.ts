// Where a result is drawn in a comparison. Pure functions.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { Size } from '../../../shared/images/size.ts';
import { canShow } from '../../items/picture-text.ts';
import { sizeOf } from '../images-state.ts';
import type { LaidPicture } from './compare-drawing.ts';
import { placeReply, placeWhole } from './compare-geometry.ts';

/** A result in its place in the frame; null if nothing of it can be shown. @param shown its version */
export function laidResult(
  item: EditItem,
  shown: Picture,
  frame: Size,
  missing: ReadonlyMap<string, unknown>,
): LaidPicture | null {
  if (!canShow(item, shown) || missing.has(shown.mediaId)) return null;
  const isRaw = shown === item.raw;
  // A protected picture has the size of its own source, which may not be the one of the frame.
  const place = isRaw ? placeReply(frame, item.request.options.size, sizeOf(shown)) : placeWhole(frame, sizeOf(shown));
  return { url: `/media/${shown.mediaId}`, place };
}
