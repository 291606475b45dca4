// Markdown as a script. Loaded when a file needs it, because its parser is large.

import MarkdownIt, { type Token } from 'markdown-it';
import { fail, ok, type Result } from '../result.ts';
import { MAX_SCRIPT_TEXT } from '../script/script-size.ts';
import type { ImportError } from './imported-script.ts';
import type { ScriptDraft } from './script-draft.ts';

/** Longer files are not parsed: their text would be too long for a script, and the parser needs memory. */
const MAX_LENGTH = 2 * MAX_SCRIPT_TEXT;
/** Headings and the other blocks are read as in CommonMark; tables are the common addition. */
const parser = new MarkdownIt('commonmark').enable('table');
const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const FRONT_TITLE = /^title:[ \t]*(.*)$/im;

/**
 * Adds a document to a script and returns its title: that of its front matter, else its only first-level heading.
 *
 * A paragraph, an item of a list and a cell of a table are lines each, hard line breaks divide them. A heading is a
 * line too, and the title of the chapter that begins there. Of links and emphasis the text stays. Code, HTML and
 * pictures are left out and counted. Time is proportional to the length; deep nesting is not followed.
 */
export function readMarkdown(file: string, draft: ScriptDraft): Result<string, ImportError> {
  if (file.length > MAX_LENGTH) return fail({ code: 'textTooLong', length: file.length, limit: MAX_SCRIPT_TEXT });
  const text = file.replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(text);
  const tokens = parser.parse(front ? text.slice(front[0].length) : text, {});
  const mainHeadings: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    if (token.type === 'inline') {
      const isHeading = before?.type === 'heading_open';
      if (before?.type === 'td_open' || before?.type === 'th_open') draft.note('tableCells');
      const lines = linesOf(token.children ?? [], draft);
      if (!isHeading) for (const line of lines) draft.add({ text: line });
      else {
        const title = lines.join(' ').trim();
        draft.add({ text: title, role: '', chapter: title });
        if (before.tag === 'h1') mainHeadings.push(title);
      }
    } else if (token.type === 'fence' || token.type === 'code_block') draft.note('codeBlocks');
    else if (token.type === 'html_block') draft.note('htmlBlocks');
  }
  const named = FRONT_TITLE.exec(front?.[1] ?? '')?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  return ok(named || (mainHeadings.length === 1 ? (mainHeadings[0] ?? '') : ''));
}

/** The text of inline tokens, divided at hard line breaks. */
function linesOf(tokens: readonly Token[], draft: ScriptDraft): string[] {
  const lines = [''];
  const append = (text: string): void => void lines.push((lines.pop() ?? '') + text);
  for (const { type, content } of tokens) {
    if (type === 'text' || type === 'code_inline') append(content);
    else if (type === 'softbreak') append('\n');
    else if (type === 'hardbreak') lines.push('');
    else if (type === 'image') draft.note('pictures');
  }
  return lines;
}
