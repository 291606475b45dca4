// Collects the lines of a file and makes the script of them.

import { fail, ok, type Result } from '../result.ts';
import { roleFinder, toRoleName } from '../script/roles.ts';
import { MAX_SCRIPT_LINES, MAX_SCRIPT_NAME, MAX_SCRIPT_TEXT } from '../script/script-size.ts';
import type { Delimiter } from './csv.ts';
import type { TextEncoding } from './decode-text.ts';
import type { ImportError, ImportedScript, ImportNote } from './imported-script.ts';
import { joinRows } from './join-rows.ts';

/** A line as a file has it. Without `role` the text itself says whose it is; `''` is the narrator. */
export type DraftLine = {
  text: string;
  role?: string;
  voice?: string;
  /** Title of the chapter that begins with this line. */
  chapter?: string;
  cue?: { startMs: number; endMs: number };
};

/** Also those that word processors put inside of paragraphs and between pages. */
const LINE_BREAKS = /[\n\r\v\f\x85\u2028\u2029]+/g;
/** Control characters but tab; line breaks have become spaces before. */
const CONTROLS = /[^\P{Cc}\t]/gu;
/** A script that grows line by line. */
export class ScriptDraft {
  private readonly rows: string[] = [];
  private readonly chapters: ImportedScript['chapters'] = [];
  private readonly roles = new Set<string>();
  private readonly voices = new Map<string, string>();
  private readonly lineVoices: ImportedScript['lineVoices'] = [];
  private readonly cues: ImportedScript['cues'] = [];
  private readonly bareLines: number[] = [];
  private readonly counts = new Map<ImportNote, number>();
  private readonly noted = new Map<ImportNote, readonly number[]>();
  private readonly findRole = roleFinder();
  private lineCount = 0;

  /** Counts something that was lost or odd. */
  note(kind: ImportNote, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  /** Counts rows that were lost or odd, and keeps which. @param rows of the file, from 1 */
  noteRows(kind: ImportNote, rows: readonly number[]): void {
    this.note(kind, rows.length);
    if (rows.length > 0) this.noted.set(kind, rows);
  }

  /** Adds a line; one without text is not added. Rows of its text become one. @returns whether it was added. */
  add({ text, role, voice, chapter, cue }: DraftLine): boolean {
    const spoken = this.clean(joinRows(text));
    if (spoken === '') return false;
    const lineIndex = this.lineCount++;
    const name = role === undefined ? '' : this.cleanRole(role);
    if (chapter !== undefined) {
      if (this.rows.length > 0) this.rows.push('');
      this.chapters.push({ lineIndex, title: this.cleanName(chapter) });
    }
    const isBare = role !== undefined && name === '';
    if (isBare && this.findRole(spoken, 0, spoken.length) !== undefined) this.bareLines.push(lineIndex);
    if (name !== '') this.roles.add(name);
    if (voice) {
      const first = this.voices.get(name);
      if (first === undefined) this.voices.set(name, voice);
      else if (first !== voice) this.lineVoices.push({ lineIndex, voice });
    }
    if (cue) this.cues.push({ lineIndex, ...cue });
    this.rows.push(name === '' ? spoken : `${name}: ${spoken}`);
    return true;
  }

  /** Adds text in which lines are already divided by line breaks; its blank lines stay. */
  addText(text: string): void {
    for (const row of text.split(/\r\n|[\n\r\v\x85\u2028\u2029]/)) {
      const clean = this.clean(row);
      if (clean !== '') this.lineCount++;
      this.rows.push(clean);
    }
  }

  /** The script of all lines; an error if there are none, or too many. */
  finish(
    title: string,
    encoding: TextEncoding | undefined,
    { delimiter, joinsRows }: { delimiter?: Delimiter | undefined; joinsRows?: boolean | undefined } = {},
  ): Result<ImportedScript, ImportError> {
    if (this.lineCount === 0) return fail({ code: 'noText' });
    if (this.lineCount > MAX_SCRIPT_LINES) return fail({ code: 'tooManyLines', limit: MAX_SCRIPT_LINES });
    const text = this.rows.join('\n');
    if (text.length > MAX_SCRIPT_TEXT)
      return fail({ code: 'textTooLong', length: text.length, limit: MAX_SCRIPT_TEXT });
    return ok({
      title: this.cleanName(title),
      text,
      chapters: this.chapters,
      roles: [...this.roles],
      voices: Array.from(this.voices, ([role, voice]) => ({ role, voice })),
      lineVoices: this.lineVoices,
      cues: this.cues,
      bareLines: this.bareLines,
      notes: this.counts,
      noteRows: this.noted,
      delimiter,
      joinsRows,
      encoding,
    });
  }

  /** A text on one row without control characters; they are counted. */
  private clean(text: string): string {
    const onOneRow = text.replace(LINE_BREAKS, ' ');
    this.note('controlCharacters', onOneRow.match(CONTROLS)?.length ?? 0);
    return onOneRow.replace(CONTROLS, '').trim();
  }

  private cleanName(name: string): string {
    return this.clean(joinRows(name)).slice(0, MAX_SCRIPT_NAME).toWellFormed().trim();
  }

  /** A name as the text of a script can have it before a colon. */
  private cleanRole(role: string): string {
    const name = role.trim().replace(/\s+/g, ' ');
    const clean = toRoleName(name);
    if (clean !== name) this.note('changedRoles');
    return clean;
  }
}
