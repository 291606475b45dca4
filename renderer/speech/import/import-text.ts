// What is said about an imported file, in words.

import type { Translate } from '../../../shared/i18n/index.ts';
import type { Delimiter } from '../../../shared/import/csv.ts';
import type { TextEncoding } from '../../../shared/import/decode-text.ts';
import type { ImportedScript } from '../../../shared/import/imported-script.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { utf8ByteLength } from '../../../shared/text/utf8.ts';

/** The names of encodings, the same in every language. */
export const ENCODING_NAMES: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB 18030',
  big5: 'Big5',
  shift_jis: 'Shift JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'windows-1250': 'Windows-1250',
  'windows-1251': 'Windows-1251',
  'windows-1252': 'Windows-1252',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
  'windows-1255': 'Windows-1255',
  'windows-1256': 'Windows-1256',
  'windows-1257': 'Windows-1257',
  'windows-1258': 'Windows-1258',
  'windows-874': 'Windows-874',
  'iso-8859-2': 'ISO 8859-2',
  'koi8-r': 'KOI8-R',
};

/** So many rows of a file are named. */
const LISTED_ROWS = 8;
const PREVIEW_LINES = 8;
const PREVIEW_CHARACTERS = 160;

/** What separates the cells of a table, in words. */
export const DELIMITER_WORDS = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '': 'none',
} as const satisfies Record<Delimiter, string>;

/** The beginning of a text, without blank lines. */
export function previewOf({ text }: ImportedScript): string {
  const lines: string[] = [];
  for (const row of text.slice(0, 10_000).split('\n')) {
    if (row.trim() !== '') lines.push(row.length > PREVIEW_CHARACTERS ? `${row.slice(0, PREVIEW_CHARACTERS)}…` : row);
    if (lines.length === PREVIEW_LINES) break;
  }
  return lines.join('\n');
}

/** What was found, guessed and lost, a sentence each. @param limitBytes of one request */
export function factsOf(script: ImportedScript, limitBytes: number, t: Translate): string[] {
  const { text, chapters, notes, noteRows } = script;
  const long = linesOf(text).filter(
    ({ textFrom, textTo }) =>
      // A UTF-16 unit has three bytes at most.
      (textTo - textFrom) * 3 > limitBytes && utf8ByteLength(text.slice(textFrom, textTo)) > limitBytes,
  ).length;
  return [
    ...(chapters.length > 0 ? [t('import.chapters', { count: chapters.length })] : []),
    ...(long > 0 ? [t('import.longLines', { count: long })] : []),
    ...Array.from(notes, ([note, count]) => {
      const fact = t(`import.note.${note}`, { count });
      const rows = noteRows.get(note);
      if (!rows) return fact;
      const listed = rows.slice(0, LISTED_ROWS).join(t.separators.list) + (rows.length > LISTED_ROWS ? '…' : '');
      return t('import.note.inRows', { fact, rows: listed });
    }),
  ];
}

/** Number of lines of a script. */
export function lineCountOf({ text }: ImportedScript): number {
  return linesOf(text).length;
}
