// Says in an instruction where to edit, for request forms and models without a mask, and reads it back. It must not know masks or pictures.

import { type GridBox, readBoxTags } from './mask-regions.ts';

/** What the instruction can point to. */
export type MaskHint = {
  /** Parts of the mask as `<bbox>` tags, see `boxTag`; none are not mentioned. */
  boxTags: readonly string[];
  /** Place, from 1, of the annotated image among the pictures sent; null without one. */
  annotatedImage: number | null;
};

/** The words of one language. `picture` is the picture's place, from 1. */
type Words = { areas: (tags: string) => string; annotated: (picture: number | string) => string; keep: string };

const ENGLISH: Words = {
  areas: (tags) => `Edit only this area of image 1: ${tags}.`,
  annotated: (picture) =>
    `Image ${picture} is a copy of image 1 in which the area to edit is tinted and outlined in magenta; it is only a guide, do not show the magenta.`,
  keep: 'Leave everything else in image 1 exactly as it is: same position, size and colours.',
};
const CHINESE: Words = {
  areas: (tags) => `只编辑图1中的这个区域：${tags}。`,
  annotated: (picture) =>
    `图${picture}是图1的副本，需要编辑的区域用洋红色着色并描边；它只作指示，结果中不要出现洋红色。`,
  keep: '图1的其余部分保持完全不变，包括位置、大小和颜色。',
};

/** The instruction with the hint after it, in the instruction's own language; the instruction alone where there is nothing to point to. */
export function withMaskHint(instruction: string, { boxTags, annotatedImage }: MaskHint): string {
  const text = instruction.trim();
  if (boxTags.length === 0 && annotatedImage === null) return text;
  const words = /\p{Script=Han}/u.test(text) ? CHINESE : ENGLISH;
  const lines = [
    text,
    ...(boxTags.length > 0 ? [words.areas(boxTags.join(' '))] : []),
    ...(annotatedImage === null ? [] : [words.annotated(annotatedImage)]),
    words.keep,
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
    const area = between(line, ({ areas }) => areas(GAP));
    const picture = Number(between(line, ({ annotated }) => annotated(GAP)));
    if (area !== undefined) boxes = [...boxes, ...readBoxTags(area)];
    else if (Number.isInteger(picture) && picture > 0) annotatedImage = picture;
    else instruction.push(line);
  }
  const isHinted = boxes.length > 0 || annotatedImage !== null;
  const isKeep = (line: string): boolean => isHinted && [ENGLISH.keep, CHINESE.keep].includes(line);
  return { instruction: instruction.filter((line) => !isKeep(line)).join('\n'), boxes, annotatedImage };
}

/** Stands for what differs in a sentence. */
const GAP = '\0';

/** What stands in the gap of a sentence, in either language; undefined where the line is another one. */
function between(line: string, sentence: (words: Words) => string): string | undefined {
  for (const words of [ENGLISH, CHINESE]) {
    const [before = '', after = ''] = sentence(words).split(GAP);
    if (line.length > before.length + after.length && line.startsWith(before) && line.endsWith(after))
      return line.slice(before.length, line.length - after.length);
  }
  return undefined;
}
