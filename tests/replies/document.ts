// Writes docs/generated/replies.md from the table of replies: `node tests/replies/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wrapped } from '../support/wrapped.ts';
import { EDIT_REPLIES, type Reply, SPEECH_REPLIES } from './replies.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/generated/replies.md');

/** Returns the document's text. */
export function describeReplies(): string {
  return [
    '# Replies and their outcomes',
    '',
    'Written by `node tests/replies/document.ts`; a test fails if it is out of date. `tests/replies/replies.test.ts` sends',
    'each reply over a real connection and compares bytes. Each outcome says what the library keeps; whether the reply was',
    'billed is unknown unless stated. Requests ask for mp3 unless another format is in brackets.',
    '',
    ...groupsOf('Speech', SPEECH_REPLIES),
    ...groupsOf('Edits', EDIT_REPLIES),
  ].join('\n');
}

/** Replies by their outcome, in the order in which the outcomes first occur. */
function groupsOf(title: string, replies: readonly Reply[]): string[] {
  const groups = Map.groupBy(replies, ({ shown, kept, billed }) =>
    [
      `\`${shown}\``,
      `keeps ${kept.join(' + ') || 'nothing'}`,
      ...(billed === 'unknown' ? [] : [`billed: ${billed}`]),
    ].join(', '),
  );
  const outcomes = [...groups].flatMap(([outcome, members]) => {
    const named = members.map(({ reply, asked }) => (asked === undefined ? reply : `${reply} (${asked})`));
    return wrapped(`- **${outcome}**: ${named.join('; ')}`, '  ');
  });
  return [`## ${title}`, '', ...outcomes, ''];
}

/** Reads the current document. */
export function readRepliesDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, describeReplies());
