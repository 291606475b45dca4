// Titles of items, from the text a person wrote.

const TITLE_CHARACTERS = 80;

/** The beginning of a text on one line, at most 80 characters. */
export function titleOf(text: string): string {
  return [...text.trim().replace(/\s+/g, ' ')].slice(0, TITLE_CHARACTERS).join('');
}
