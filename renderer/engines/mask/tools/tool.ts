// What the file of a tool declares: its behaviour for the engine, its icon, and its options as data. Types only.

import type { LucideIcon } from 'lucide-react';
import type { CommandId } from '../../../../shared/app/commands.ts';
import type { PlainMessageKey } from '../../../../shared/i18n/messages.ts';
import type { FlagSetting, NumberSetting } from '../../../../shared/images/mask-tools.ts';
import type { Box } from '../painting/shapes.ts';
import type { PaintingTool, ViewTool } from '../tool-api.ts';
import type { Point } from '../view/view.ts';

/** A control of the options bar. The ranges and defaults of settings are in `TOOL_SETTINGS`. */
export type ToolOption =
  /**
   * `name` is the accessible name where the label next to the slider is not specific enough; `commands` change the
   * setting by keys. With `typed` the number can also be typed, in a field of that name.
   */
  | {
      type: 'slider';
      setting: NumberSetting;
      label: PlainMessageKey;
      name?: PlainMessageKey;
      typed?: PlainMessageKey;
      commands?: readonly CommandId[];
    }
  /** A number that is either at its maximum or 0. */
  | { type: 'switch'; setting: NumberSetting; label: PlainMessageKey }
  | {
      type: 'choice';
      setting: FlagSetting;
      label: PlainMessageKey;
      choices: readonly { value: boolean; label: PlainMessageKey }[];
    }
  /** A shape entered as numbers: the one that fits into a box. */
  | { type: 'exactShape'; label: PlainMessageKey; outline: (box: Box) => Point[] }
  /** Less important options, behind a button. */
  | { type: 'more'; label: PlainMessageKey; options: readonly ToolOption[] };

/** A tool for painting, except for its icon. */
export type PaintingToolParts = PaintingTool & { options: readonly ToolOption[] };

/** A tool for the view, and the command of a double click on its button. */
type ViewToolParts = ViewTool & { options: readonly ToolOption[]; doubleClick: CommandId };

/** A tool. */
export type Tool = (PaintingToolParts | ViewToolParts) & { icon: LucideIcon };
