// Whether files, masks and plan that came in one message belong to one picture.

import type { Size } from '../../../shared/images/size.ts';
import type { Coverage } from '../../pixels/pixels.ts';
import type { OwnBytes } from './tasks-contract.ts';

/** They do not. */
export class SizesDiffer extends Error {}

/** Coverage of a picture of that size. @throws SizesDiffer */
export function asCoverage(data: OwnBytes, { width, height }: Size): Coverage {
  if (data.length !== width * height) throw new SizesDiffer('The mask is not as large as its picture.');
  return { data, width, height };
}

/** @throws SizesDiffer when a picture is not as large as planned */
export function requireSize(found: Size, planned: Size): void {
  if (found.width !== planned.width || found.height !== planned.height) {
    throw new SizesDiffer('The picture is not as large as planned.');
  }
}
