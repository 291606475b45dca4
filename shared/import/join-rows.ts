// Rows of a file as one line.

/** A break between two wide characters needs no space. */
const WIDE_BREAK =
  /(?<=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60])[ \t]*\n[ \t]*(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60])/g;

/** Joins rows to one: with a space, or with nothing between two wide characters. */
export function joinRows(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(WIDE_BREAK, '')
    .replace(/[ \t]*\n\s*/g, ' ')
    .trim();
}
