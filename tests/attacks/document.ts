// Writes the tables of attacks and of bounds into SECURITY.md: `node tests/attacks/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkToTest, type ShownBy } from '../support/shown-by.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../SECURITY.md');
const START = '<!-- Written by node tests/attacks/document.ts -->';
const END = '<!-- End of what is written -->';

/** Returns a document with its written part made anew. @throws if it has no such part. */
export function withTables(document: string): string {
  const [before, rest] = document.split(START);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error('SECURITY.md has no part to be written');
  return `${before}${START}\n\n${[...attackTable(), '', ...boundTable()].join('\n')}\n\n${END}${after}`;
}

function attackTable(): string[] {
  return [
    '## Attacks, and the tests that try them',
    '',
    `Each of these ${Object.keys(ATTACKS).length} was tried. The tests in \`tests/electron\` need Electron’s binary; all others run anywhere.`,
    '',
    '| | attack | what happens | tried by |',
    '|---|---|---|---|',
    ...Object.entries(ATTACKS).map(([number, { attack, result, tests, notHere }]) => {
      const untried = notHere === undefined ? [] : [`Not tried: ${notHere}`];
      return `| ${number} | ${attack} | ${result} | ${[linksTo(tests), ...untried].join('<br>')} |`;
    }),
  ];
}

function boundTable(): string[] {
  return [
    '## Bounds',
    '',
    'What somebody else decides the number of, and how much of it the app takes. What arrived and may have been billed is kept, also beyond a bound.',
    '',
    '| of | at most | beyond it | and what arrived | shown by |',
    '|---|---|---|---|---|',
    ...BOUNDS.map(
      ({ of, most, beyond, kept, tests }) => `| ${of} | ${most} | ${beyond} | ${kept} | ${linksTo(tests)} |`,
    ),
  ];
}

function linksTo(tests: readonly ShownBy[]): string {
  return tests.map((test) => linkToTest(test, 0)).join('<br>');
}

/** Reads the current document. */
export function readSecurityDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, withTables(await readSecurityDocument()));
