// Says in an instruction where to edit, for request forms and models without a mask. What is said is shown before it is sent.

/** What the instruction can point to. */
export type MaskHint = {
  /** Parts of the mask as `<bbox>` tags, see `boxTag`; none are not mentioned. */
  boxTags: readonly string[];
  /** Place, from 1, of the marked copy among the pictures sent; null without one. */
  markedPicture: number | null;
};

/** The words of one language. `picture` is the picture's place, from 1. */
type Words = { areas: (tags: string) => string; marked: (picture: number) => string; keep: string };

const ENGLISH: Words = {
  areas: (tags) => `Edit only this area of image 1: ${tags}.`,
  marked: (picture) =>
    `Image ${picture} is a copy of image 1 in which the area to edit is tinted and outlined in magenta; it is only a guide, do not show the magenta.`,
  keep: 'Leave everything else in image 1 exactly as it is: same position, size and colours.',
};
const CHINESE: Words = {
  areas: (tags) => `只编辑图1中的这个区域：${tags}。`,
  marked: (picture) => `图${picture}是图1的副本，需要编辑的区域用洋红色着色并描边；它只作指示，结果中不要出现洋红色。`,
  keep: '图1的其余部分保持完全不变，包括位置、大小和颜色。',
};

/** The instruction with the hint after it, in the instruction's own language; the instruction alone where there is nothing to point to. */
export function withMaskHint(instruction: string, { boxTags, markedPicture }: MaskHint): string {
  const text = instruction.trim();
  if (boxTags.length === 0 && markedPicture === null) return text;
  const words = /\p{Script=Han}/u.test(text) ? CHINESE : ENGLISH;
  const lines = [
    text,
    ...(boxTags.length > 0 ? [words.areas(boxTags.join(' '))] : []),
    ...(markedPicture === null ? [] : [words.marked(markedPicture)]),
    words.keep,
  ];
  return lines.join('\n');
}
