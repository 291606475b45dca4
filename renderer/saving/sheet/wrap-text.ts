// Breaks a text into lines of a width, in any script: between words, or within what has no spaces.

/** More characters than any place on a sheet has room for; the rest is not looked at. */
const MAX_CHARACTERS = 2000;
const ELLIPSIS = '…';
/** What begins no line of its own: it belongs to what follows. */
const OPENING = /^[\p{Ps}\p{Pi}]+$/u;
/** What ends a line rather than beginning the next: punctuation and symbols, no words. */
const CLOSING = /^[^\p{L}\p{N}\s]+$/u;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Breaks a text into lines; white space counts as one space. What does not fit into the last line is cut, which a
 * trailing `…` shows. No grapheme (an emoji, a letter with its marks) is divided, unless it is wider than a line.
 * @param measure returns the width of a text. @param locale decides where words of Chinese and others end.
 */
export function wrapText(
  text: string,
  width: number,
  maxLines: number,
  measure: (text: string) => number,
  locale: string,
): string[] {
  const clean = text.toWellFormed().slice(0, MAX_CHARACTERS).replace(/\s+/g, ' ').trim();
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(clean, width, measure, locale)) {
    const longer = line + piece;
    if (line === '' || measure(longer.trimEnd()) <= width) {
      line = line === '' ? piece.trimStart() : longer;
      continue;
    }
    lines.push(line.trimEnd());
    line = piece.trimStart();
    if (lines.length === maxLines) return withEllipsis(lines, width, measure);
  }
  if (line.trimEnd() !== '') lines.push(line.trimEnd());
  return text.length > MAX_CHARACTERS && lines.length === maxLines ? withEllipsis(lines, width, measure) : lines;
}

/** What is not divided among lines: words with the punctuation around them; of too wide ones, their graphemes. */
function piecesOf(text: string, width: number, measure: (text: string) => number, locale: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)) {
    const last = pieces.at(-1);
    const belongsToLast =
      last !== undefined &&
      !last.endsWith(' ') &&
      (segment === ' ' || OPENING.test(last) || (CLOSING.test(segment) && !OPENING.test(segment)));
    if (belongsToLast) pieces[pieces.length - 1] = last + segment;
    else pieces.push(segment);
  }
  return pieces.flatMap((piece) =>
    measure(piece.trim()) <= width ? [piece] : Array.from(graphemes.segment(piece), ({ segment }) => segment),
  );
}

function withEllipsis(lines: readonly string[], width: number, measure: (text: string) => number): string[] {
  const kept = Array.from(graphemes.segment(lines.at(-1) ?? ''), ({ segment }) => segment);
  while (kept.length > 0 && measure(kept.join('').trimEnd() + ELLIPSIS) > width) kept.pop();
  return [...lines.slice(0, -1), kept.join('').trimEnd() + ELLIPSIS];
}
