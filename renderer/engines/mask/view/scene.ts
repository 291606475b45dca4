// What the canvas of the mask shows.

import type { Size } from '../../../../shared/images/size.ts';
import type { CoveragePyramid } from './coverage-pyramid.ts';
import type { OverlayLook } from './overlay.ts';
import type { PictureLevels } from './picture-levels.ts';
import type { View } from './view.ts';

/** What is drawn. `picture` is undefined until it is decoded. */
export type Scene = {
  view: View;
  size: Size;
  picture: PictureLevels | undefined;
  coverage: CoveragePyramid;
  /** Seen where the mask covers, in place of the overlay's colour; `look` is then `REVEALING`. Of the size `size`. */
  beneath: PictureLevels | undefined;
  look: OverlayLook;
  /** White on black instead of the picture. */
  isMaskOnly: boolean;
};
