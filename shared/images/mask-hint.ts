// Adds to an instruction where to edit, for request forms and models without a mask, and reads that hint back.

import { FIXED_TEXTS, type FixedTexts, fixedTexts, localeOfText } from '../i18n/index.ts';
import { type GridBox, readBoxTags } from './mask-regions.ts';

/** What the hint points to. */
export type MaskHint = {
  /** Parts of the mask as `<bbox>` tags, see `boxTag`; not mentioned if empty. */
  boxTags: readonly string[];
  /** Position, from 1, of the annotated image among the sent pictures; null without one. */
  annotatedImage: number | null;
};

/**
 * Appends the hint to the instruction, in the instruction's own language; returns the instruction unchanged if there is
 * nothing to point to.
 */
export function withMaskHint(instruction: string, { boxTags, annotatedImage }: MaskHint): string {
  const text = instruction.trim();
  if (boxTags.length === 0 && annotatedImage === null) return text;
  const t = fixedTexts(localeOfText(text));
  const lines = [
    text,
    ...(boxTags.length > 0 ? [t('prompt.maskAreas', { areas: boxTags.join(' ') })] : []),
    ...(annotatedImage === null ? [] : [t('prompt.annotatedImage', { number: annotatedImage })]),
    t('prompt.keepRest'),
  ];
  return lines.join('\n');
}

/**
 * The parts of a prompt: the instruction without the hint, the areas, and the position of the annotated image, from 1.
 */
type ReadMaskHint = { instruction: string; boxes: GridBox[]; annotatedImage: number | null };

/** Reverses {@link withMaskHint}; a prompt without a hint is all instruction. */
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
  const isKeep = (line: string): boolean => isHinted && FIXED_TEXTS.some((t) => line === t('prompt.keepRest'));
  return { instruction: instruction.filter((line) => !isKeep(line)).join('\n'), boxes, annotatedImage };
}

/** Placeholder for the variable part of a sentence. */
const GAP = '\0';

/** Returns the variable part of a sentence, in any language; undefined if the line is a different sentence. */
function between(line: string, sentence: (t: FixedTexts) => string): string | undefined {
  for (const t of FIXED_TEXTS) {
    const [before = '', after = ''] = sentence(t).split(GAP);
    if (line.length > before.length + after.length && line.startsWith(before) && line.endsWith(after))
      return line.slice(before.length, line.length - after.length);
  }
  return undefined;
}
