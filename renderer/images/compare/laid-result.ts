// Where a result is drawn in a comparison. Pure functions.

import type { EditItem } from '../../../shared/contract/library.ts';
import type { Picture } from '../../../shared/contract/media.ts';
import type { Size } from '../../../shared/images/size.ts';
import { canShow } from '../../items/picture-text.ts';
import { sizeOf } from '../images-state.ts';
import type { LaidPicture } from './compare-drawing.ts';
import { placeInPart, placeReply, placeWhole, WHOLE_FRAME } from './compare-geometry.ts';

/** A result in its place in the frame; null if nothing of it can be shown. @param shown its version */
export function laidResult(
  item: EditItem,
  shown: Picture,
  frame: Size,
  missing: ReadonlyMap<string, unknown>,
): LaidPicture | null {
  if (!canShow(item, shown) || missing.has(shown.mediaId)) return null;
  const url = `/media/${shown.mediaId}`;
  // A protected picture has the size of its own source, which may not be the one of the frame.
  if (shown !== item.raw) return { url, place: placeWhole(frame, sizeOf(shown)) };
  const { part, options, pictures } = item.request;
  if (part === null) return { url, place: placeReply(frame, options.size, sizeOf(shown)) };
  const place = placeInPart(placeReply(part, options.size, sizeOf(shown)), part, frame);
  const sourceId = pictures[0]?.mediaId;
  if (sourceId === undefined || missing.has(sourceId)) return { url, place };
  return { url, place, over: { url: `/media/${sourceId}`, part: placeInPart(WHOLE_FRAME, part, frame) } };
}
