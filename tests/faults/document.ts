// Writes docs/faults.md from the table of faults: `node tests/faults/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linksTo, type Proofs, readProofs } from '../support/proofs.ts';
import { FAULTS } from './faults.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/faults.md');

/** Returns the document's text. */
export function describeFaults(proofs: Proofs): string {
  return [
    '# Faults, and what happens then',
    '',
    'Written by `node tests/faults/document.ts` from `tests/faults/faults.ts`; a test fails when it is out of date. Each fault is brought about by tests in the files named, with real files, a real',
    'database and real connections wherever this is possible. A comment above the test names the fault: search the file for `fault 7`.',
    '',
    '| | fault | what has to happen | shown by |',
    '|---|---|---|---|',
    ...Object.entries(FAULTS).map(([number, { fault, expected, notHere }]) => {
      const unshown = notHere === undefined ? [] : [`not shown here: ${notHere}`];
      return `| ${number} | ${fault} | ${expected} | ${[...linksTo(proofs, `fault ${number}`, 1), ...unshown].join('<br>')} |`;
    }),
    '',
  ].join('\n');
}

/** Reads the current document. */
export function readFaultsDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, describeFaults(await readProofs()));
