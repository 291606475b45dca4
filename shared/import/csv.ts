// Reads comma-separated values by RFC 4180, and the tables like them that spreadsheets write.

export type Delimiter = ',' | ';' | '\t';

/** `unclosedQuotes` is 1 if a quotation mark had no end, so that it and all after it count as text. */
export type CsvTable = { rows: string[][]; unclosedQuotes: number; hasMoreRows: boolean };

const QUOTE = '"';
const SAMPLE_LENGTH = 10_000;

/** The delimiter that is most frequent outside quotes at the beginning of a table; a comma if there is none. */
export function findDelimiter(text: string): Delimiter {
  const sample = text.slice(0, SAMPLE_LENGTH).replace(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter): number => sample.split(delimiter).length;
  const delimiters: readonly Delimiter[] = [',', ';', '\t'];
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best));
}

/**
 * Reads a table. Cells may be quoted, and then contain delimiters, line breaks and doubled quotes; a quote inside an
 * unquoted cell is a character like others. Rows end with CRLF, LF or CR; blank rows are left out. Never throws; the
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
      text[at] === QUOTE && unclosedQuotes === 0 ? readQuoted(text, at) : undefined;
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

function endOfCell(text: string, from: number, delimiter: Delimiter): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++;
  return end;
}
