// Tables of lines: columns for role, text and voice.

import { fail, ok, type Result } from '../result.ts';
import { type Delimiter, findDelimiter, parseCsv } from './csv.ts';
import { type ImportError, MAX_IMPORT_ROWS } from './imported-script.ts';
import type { ScriptDraft } from './script-draft.ts';

type Column = 'role' | 'text' | 'voice';

/** Names of columns, in lower case, as people write them in English and Chinese. */
const HEADERS: Readonly<Record<Column, ReadonlySet<string>>> = {
  role: new Set(['role', 'speaker', 'character', 'name', '角色', '说话人', '說話人', '人物', '姓名', '讲述人']),
  text: new Set([
    'text',
    'line',
    'lines',
    'dialogue',
    'dialog',
    'content',
    'script',
    'sentence',
    '台词',
    '臺詞',
    '文本',
    '文字',
    '内容',
    '內容',
    '对白',
    '對白',
    '句子',
  ]),
  voice: new Set(['voice', 'voice id', 'voice key', 'voice_type', '音色', '声音', '聲音', '发音人', '發音人', '配音']),
};
/** Columns of a table without names, by their number. */
const POSITIONS: readonly (readonly Column[])[] = [['text'], ['role', 'text'], ['role', 'text', 'voice']];

/**
 * Adds the rows of a table to a script: one row is one line. The first row names the columns if one of its cells is a
 * known name; the text is then the named column, else the first without a name. Without names, one column is the text,
 * two are role and text, three role, text and voice.
 * @param delimiter undefined finds it.
 */
export function readTable(
  text: string,
  delimiter: Delimiter | undefined,
  draft: ScriptDraft,
): Result<void, ImportError> {
  const { rows, unclosedQuotes, hasMoreRows } = parseCsv(text, delimiter ?? findDelimiter(text), MAX_IMPORT_ROWS);
  if (hasMoreRows) return fail({ code: 'tooManyRows', limit: MAX_IMPORT_ROWS });
  draft.note('unclosedQuotes', unclosedQuotes);
  const named = namedColumns(rows[0] ?? []);
  const columns = named ?? POSITIONS[Math.min(widthOf(rows), POSITIONS.length) - 1] ?? [];
  if (!named && columns.length > 1) draft.note('guessedColumns', columns.length);
  const [role, spoken, voice] = (['role', 'text', 'voice'] as const).map((column) => columns.indexOf(column));

  for (const row of named ? rows.slice(1) : rows) {
    const cell = (index = -1): string => row[index] ?? '';
    const value = cell(spoken).trim();
    if (!draft.add({ text: value, role: cell(role), voice: cell(voice).trim() })) draft.note('emptyRows');
    else if (/[\n\r]/.test(value)) draft.note('joinedRows');
  }
  return ok(undefined);
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
  return columns;
}

function columnNamed(name: string): Column | undefined {
  return (['role', 'text', 'voice'] as const).find((column) => HEADERS[column].has(name));
}

function widthOf(rows: readonly string[][]): number {
  return rows.reduce((widest, row) => Math.max(widest, row.length), 0);
}
