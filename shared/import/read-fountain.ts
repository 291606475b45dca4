// Screenplays in the format Fountain (fountain.io/syntax).

import type { ScriptDraft } from './script-draft.ts';

const TITLE_PAGE = /^(?:title|credit|authors?|source|notes|draft date|date|contact|copyright|revision):/i;
const TITLE = /^title:[ \t]*(.*)$/i;
/** What is not printed: passages that are taken out, and notes. */
const REMARK = /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|\[\[[\s\S]*?\]\]/g;
const SCENE = /^(?:\.(?![.])|(?:INT|EXT|EST|INT\.?\/EXT|EXT\.?\/INT|I\/E)(?=[. ]))/i;
const SCENE_NUMBER = /\s*#[^#]+#\s*$/;
const TRANSITION = /^[^\p{Ll}]*TO:$/u;
const CENTRED = /^>(.*)<$/;
const PARENTHESIS = /^\(.*\)$/;
/** Asterisks and underscores around what is emphasized. */
const EMPHASIS = /(?<!\\)(\*{1,3}|_)(?=\S)([^*_]*[^\s*_\\])\1/g;

/**
 * Adds a screenplay to a script and returns its title. A character and what it says are a line with a role, a paragraph
 * of action is a line of the narrator, and so is the heading of a scene, which begins a chapter. Directions and remarks
 * are left out and counted. Time is proportional to the length.
 */
export function readFountain(file: string, draft: ScriptDraft): string {
  const text = file.replace(/\r\n?/g, '\n').replace(REMARK, () => {
    draft.note('remarks');
    return '';
  });
  const rows = text.split('\n');
  const { title, end } = readTitlePage(rows, draft);
  for (let at = end; at < rows.length; ) at = readBlock(rows, at, draft);
  return title;
}

/** The title, and the index of the first row behind the title page, which ends with a blank row. */
function readTitlePage(rows: readonly string[], draft: ScriptDraft): { title: string; end: number } {
  let at = rows.findIndex((row) => row.trim() !== '');
  if (!TITLE_PAGE.test(rows[at] ?? '')) return { title: '', end: 0 };
  const title: string[] = [];
  let isTitle = false;
  for (; at < rows.length && !isBlank(rows[at]); at++) {
    const row = rows[at] ?? '';
    const isField = TITLE_PAGE.test(row);
    if (isField) isTitle = TITLE.test(row);
    if (isTitle) title.push(plain(TITLE.exec(row)?.[1] ?? row));
    else if (isField) draft.note('remarks');
  }
  return { title: title.join(' ').trim(), end: at };
}

/** Adds what begins at a row; returns the index of the row behind it. */
function readBlock(rows: readonly string[], start: number, draft: ScriptDraft): number {
  const row = (rows[start] ?? '').trim();
  const isFirst = isBlank(rows[start - 1]);
  const isAlone = isFirst && isBlank(rows[start + 1]);
  if (row === '' || /^={3,}$/.test(row)) return start + 1;
  if (/^(?:#|=)/.test(row)) draft.note('remarks');
  else if ((row.startsWith('>') && !CENTRED.test(row)) || (isAlone && TRANSITION.test(row))) draft.note('directions');
  else if (isFirst && SCENE.test(row)) {
    const heading = plain(row.replace(/^\./, '').replace(SCENE_NUMBER, ''));
    draft.add({ text: heading, role: '', chapter: heading });
  } else if (isFirst && !isAlone && isCharacter(row)) return readDialogue(rows, start, draft);
  else return readAction(rows, start, draft);
  return start + 1;
}

/** In capitals, without what is in parentheses; or told by a sign, as in languages without capitals. */
function isCharacter(row: string): boolean {
  const name = row.replace(/\([^)]*\)/g, '');
  return row.startsWith('@') || (/\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name) && !row.startsWith('!'));
}

function readDialogue(rows: readonly string[], start: number, draft: ScriptDraft): number {
  const name = (rows[start] ?? '').replace(/\([^)]*\)|\^\s*$|^\s*@/g, '').trim();
  const said: string[] = [];
  let at = start + 1;
  // A row of two spaces is a blank one that belongs to the dialogue.
  for (; at < rows.length && (!isBlank(rows[at]) || rows[at] === '  '); at++) {
    const row = (rows[at] ?? '').trim();
    if (PARENTHESIS.test(row)) draft.note('directions');
    else said.push(plain(row.replace(/^~/, '')));
  }
  draft.add({ text: said.join('\n'), role: plain(name) });
  return at;
}

function readAction(rows: readonly string[], start: number, draft: ScriptDraft): number {
  const paragraph: string[] = [];
  let at = start;
  for (; at < rows.length && !isBlank(rows[at]); at++) {
    const row = (rows[at] ?? '').trim();
    paragraph.push(plain((CENTRED.exec(row)?.[1] ?? row).replace(/^[!~]/, '')));
  }
  draft.add({ text: paragraph.join('\n'), role: '' });
  return at;
}

function isBlank(row: string | undefined): boolean {
  return row === undefined || row.trim() === '';
}

/** A text without the marks of emphasis. */
function plain(text: string): string {
  return text
    .replace(EMPHASIS, '$2')
    .replace(/\\([*_])/g, '$1')
    .trim();
}
