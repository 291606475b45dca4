// Puts an instruction together from what a person says should change, stay and be the style. Pure.

import { createTranslator, localeOfText, type Translate } from '../../../shared/i18n/index.ts';

/** The optional fields beside the instruction: what to state is recommended by the relay API (§2.3, prompt of the JSON form). */
export type InstructionGuide = { change: string; keep: string; style: string };

/** Nothing filled in. */
export const NO_GUIDE: InstructionGuide = { change: '', keep: '', style: '' };

/** The fields in the order they are asked for and written. */
export const GUIDE_FIELDS = ['change', 'keep', 'style'] as const satisfies readonly (keyof InstructionGuide)[];

/** The prompt as it is sent: the instruction, then a line for each field filled in, named in the language of the words. */
export function composePrompt(instruction: string, guide: InstructionGuide): string {
  const t = createTranslator(localeOfText([instruction, ...Object.values(guide)].join('')));
  const lines = GUIDE_FIELDS.map((field) => [field, guide[field].trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => t(`prompt.guide.${field}`, { text }));
  return [instruction.trim(), ...lines].filter((line) => line !== '').join('\n');
}

/** Whether any field is filled in. */
export function isGuided(guide: InstructionGuide): boolean {
  return GUIDE_FIELDS.some((field) => guide[field].trim() !== '');
}

/** How a picture of the tray is named in an instruction, in the language of the interface. */
export function mentionOf(number: number, t: Translate): string {
  return t('prompt.mention', { number });
}
