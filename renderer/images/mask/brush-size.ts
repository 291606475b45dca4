// The sizes of the brush: the first one for a picture, and the steps of the keys.

import { TOOL_SETTINGS } from '../../../shared/images/mask-tools.ts';

const { min, max } = TOOL_SETTINGS.sizePx;
/** The first size, as a share of the picture's short side. */
const FIRST_SHARE = 0.02;
/** Up to each size, the keys step by this many pixels. */
const STEPS: readonly (readonly [upToPx: number, stepPx: number])[] = [
  [10, 1],
  [20, 2],
  [50, 5],
  [100, 10],
  [200, 20],
  [500, 50],
  [max, 100],
];

/** The closest possible size, in whole picture pixels. */
export function possibleBrushSize(sizePx: number): number {
  return Math.min(max, Math.max(min, Math.round(sizePx)));
}

/** The brush for a picture of which nobody has chosen one yet: 2 % of its short side. */
export function firstBrushSize({ widthPx, heightPx }: { widthPx: number; heightPx: number }): number {
  return possibleBrushSize(FIRST_SHARE * Math.min(widthPx, heightPx));
}

/** The next larger (1) or smaller (-1) size of the keys. The steps grow with the size and end at round numbers. */
export function steppedBrushSize(sizePx: number, direction: 1 | -1): number {
  const [, stepPx] = STEPS.find(([upToPx]) => (direction > 0 ? sizePx < upToPx : sizePx <= upToPx)) ?? [max, 1];
  const steps = sizePx / stepPx;
  return possibleBrushSize((direction > 0 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * stepPx);
}
