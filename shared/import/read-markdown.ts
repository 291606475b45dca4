// Markdown as a script. Loaded when a file needs it, because its parser is large.

import MarkdownIt, { type Token } from 'markdown-it';
import { fail, ok, type Result } from '../result.ts';
import { MAX_SCRIPT_TEXT } from '../script/script-size.ts';
import type { ImportError, ImportNote } from './imported-script.ts';
import type { ScriptDraft } from './script-draft.ts';

/** Longer files are not parsed: their text would be too long for a script, and the parser needs memory. */
const MAX_LENGTH = 2 * MAX_SCRIPT_TEXT;
/** Read as in CommonMark, with tables and struck-through text, which are common additions. */
const parser = new MarkdownIt('commonmark').enable(['table', 'strikethrough']);
const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
/** A footnote, with the indented rows that continue it. */
const FOOTNOTE = /^ {0,3}\[\^[^\]\s]+\]:.*(?:\n(?: {4}|\t).*)*/gm;
/** The kind of a callout at the beginning of a quotation, and the box of a task. */
const CALLOUT = /^\[![\w-]+\][+-]? *(.*\n?)/;
const TASK = /^\[[ xX]\] +/;
/** What note-taking programs and scholars add to texts: each is counted as a note, or stands for its first group. */
const MARKS: readonly { mark: RegExp; note?: ImportNote; text?: string }[] = [
  { mark: /!\[\[[^[\]]*\]\]/g, note: 'pictures' },
  { mark: /\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, text: '$1' },
  { mark: /\[\^[^[\]\s]+\]/g },
  { mark: /==(?=\S)([^=]*[^=\s])==/g, text: '$1' },
  { mark: /\$\$?(?! )(?=[^$]*[\\^_={}])[^$]*[^$ ]\$\$?(?!\d)/g, note: 'formulas' },
  {
    mark: /(?:https?:\/\/|www\.)[^\s<>"，。；：！？、）】」』”]*[^\s<>"，。；：！？、）】」』”.,;:!?)\]'*_]/gi,
    note: 'addresses',
  },
];
/** Where something was left out; with the spaces around it, of which one stays between words. */
const GAP = '\ufffc';
const GAPS = /( ?)\ufffc(?: ?\ufffc)*( ?)(?=([\p{L}\p{N}])?)/gu;
const FRONT_TITLE = /^title:[ \t]*(.*)$/im;

/**
 * Adds a document to a script and returns its title: that of its front matter, else its only first-level heading.
 *
 * A paragraph, an item of a list and a cell of a table are lines each, hard line breaks divide them. A heading is a
 * line too, and the title of the chapter that begins there. Of links, emphasis and marks the text stays. Code, HTML,
 * pictures, formulas, footnotes, numbers of lists and addresses are left out and counted. Time is proportional to the
 * length; deep nesting is not followed.
 */
export function readMarkdown(file: string, draft: ScriptDraft): Result<string, ImportError> {
  if (file.length > MAX_LENGTH) return fail({ code: 'textTooLong', length: file.length, limit: MAX_SCRIPT_TEXT });
  const text = file.replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  const body = (front ? text.slice(front[0].length) : text).replace(FOOTNOTE, () => {
    draft.note('footnotes');
    return '';
  });
  const tokens = parser.parse(body, {});
  const mainHeadings: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.type === 'inline') {
      const isHeading = before?.type === 'heading_open';
      if (before?.type === 'td_open' || before?.type === 'th_open') draft.note('tableCells');
      const opening = tokens[i - 2]?.type;
      const prefix = opening === 'blockquote_open' ? CALLOUT : TASK;
      const isMarked = opening === 'blockquote_open' || opening === 'list_item_open';
      const lines = linesOf(token.children ?? [], isMarked ? prefix : undefined, draft);
      if (!isHeading) for (const line of lines) draft.add({ text: line });
      else {
        const title = lines.join(' ').trim();
        draft.add({ text: title, role: '', chapter: title });
        if (before.tag === 'h1') mainHeadings.push(title);
      }
    } else if (token.type === 'list_item_open' && token.info !== '') draft.note('listNumbers');
    else if (token.type === 'fence' || token.type === 'code_block') draft.note('codeBlocks');
    else if (token.type === 'html_block') draft.note('htmlBlocks');
  }
  const named = FRONT_TITLE.exec(front?.[1] ?? '')?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return ok(named || (mainHeadings.length === 1 ? (mainHeadings[0] ?? '') : ''));
}

/** The text of inline tokens, divided at hard line breaks. @param prefix of the first; its group is a line */
function linesOf(tokens: readonly Token[], prefix: RegExp | undefined, draft: ScriptDraft): string[] {
  const lines = [''];
  /** Inside the reading of a character, or the brackets for it. */
  let isReading = false;
  const append = (text: string): void => void (isReading || lines.push((lines.pop() ?? '') + text));
  for (const { type, content } of tokens) {
    if (type === 'text' || type === 'code_inline') append(content);
    else if (type === 'softbreak') append('\n');
    else if (type === 'hardbreak' || (type === 'html_inline' && /^<br\s*\/?>$/i.test(content))) lines.push('');
    else if (type === 'image') draft.note('pictures');
    else if (type === 'html_inline' && /^<\/?r[tp]\b/i.test(content)) {
      isReading = !content.startsWith('</');
      if (/^<rt/i.test(content)) draft.note('readings');
    }
  }
  const [first = '', ...others] = lines;
  const title = prefix?.exec(first);
  const heads = title ? [title[1] ?? '', first.slice(title[0].length)] : [first];
  return [...heads, ...others].map((line) => withoutMarks(line, draft));
}

/** A text without the marks of programs, which are counted where a text is lost with them. */
function withoutMarks(text: string, draft: ScriptDraft): string {
  let plain = text;
  for (const { mark, note, text: kept = GAP } of MARKS) {
    if (note) draft.note(note, plain.match(mark)?.length ?? 0);
    plain = plain.replace(mark, kept);
  }
  return plain.replace(GAPS, (_gap, before, after, word) => after || (word === undefined ? '' : before));
}
