// Composes the prompt from the instruction and the optional fields for change, preservation and style. Pure functions.

import { fixedTexts, localeOfText, type Translate } from '../../../shared/i18n/index.ts';

/** The optional fields beside the instruction, as recommended by the relay API (§2.3, prompt of the JSON form). */
export type InstructionGuide = { change: string; keep: string; style: string };

/** No field filled in. */
export const NO_GUIDE: InstructionGuide = { change: '', keep: '', style: '' };

/** The fields, in the order in which they are shown and sent. */
export const GUIDE_FIELDS = ['change', 'keep', 'style'] as const satisfies readonly (keyof InstructionGuide)[];

/**
 * Returns the prompt: the instruction, then one line for each filled field, named in the language of the instruction.
 */
export function composePrompt(instruction: string, guide: InstructionGuide): string {
  const t = fixedTexts(localeOfText([instruction, ...Object.values(guide)].join('')));
  const lines = GUIDE_FIELDS.map((field) => [field, guide[field].trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([field, text]) => t(`prompt.guide.${field}`, { text }));
  return [instruction.trim(), ...lines].filter((line) => line !== '').join('\n');
}

/** Whether any field is filled in. */
export function isGuided(guide: InstructionGuide): boolean {
  return GUIDE_FIELDS.some((field) => guide[field].trim() !== '');
}

/** The name of a picture of the tray in an instruction, in the language of the interface. */
export function mentionOf(number: number, t: Translate): string {
  return t('prompt.mention', { number });
}

/** Pictures named in an instruction: `image 2`, `images 2 and 3`, `图2`, `图片 2`. */
const MENTION = /(\bimages?\s?|图片?\s?)(\d{1,2}(?:(?:,\s?|\s(?:and|or|to)\s|[、和与])\d{1,2})*)(?![\d.]\d|\d)/gi;
/** What stands for the number of a picture that is gone. */
const GONE = '[?]';
/** The same, also with pictures that are gone. */
const NAMED = new RegExp(MENTION.source.replaceAll('\\d{1,2}', '(?:\\d{1,2}|\\[\\?\\])'), 'gi');

/**
 * Returns the instruction after pictures have moved or gone: each still names the pictures that it named before. One
 * that is gone is named `image [?]`.
 * @param before the keys of the pictures until now @param after those from now on
 */
export function withMentions(instruction: string, before: readonly string[], after: readonly string[]): string {
  return instruction.replace(MENTION, (_, word: string, numbers: string) => {
    const renumbered = numbers.replace(/\d+/g, (digits) => {
      const key = before[Number(digits) - 1];
      if (key === undefined) return digits;
      const at = after.indexOf(key);
      return at < 0 ? GONE : String(at + 1);
    });
    return word + renumbered;
  });
}

/** A part of an instruction; `mention`: it names pictures that are there; `gone`: one that it names is gone. */
export type InstructionPart = { text: string; kind: 'words' | 'mention' | 'gone' };

/** Divides an instruction at the pictures it names. @param count the number of pictures */
export function instructionParts(instruction: string, count: number): InstructionPart[] {
  const parts: InstructionPart[] = [];
  let at = 0;
  for (const { 0: text, index } of instruction.matchAll(NAMED)) {
    const isGone = text.includes(GONE);
    if (!isGone && (text.match(/\d+/g) ?? []).some((digits) => Number(digits) < 1 || Number(digits) > count)) continue;
    parts.push({ text: instruction.slice(at, index), kind: 'words' }, { text, kind: isGone ? 'gone' : 'mention' });
    at = index + text.length;
  }
  return [...parts, { text: instruction.slice(at), kind: 'words' as const }].filter(({ text }) => text !== '');
}

/** Whether an instruction names a picture that is gone: see `withMentions`. */
export function namesGonePicture(instruction: string): boolean {
  return instruction.includes(GONE);
}
