// The text of a mask's figures. Independent of where it is shown.

import type { Translate } from '../../../shared/i18n/index.ts';
import type { MaskFigures } from '../images-state.ts';

/** The id of the element with the mask's coverage; it describes the canvas. */
export const MASK_TEXT_ID = 'mask-text';

/** `mask 12 %`, `no mask`, or that it covers everything. */
export function formatMask(mask: MaskFigures, t: Translate): string {
  if (mask.isEmpty) return t('images.noMask');
  if (mask.isFull) return t('images.maskFull');
  return t('images.maskShare', { percent: formatPercent(mask.coveredRatio) });
}

/** A share in percent; only an exact 0 is shown as 0, only an exact 1 as 100. */
export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  if (percent > 0 && percent < 0.1) return '< 0.1';
  if (percent < 1) return percent === 0 ? '0' : percent.toFixed(1);
  return String(ratio < 1 ? Math.min(99, Math.round(percent)) : 100);
}
