// Says in an instruction where to edit, for request forms and models without a mask, and reads it back. It must not know masks or pictures.

import { createTranslator, localeOfText, TRANSLATORS, type Translate } from '../i18n/index.ts';
import { type GridBox, readBoxTags } from './mask-regions.ts';

/** What the instruction can point to. */
export type MaskHint = {
  /** Parts of the mask as `<bbox>` tags, see `boxTag`; none are not mentioned. */
  boxTags: readonly string[];
  /** Place, from 1, of the annotated image among the pictures sent; null without one. */
  annotatedImage: number | null;
};

/** The instruction with the hint after it, in the instruction's own language; the instruction alone where there is nothing to point to. */
export function withMaskHint(instruction: string, { boxTags, annotatedImage }: MaskHint): string {
  const text = instruction.trim();
  if (boxTags.length === 0 && annotatedImage === null) return text;
  const t = createTranslator(localeOfText(text));
  const lines = [
    text,
    ...(boxTags.length > 0 ? [t('prompt.maskAreas', { areas: boxTags.join(' ') })] : []),
    ...(annotatedImage === null ? [] : [t('prompt.annotatedImage', { number: annotatedImage })]),
    t('prompt.keepRest'),
  ];
  return lines.join('\n');
}

/** What a hint says: the instruction without it, the areas, and the place of the annotated image, from 1. */
type ReadMaskHint = { instruction: string; boxes: GridBox[]; annotatedImage: number | null };

/** Takes apart what {@link withMaskHint} has put together; a prompt without a hint is all instruction. */
export function readMaskHint(prompt: string): ReadMaskHint {
  const instruction: string[] = [];
  let boxes: GridBox[] = [];
  let annotatedImage: number | null = null;
  for (const line of prompt.split(/\r?\n/)) {
    const area = between(line, (t) => t('prompt.maskAreas', { areas: GAP }));
    const picture = Number(between(line, (t) => t('prompt.annotatedImage', { number: GAP })));
    if (area !== undefined) boxes = [...boxes, ...readBoxTags(area)];
    else if (Number.isInteger(picture) && picture > 0) annotatedImage = picture;
    else instruction.push(line);
  }
  const isHinted = boxes.length > 0 || annotatedImage !== null;
  const isKeep = (line: string): boolean => isHinted && TRANSLATORS.some((t) => line === t('prompt.keepRest'));
  return { instruction: instruction.filter((line) => !isKeep(line)).join('\n'), boxes, annotatedImage };
}

/** Stands for what differs in a sentence. */
const GAP = '\0';

/** What stands in the gap of a sentence, in any language; undefined where the line is another one. */
function between(line: string, sentence: (t: Translate) => string): string | undefined {
  for (const t of TRANSLATORS) {
    const [before = '', after = ''] = sentence(t).split(GAP);
    if (line.length > before.length + after.length && line.startsWith(before) && line.endsWith(after))
      return line.slice(before.length, line.length - after.length);
  }
  return undefined;
}
