// Writes the tables of promises, variables, attacks and bounds into SECURITY.md: `node tests/attacks/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { JUDGED_VARIABLES } from '../../electron/environment.ts';
import { linksTo, type Proofs, readProofs } from '../support/proofs.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { PROMISES } from './promises.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../SECURITY.md');

/** The parts of the document that are written, by the names that their marks have. */
const PARTS: Readonly<Record<string, (proofs: Proofs) => string[]>> = {
  promises: promiseTable,
  variables: variableTable,
  'attacks and bounds': (proofs) => [...attackTable(proofs), '', ...boundTable(proofs)],
};

/** Returns a document with its written parts made anew. @throws if one of them is missing. */
export function withTables(document: string, proofs: Proofs): string {
  return Object.entries(PARTS).reduce((text, [name, lines]) => {
    const start = `<!-- ${name}: written by node tests/attacks/document.ts -->`;
    const end = `<!-- end of ${name} -->`;
    const [before, rest] = text.split(start);
    const [, after] = rest?.split(end) ?? [];
    if (before === undefined || after === undefined) throw new Error(`SECURITY.md has no part for ${name}`);
    return `${before}${start}\n\n${lines(proofs).join('\n')}\n\n${end}${after}`;
  }, document);
}

function promiseTable(proofs: Proofs): string[] {
  return [
    '| | what | how | proven by |',
    '|---|---|---|---|',
    ...PROMISES.map(({ id, what, how, attacks }) => {
      const tried =
        attacks.length === 0
          ? []
          : [
              `[${attacks.length === 1 ? 'attack' : 'attacks'}](#attacks-and-the-tests-that-try-them) ${attacks.join(', ')}`,
            ];
      return `| \`${id}\` | ${what} | ${how} | ${[...tried, ...linksTo(proofs, `promise ${id}`, 0)].join('<br>')} |`;
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

function attackTable(proofs: Proofs): string[] {
  return [
    '## Attacks, and the tests that try them',
    '',
    `Each of these ${Object.keys(ATTACKS).length} was tried. The tests in \`tests/electron\` need Electron’s binary; all others run anywhere.`,
    '',
    '| | attack | what happens | tried by |',
    '|---|---|---|---|',
    ...Object.entries(ATTACKS).map(([number, { attack, result, notHere }]) => {
      const untried = notHere === undefined ? [] : [`Not tried: ${notHere}`];
      return `| ${number} | ${attack} | ${result} | ${[...linksTo(proofs, `attack ${number}`, 0), ...untried].join('<br>')} |`;
    }),
  ];
}

function boundTable(proofs: Proofs): string[] {
  return [
    '## Bounds',
    '',
    'What somebody else decides the number of, and how much of it the app takes. What arrived and may have been billed is kept, also beyond a bound.',
    '',
    '| | of | at most | beyond it | and what arrived | shown by |',
    '|---|---|---|---|---|---|',
    ...BOUNDS.map(
      ({ id, of, most, beyond, kept }) =>
        `| \`${id}\` | ${of} | ${most} | ${beyond} | ${kept} | ${linksTo(proofs, `bound ${id}`, 0).join('<br>')} |`,
    ),
  ];
}

/** Reads the current document. */
export function readSecurityDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, withTables(await readSecurityDocument(), await readProofs()));
