// Reads comma-separated values by RFC 4180, and the tables like them that spreadsheets write.

/** What separates the cells of a row; '' is nothing, so that a row is one cell. */
export const DELIMITERS = [',', ';', '\t', '|', ''] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** `unclosedQuotes` is 1 if a quotation mark had no end, so that it and all after it count as text. */
export type CsvTable = { rows: string[][]; unclosedQuotes: number; hasMoreRows: boolean };

const QUOTE = '"';
/** Quotation marks that a word processor has put in the place of straight ones, and those that end them. */
const CURLED: Readonly<Record<string, string>> = { '“': '”', '„': '“”', '«': '»' };
const SAMPLE_LENGTH = 10_000;
/** How a spreadsheet is told what separates the cells. */
const SEPARATOR_ROW = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i;

/** What a row `sep=` says about a table, and where its rows begin. */
export function toldDelimiter(text: string): { delimiter: Delimiter | undefined; start: number } {
  const [row = '', said] = SEPARATOR_ROW.exec(text) ?? [];
  return { delimiter: DELIMITERS.find((one) => one === said), start: row.length };
}

/**
 * The delimiter by which most rows at the beginning of a table have the same number of cells, more than one; of two such,
 * that which makes more cells. '' if there is none. A comma with a space behind it is one of a sentence.
 */
export function findDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_LENGTH).replace(/"[^"]*"/g, '');
  const rows = sample.split(/[\r\n]+/).filter((one) => one.trim() !== '');
  // The last row may be cut off.
  const whole = text.length > SAMPLE_LENGTH && rows.length > 1 ? rows.slice(0, -1) : rows;
  let best: { delimiter: Delimiter; share: number; width: number } = { delimiter: '', share: 0, width: 1 };
  for (const delimiter of DELIMITERS) {
    if (delimiter === '') continue;
    const { width, share } = usualWidth(whole.map((one) => one.split(delimiter)));
    if (width > 1 && (share > best.share || (share === best.share && width > best.width)))
      best = { delimiter, share, width };
  }
  return best.delimiter;
}

/**
 * The number of cells that most rows have, of two such the larger, and the share of these rows. A cell that begins with a
 * space is the rest of a sentence.
 */
export function usualWidth(rows: readonly (readonly string[])[]): { width: number; share: number } {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const width = row.filter((cell, index) => index === 0 || !cell.startsWith(' ')).length;
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  let [width, count] = [0, 0];
  for (const [one, times] of counts)
    if (times > count || (times === count && one > width)) [width, count] = [one, times];
  return { width, share: rows.length === 0 ? 0 : count / rows.length };
}

/**
 * Reads a table. Cells may be quoted, and then contain delimiters, line breaks and doubled quotes; a quote inside an
 * unquoted cell is a character like others. Curled quotation marks count as quotes around a whole cell that has a delimiter
 * or a line break. Rows end with CRLF, LF or CR; blank rows are left out. Never throws; the
 * time is proportional to the length.
 * @param maxRows reading stops after as many; `hasMoreRows` then says whether there are more.
 */
export function parseCsv(text: string, delimiter: Delimiter, maxRows: number): CsvTable {
  const rows: string[][] = [];
  let row: string[] = [];
  let unclosedQuotes = 0;
  let at = 0;
  while (at < text.length) {
    if (rows.length === maxRows) return { rows, unclosedQuotes, hasMoreRows: true };
    const quoted: QuotedCell | undefined =
      text[at] === QUOTE && unclosedQuotes === 0 ? readQuoted(text, at) : readCurled(text, at, delimiter);
    if (quoted?.end === undefined && quoted) unclosedQuotes = 1;
    const from = quoted?.end ?? at;
    const end = endOfCell(text, from, delimiter);
    row.push((quoted?.end === undefined ? '' : quoted.value) + text.slice(from, end));
    at = end + 1;
    if (text[end] !== delimiter) {
      if (text[end] === '\r' && text[end + 1] === '\n') at++;
      if (row.some((cell) => cell !== '')) rows.push(row);
      row = [];
    } else if (at === text.length) row.push('');
  }
  if (row.some((cell) => cell !== '')) rows.push(row);
  return { rows, unclosedQuotes, hasMoreRows: false };
}

/** `end` is after the closing quote; undefined if there is none. */
type QuotedCell = { value: string; end: number | undefined };

function readQuoted(text: string, start: number): QuotedCell {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf(QUOTE, from);
    if (quote === -1) return { value: '', end: undefined };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== QUOTE) return { value: parts.join(''), end: quote + 1 };
    parts.push(QUOTE);
    from = quote + 2;
  }
}

/** Longest cell in curled quotation marks, in UTF-16 units. */
const MAX_CURLED = 10_000;

/** A whole cell in curled quotation marks, if these hold together what would be divided. */
function readCurled(text: string, start: number, delimiter: Delimiter): QuotedCell | undefined {
  const ends = CURLED[text[start] ?? ''];
  if (ends === undefined) return undefined;
  const limit = Math.min(text.length, start + MAX_CURLED);
  let isDivided = false;
  for (let at = start + 1; at < limit; at++) {
    const character = text[at] ?? '';
    if (character === delimiter || character === '\n' || character === '\r') isDivided = true;
    const next = text[at + 1];
    if (ends.includes(character) && (next === undefined || next === delimiter || next === '\n' || next === '\r'))
      return isDivided ? { value: text.slice(start + 1, at), end: at + 1 } : undefined;
  }
  return undefined;
}

function endOfCell(text: string, from: number, delimiter: Delimiter): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}
