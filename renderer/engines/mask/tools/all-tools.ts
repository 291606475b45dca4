// All tools by their keys. They are passed to the engine, so that it imports neither icons nor React.

import type { MaskTool } from '../../../../shared/images/mask-tools.ts';
import { brush } from './brush.ts';
import { ellipse } from './ellipse.ts';
import { eraser } from './eraser.ts';
import { hand } from './hand.ts';
import { lasso } from './lasso.ts';
import { quickSelect } from './quick-select.ts';
import { rectangle } from './rectangle.ts';
import type { Tool } from './tool.ts';
import { wand } from './wand.ts';
import { zoom } from './zoom.ts';

/** The tools. */
export const TOOLS: Readonly<Record<MaskTool, Tool>> = {
  brush,
  eraser,
  lasso,
  rectangle,
  ellipse,
  quickSelect,
  wand,
  hand,
  zoom,
};
