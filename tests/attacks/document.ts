// Writes the tables of promises, variables, attacks and bounds into SECURITY.md: `node tests/attacks/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JUDGED_VARIABLES } from '../../electron/environment.ts';
import { linkToTest, type ShownBy } from '../support/shown-by.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { PROMISES } from './promises.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../SECURITY.md');

/** The parts of the document that are written, by the names that their marks have. */
const PARTS: Readonly<Record<string, () => string[]>> = {
  promises: promiseTable,
  variables: variableTable,
  'attacks and bounds': () => [...attackTable(), '', ...boundTable()],
};

/** Returns a document with its written parts made anew. @throws if one of them is missing. */
export function withTables(document: string): string {
  return Object.entries(PARTS).reduce((text, [name, lines]) => {
    const start = `<!-- ${name}: written by node tests/attacks/document.ts -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(start);
    const [, after] = rest?.split(end) ?? [];
    if (before === undefined || after === undefined) throw new Error(`SECURITY.md has no part for ${name}`);
    return `${before}${start}\n\n${lines().join('\n')}\n\n${end}${after}`;
  }, document);
}

function promiseTable(): string[] {
  return [
    '| what | how | proven by |',
    '|---|---|---|',
    ...PROMISES.map(({ what, how, attacks, tests }) => {
      const tried =
        attacks.length === 0
          ? []
          : [
              `[${attacks.length === 1 ? 'attack' : 'attacks'}](#attacks-and-the-tests-that-try-them) ${attacks.join(', ')}`,
            ];
      return `| ${what} | ${how} | ${[...tried, ...tests.map(linkTo)].join('<br>')} |`;
    }),
  ];
}

function variableTable(): string[] {
  return [
    '| variable | verdict | because it |',
    '| --- | --- | --- |',
    ...JUDGED_VARIABLES.map(({ name, verdict, why }) => `| \`${name}\` | ${verdict} | ${why} |`),
  ];
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
  return tests.map(linkTo).join('<br>');
}

function linkTo(test: ShownBy): string {
  return linkToTest(test, 0);
}

/** Reads the current document. */
export function readSecurityDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, withTables(await readSecurityDocument()));
