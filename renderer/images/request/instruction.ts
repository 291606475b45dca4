// Puts an instruction together from what a person says should change, stay and be the style. Pure.

/** The optional fields beside the instruction: what to state is recommended by the relay API (§2.3, prompt of the JSON form). */
export type InstructionGuide = { change: string; keep: string; style: string };

/** Nothing filled in. */
export const NO_GUIDE: InstructionGuide = { change: '', keep: '', style: '' };

/** The fields in the order they are asked for and written. */
export const GUIDE_FIELDS = ['change', 'keep', 'style'] as const satisfies readonly (keyof InstructionGuide)[];

const WORDS = {
  en: { change: 'Change', keep: 'Keep', style: 'Style', mark: ': ' },
  zh: { change: '修改', keep: '保留', style: '风格', mark: '：' },
} as const;

/** The prompt as it is sent: the instruction, then a line for each field filled in, named in the language of the words. */
export function composePrompt(instruction: string, guide: InstructionGuide): string {
  const said = [instruction, ...Object.values(guide)].join('');
  const words = /\p{Script=Han}/u.test(said) ? WORDS.zh : WORDS.en;
  const lines = GUIDE_FIELDS.map((field) => [words[field], guide[field].trim()] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}${words.mark}${text}`);
  return [instruction.trim(), ...lines].filter((line) => line !== '').join('\n');
}

/** Whether any field is filled in. */
export function isGuided(guide: InstructionGuide): boolean {
  return GUIDE_FIELDS.some((field) => guide[field].trim() !== '');
}

/** How a picture of the tray is named in an instruction, in the language of the interface. */
export function mentionOf(number: number, locale: 'en' | 'zh'): string {
  return locale === 'zh' ? `图${number}` : `image ${number}`;
}
