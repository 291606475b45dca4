// Titles of items, from the words a person wrote.

const TITLE_CHARACTERS = 80;

/** The first words of a text on one line. */
export function titleOf(text: string): string {
  return [...text.trim().replace(/\s+/g, ' ')].slice(0, TITLE_CHARACTERS).join('');
}
