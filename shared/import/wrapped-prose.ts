// Prose whose rows end where the paper did: each sentence would become several lines of a script.

import { joinRows } from './join-rows.ts';

/** Widths of paper, in columns. A wider row is a paragraph by itself, narrower ones are verses. */
const MIN_WIDTH = 40;
const MAX_WIDTH = 100;
/** So many breaks inside of paragraphs, of which this share is where the next word had no room, are no chance. */
const MIN_BREAKS = 3;
const MIN_SHARE = 0.9;
/** Marks of Chinese and Japanese that begin no row: what is before them goes to the next row with them. */
const MARK_ROOM = 4;
const WIDE = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g;
const DIVIDED_WORD = /(?<=\p{L}[-\u2010])\n(?=\p{Ll})/gu;

/**
 * Joins the rows of hard-wrapped prose to paragraphs; undefined if a text is not. A row is joined with the next one if
 * that one's first word had no room in it; a hyphen between them stays.
 */
export function joinWrappedProse(text: string): string | undefined {
  const rows = text.split(/\r\n|\n|\r/);
  const width = rows.reduce((widest, row) => Math.max(widest, widthOf(row.trimEnd())), 0);
  if (width < MIN_WIDTH || width > MAX_WIDTH) return undefined;
  const isWrapped = rows.map((row, i) => isForced(row, rows[i + 1] ?? '', width));
  const breaks = rows.filter((row, i) => row.trim() !== '' && (rows[i + 1] ?? '').trim() !== '').length;
  const forced = isWrapped.filter(Boolean).length;
  if (forced < MIN_BREAKS || forced < breaks * MIN_SHARE) return undefined;
  const paragraphs: string[] = [''];
  for (const [i, row] of rows.entries()) {
    paragraphs.push((paragraphs.pop() ?? '') + row);
    if (isWrapped[i]) paragraphs.push(`${paragraphs.pop()}\n`);
    else if (i < rows.length - 1) paragraphs.push('');
  }
  return paragraphs.map((paragraph) => joinRows(paragraph.replace(DIVIDED_WORD, ''))).join('\n');
}

/** Whether the first word of the next row had no room in this one. */
function isForced(row: string, next: string, width: number): boolean {
  if (row.trim() === '' || next.trim() === '') return false;
  // The first row of a paragraph is set in.
  if (/^\s/.test(next) && !/^\s/.test(row)) return false;
  const word = /^\s*(\p{Ideographic}|[^\s\p{Ideographic}]+)/u.exec(next)?.[1] ?? '';
  const isWide = /\p{Ideographic}/u.test(word);
  return widthOf(row.trimEnd()) + widthOf(word) + (isWide ? MARK_ROOM : 1) > width;
}

/** Columns of a text: a wide character takes two. */
function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}
