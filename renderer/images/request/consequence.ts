// Says what pressing *Edit image* will send. Independent of where that is shown.

import type { Translate } from '../../../shared/i18n/index.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';

/**
 * What each request sends beside the picture: references, an annotated copy, and whether only the part around the mask
 * is sent of the picture; in order. How much is masked stands under the canvas.
 */
export function consequenceParts(answer: FormAnswer, isPart: boolean, t: Translate): string[] {
  return [...formatReferences(answer, t), ...(isPart ? [t('images.partSent')] : [])];
}

function formatReferences({ sentPictures, mask }: FormAnswer, t: Translate): string[] {
  const hasCopy = mask?.hasAnnotatedImage ?? false;
  const count = sentPictures - (hasCopy ? 2 : 1);
  return [...(count > 0 ? [t('images.references', { count })] : []), ...(hasCopy ? [t('images.annotatedCopy')] : [])];
}

/** What the model gets of a mask that is not sent as a file; empty without a mask, or if it is. */
export function formatMaskSent({ mask, isMaskAppliedHere }: FormAnswer, t: Translate): string {
  if (mask === null || !isMaskAppliedHere) return '';
  if (mask.hasAnnotatedImage) return t('images.maskSent.annotated');
  return t(mask.hasRegion ? 'images.maskSent.region' : 'images.maskSent.nothing');
}
