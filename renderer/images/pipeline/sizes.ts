// Checks that the files, masks and plan of a message belong to the same picture.

import type { PicturePart } from '../../../shared/images/detail.ts';
import type { Size } from '../../../shared/images/size.ts';
import type { Coverage } from '../../engines/pixels/pixels.ts';
import type { OwnBytes } from './tasks-contract.ts';

/** Thrown when they do not belong to the same picture. */
export class SizesDiffer extends Error {}

/** Interprets bytes as the coverage of a picture of this size. @throws SizesDiffer */
export function asCoverage(data: OwnBytes, { width, height }: Size): Coverage {
  if (data.length !== width * height) throw new SizesDiffer('The mask is not as large as its picture.');
  return { data, width, height };
}

/** Checks that a picture has the planned size. @throws SizesDiffer */
export function requireSize(found: Size, planned: Size): void {
  if (found.width !== planned.width || found.height !== planned.height) {
    throw new SizesDiffer('The picture is not as large as planned.');
  }
}

/** Checks that a part lies inside its picture. @throws SizesDiffer */
export function requirePart({ width, height }: Size, part: PicturePart): void {
  const isInside = part.x >= 0 && part.y >= 0 && part.x + part.width <= width && part.y + part.height <= height;
  if (!isInside) throw new SizesDiffer('The part is not inside the picture.');
}
