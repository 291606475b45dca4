// Writes docs/replies.md from the table of replies: `node tests/replies/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EDIT_REPLIES, type Reply, SPEECH_REPLIES } from './replies.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/replies.md');

/** Returns the document's text. */
export function describeReplies(): string {
  return [
    '# Replies, and what becomes of them',
    '',
    'Written by `node tests/replies/document.ts` from `tests/replies/replies.ts`; a test fails when it is out of date. `replies.test.ts` brings each reply about over a real connection and compares the bytes.',
    'Whatever a successful reply carried is stored as it came before it is interpreted. What did not become takes or pictures completely is kept as an item of its own.',
    '',
    ...tableOf('Speech', SPEECH_REPLIES),
    ...tableOf('Edits', EDIT_REPLIES),
  ].join('\n');
}

function tableOf(title: string, replies: readonly Reply[]): string[] {
  return [
    `## ${title}`,
    '',
    '| the reply is | shown | kept | billed |',
    '|---|---|---|---|',
    ...replies.map(({ reply, asked, shown, kept, billed }) => {
      const request = asked === undefined ? '' : ` (${asked} asked)`;
      return `| ${reply}${request} | ${shown} | ${kept.join(', ') || 'nothing: there is none'} | ${billed} |`;
    }),
    '',
  ];
}

/** Reads the current document. */
export function readRepliesDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, describeReplies());
