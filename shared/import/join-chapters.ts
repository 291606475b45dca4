// Makes one script of the texts of a folder, a chapter for each.

import { linesOf } from '../script/lines.ts';
import { MAX_SCRIPT_LINES, MAX_SCRIPT_NAME, MAX_SCRIPT_TEXT } from '../script/script-size.ts';
import type { ImportedScript, ImportNote } from './imported-script.ts';

/** A text of the folder, with the name of its file. */
export type ChapterFile = { name: string; script: ImportedScript };

/** A first line that is longer is no heading. */
const MAX_HEADING = 80;
/** What a heading of plain text begins with, in the languages of books that people bring; a number may stand alone. */
const BEGINS_HEADING =
  /^(?:(?:chapter|part|book|prologue|epilogue|preface|introduction|foreword|afterword|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|глава|часть)(?!\p{L})|第[\d\p{sc=Han}]{1,8}[章回节節卷部篇集]|[序楔尾]|[\dIVXLC]+\.?$)/iu;
const ENDS_SENTENCE = /[.,;:。，；：、]$/;

/**
 * Joins texts in their order. Each begins a chapter, whose title is its heading, else the name of its file. A heading is
 * what the file marks as one at its beginning, or a short first line of plain text that a blank line follows.
 * @returns null if they are not all prose (subtitles and tables stay scripts of their own), or too long together
 */
export function joinChapters(title: string, files: readonly ChapterFile[]): ImportedScript | null {
  if (files.some(({ script }) => script.cues.length > 0 || script.delimiter !== undefined)) return null;
  const joined: ImportedScript = {
    title: nameOf(title),
    text: files.map(({ script }) => script.text.replace(/^\s*\n|\s+$/g, '')).join('\n\n'),
    chapters: [],
    roles: [...new Set(files.flatMap(({ script }) => script.roles))],
    voices: files.flatMap(({ script }) => script.voices),
    lineVoices: [],
    cues: [],
    bareLines: [],
    notes: sumOf(files),
    noteRows: new Map(),
    delimiter: undefined,
    joinsRows: undefined,
    encoding: undefined,
  };
  let at = 0;
  for (const { name, script } of files) {
    const lines = linesOf(script.text);
    const [first] = lines;
    const marked = script.chapters.find(({ lineIndex }) => lineIndex === 0)?.title;
    const found = marked || headingOf(script.text);
    joined.chapters.push({ lineIndex: at, title: found || nameOf(name.replace(/\.[^.]*$/, '')) || nameOf(name) });
    if (found && first !== undefined && first.role !== '') joined.bareLines.push(at);
    for (const lineIndex of script.bareLines) if (lineIndex > 0 || !found) joined.bareLines.push(at + lineIndex);
    for (const { lineIndex, voice } of script.lineVoices) joined.lineVoices.push({ lineIndex: at + lineIndex, voice });
    at += lines.length;
  }
  return at > MAX_SCRIPT_LINES || joined.text.length > MAX_SCRIPT_TEXT ? null : joined;
}

/** The heading that a plain text begins with; empty if it has none. */
function headingOf(text: string): string {
  const [first = '', second = ''] = text.trimStart().split('\n', 2);
  const line = first.trim();
  if (line === '' || line.length > MAX_HEADING) return '';
  if (BEGINS_HEADING.test(line)) return line;
  return second.trim() === '' && !ENDS_SENTENCE.test(line) ? line : '';
}

function nameOf(text: string): string {
  return text.trim().slice(0, MAX_SCRIPT_NAME).toWellFormed().trim();
}

function sumOf(files: readonly ChapterFile[]): Map<ImportNote, number> {
  const sum = new Map<ImportNote, number>();
  for (const { script } of files) for (const [note, count] of script.notes) sum.set(note, (sum.get(note) ?? 0) + count);
  return sum;
}
