// Describes in one line what pressing *Edit image* will send. Independent of where the line is shown.

import type { Translate } from '../../../shared/i18n/index.ts';
import type { FormAnswer } from '../../../shared/images/request-form.ts';
import type { MaskFigures } from '../images-state.ts';
import { formatMask } from '../mask/mask-text.ts';

/**
 * What each request sends: the pictures if there are several, how the mask is delivered, the size. Returns the parts in
 * order.
 */
export function consequenceParts(answer: FormAnswer, mask: MaskFigures, size: string | null, t: Translate): string[] {
  return [
    ...formatPictures(answer, t),
    ...(answer.mask?.hasRegion ? [t('images.regionInText')] : []),
    // That text makes the line long enough; the size is shown at its own field.
    ...(answer.isMaskAppliedHere ? [t('images.maskHere')] : [formatMask(mask, t), ...(size === null ? [] : [size])]),
  ];
}

function formatPictures({ sentPictures, mask }: FormAnswer, t: Translate): string[] {
  const hasAnnotatedImage = mask?.hasAnnotatedImage ?? false;
  const count = hasAnnotatedImage ? sentPictures - 1 : sentPictures;
  const pictures = t('images.pictures', { count });
  if (hasAnnotatedImage) return [t('images.andAnnotatedImage', { pictures })];
  return count > 1 ? [pictures] : [];
}
