// What the file of a tool declares: what the engine needs of it, its icon, and its options as data. Types only.

import type { LucideIcon } from 'lucide-react';
import type { CommandId } from '../../../shared/commands.ts';
import type { PlainMessageKey } from '../../../shared/i18n/messages.ts';
import type { FlagSetting, NumberSetting } from '../../../shared/images/mask-tools.ts';
import type { Box } from '../painting/shapes.ts';
import type { EngineTool } from '../tool-api.ts';
import type { Point } from '../view/view.ts';

/** A control of the options bar. What a setting ranges over, and how it begins, stands in `TOOL_SETTINGS`. */
export type ToolOption =
  /** `name` is the accessible name where the word beside the slider does not say enough; `commands` change the setting by keys. */
  | {
      type: 'slider';
      setting: NumberSetting;
      label: PlainMessageKey;
      name?: PlainMessageKey;
      commands?: readonly CommandId[];
    }
  /** All of a number or nothing. */
  | { type: 'switch'; setting: NumberSetting; label: PlainMessageKey }
  | {
      type: 'choice';
      setting: FlagSetting;
      label: PlainMessageKey;
      choices: readonly { value: boolean; label: PlainMessageKey }[];
    }
  /** A shape by numbers: the one that fits into a box. */
  | { type: 'exactShape'; label: PlainMessageKey; outline: (box: Box) => Point[] }
  /** Options that matter less, behind a button. */
  | { type: 'more'; label: PlainMessageKey; options: readonly ToolOption[] };

/** A tool. */
export type Tool = EngineTool & { icon: LucideIcon; options: readonly ToolOption[] };
