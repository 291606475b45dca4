// Characters that nobody sees and that change how others are seen: foreign texts are shown and named without them.

/**
 * Controls other than white space, those that turn the direction of text, and those without a picture. What joins or
 * selects the shape of its neighbours stays: emoji, Persian and Chinese variants consist of it.
 */
const HIDDEN =
  /(?![\t-\r\u0085]|\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** A text without hidden characters; line ends and tabs stay. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, '');
}

/** Whether anything of a text is seen. */
export function isSeen(text: string): boolean {
  return SEEN.test(text);
}
