// Tables of lines: columns for role, text and voice.

import { fail, ok, type Result } from '../result.ts';
import { DELIMITERS, type Delimiter, findDelimiter, parseCsv, toldDelimiter, usualWidth } from './csv.ts';
import { type ImportError, MAX_IMPORT_ROWS } from './imported-script.ts';
import type { ScriptDraft } from './script-draft.ts';

type Column = 'role' | 'text' | 'voice';

/** Names of columns, in lower case, as people write them in English, German and Chinese. */
const HEADERS: Readonly<Record<Column, ReadonlySet<string>>> = {
  role: new Set([
    'role',
    'speaker',
    'character',
    'character name',
    'name',
    'rolle',
    'figur',
    'sprecher',
    'sprecherin',
    '角色',
    '角色名',
    '说话人',
    '說話人',
    '人物',
    '姓名',
    '讲述人',
  ]),
  text: new Set([
    'text',
    'line',
    'lines',
    'dialogue',
    'dialog',
    'content',
    'script',
    'sentence',
    'satz',
    'zeile',
    'inhalt',
    '台词',
    '臺詞',
    '文本',
    '文字',
    '内容',
    '內容',
    '文案',
    '对话',
    '對話',
    '对白',
    '對白',
    '句子',
  ]),
  voice: new Set([
    'voice',
    'voice id',
    'voice key',
    'voice_type',
    'stimme',
    '音色',
    '声音',
    '聲音',
    '发音人',
    '發音人',
    '配音',
  ]),
};
/** The name of a column that numbers the rows. */
const NUMBERS = /^\s*(?:id|#|no\.?|nr\.?|number|index|编号|序号|时间|time)\s*$/i;
/** A number or a time, of which a row may have several before its text. */
const COUNTED = /^[\d\s:.,;#]*$/;
/** Columns of a table without names, by their number. */
const POSITIONS: readonly (readonly Column[])[] = [['text'], ['role', 'text'], ['role', 'text', 'voice']];

/**
 * Adds the rows of a table to a script: one row is one line. The first row names the columns if one of its cells is a
 * known name; the text is then the named column, else the first without a name, and of two columns the other is the
 * role. Without names, one column is the text, two are role and text, three role, text and voice; columns before them
 * that only number or time the rows do not count. A row with more cells than there are columns has a delimiter in its
 * text, which takes them; one with a single cell is a text.
 * @param chosen the delimiter; undefined finds it. @returns the delimiter.
 */
export function readTable(
  text: string,
  chosen: Delimiter | undefined,
  draft: ScriptDraft,
): Result<Delimiter, ImportError> {
  const told = toldDelimiter(text);
  const body = text.slice(told.start);
  const delimiter = chosen ?? told.delimiter ?? delimiterOfNames(body) ?? findDelimiter(body);
  const { rows, unclosedQuotes, hasMoreRows } = parseCsv(body, delimiter, MAX_IMPORT_ROWS);
  if (hasMoreRows) return fail({ code: 'tooManyRows', limit: MAX_IMPORT_ROWS });
  draft.note('unclosedQuotes', unclosedQuotes);
  const named = namedColumns(rows[0] ?? []);
  const { width } = named ? { width: named.length } : usualWidth(rows);
  const columns = named ?? guessedColumns(rows, width);
  if (!named && columns.length > 1) draft.note('guessedColumns', columns.length);
  const [role, spoken, voice] = (['role', 'text', 'voice'] as const).map((column) => columns.indexOf(column));
  const unused = new Set<number>();

  for (const row of named ? rows.slice(1) : rows) {
    const cells = atWidth(row, Math.max(width, columns.length), spoken ?? 0, delimiter);
    if (cells.joined > 0 && spoken !== width - 1) draft.note('surplusCells', cells.joined);
    const cell = (index = -1): string => cells.row[index] ?? '';
    const value = cell(spoken).trim();
    for (const [index, one] of cells.row.entries())
      if (columns[index] === undefined && /\p{L}/u.test(one)) unused.add(index);
    if (!draft.add({ text: value, role: cell(role), voice: cell(voice).trim() })) draft.note('emptyRows');
    else if (/[\n\r]/.test(value)) draft.note('joinedRows');
  }
  draft.note('unusedColumns', unused.size);
  return ok(delimiter);
}

/**
 * A row with as many cells as there are columns. Cells too many belong to the text, empty ones at the end to nothing, and a
 * single one is the text. @returns it, and the number of cells that the text took
 */
function atWidth(
  row: readonly string[],
  width: number,
  spoken: number,
  delimiter: Delimiter,
): { row: readonly string[]; joined: number } {
  if (row.length === 1) return { row: [...Array.from({ length: spoken }, () => ''), ...row], joined: 0 };
  const last = row.findLastIndex((cell) => cell.trim() !== '');
  const cells = row.slice(0, Math.max(width, last + 1));
  const joined = cells.length - width;
  if (joined <= 0) return { row: cells, joined: 0 };
  return { row: cells.toSpliced(spoken, joined + 1, cells.slice(spoken, spoken + joined + 1).join(delimiter)), joined };
}

/** The delimiter by which the first row of a table has the names of columns; undefined if there is none. */
function delimiterOfNames(text: string): Delimiter | undefined {
  return DELIMITERS.find((delimiter) => {
    const [row = []] = parseCsv(text, delimiter, 1).rows;
    return row.length > 1 && namedColumns(row) !== undefined;
  });
}

/** What each column is, by their number. The first row may have names that are not known. */
function guessedColumns(rows: readonly string[][], width: number): (Column | undefined)[] {
  const body = rows.length > 1 ? rows.slice(1) : rows;
  const isCounted = (at: number): boolean => body.every((row) => row.length < 2 || COUNTED.test(row[at] ?? ''));
  let first = 0;
  while (first < width - 1 && isCounted(first)) first++;
  return [...Array<undefined>(first), ...(POSITIONS[Math.min(width - first, POSITIONS.length) - 1] ?? [])];
}

/** What each column is, by the names in a row; undefined if it has none. */
function namedColumns(row: readonly string[]): (Column | undefined)[] | undefined {
  const columns = row.map((cell) => columnNamed(cell.trim().toLowerCase()));
  if (columns.every((column) => column === undefined)) return undefined;
  if (!columns.includes('text')) {
    const unnamed = columns.indexOf(undefined);
    if (unnamed === -1) return undefined;
    columns[unnamed] = 'text';
  }
  const other = columns.indexOf(undefined);
  if (columns.length === 2 && other !== -1 && !NUMBERS.test(row[other] ?? '')) columns[other] = 'role';
  return columns;
}

/** @param name with what somebody remarks on it in brackets. */
function columnNamed(name: string): Column | undefined {
  const bare = name.replace(/\s*[(（][^()（）]*[)）]$/, '');
  return (['role', 'text', 'voice'] as const).find((column) => HEADERS[column].has(bare));
}
