// Annotates the masked region on a copy of the picture, for models that do not support masks.

import { NO_CHECKPOINT } from '../checkpoint.ts';
import type { Coverage, Pixels } from '../pixels.ts';
import { growAndFeather } from './feather.ts';

/** Magenta: rare in pictures, and a colour name that models understand. */
const COLOUR = [255, 0, 255] as const;
/** How strongly the region is tinted; its content must stay recognisable. */
const TINT = 0.35;
/** Width of the outline, as a share of the picture's longer side, and its minimum in pixels. */
const OUTLINE = { share: 0.004, leastPx: 2 } as const;

/** Tints the covered pixels and draws an outline around them, in place. Annotated pixels become opaque. */
export async function annotateRegion(pixels: Pixels, mask: Coverage, checkpoint = NO_CHECKPOINT): Promise<void> {
  const outlinePx = Math.max(OUTLINE.leastPx, Math.round(Math.max(mask.width, mask.height) * OUTLINE.share));
  const { data: grown } = await growAndFeather(mask, outlinePx, 0, checkpoint);
  const { data } = pixels;
  for (let i = 0; i < grown.length; i++) {
    if (grown[i] === 0) continue;
    const share = mask.data[i] === 0 ? 1 : TINT;
    for (let k = 0; k < 3; k++) data[4 * i + k] = (data[4 * i + k] ?? 0) * (1 - share) + (COLOUR[k] ?? 0) * share;
    data[4 * i + 3] = 255;
  }
}
