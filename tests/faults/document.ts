// Writes docs/faults.md from the table of faults: `node tests/faults/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkToTest } from '../support/shown-by.ts';
import { type Evidence, FAULTS, type Fault } from './faults.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/faults.md');

/** Returns the document's text. */
export function describeFaults(faults: Readonly<Record<number, Fault>>): string {
  return [
    '# Faults, and what happens then',
    '',
    'Written by `node tests/faults/document.ts` from `tests/faults/faults.ts`; a test fails when it is out of date. Each fault is brought about by the test named, with real files, a real database and',
    'real connections wherever this is possible.',
    '',
    '| | fault | what has to happen | shown by |',
    '|---|---|---|---|',
    ...Object.entries(faults).map(
      ([number, { fault, expected, evidence }]) => `| ${number} | ${fault} | ${expected} | ${textOf(evidence)} |`,
    ),
    '',
  ].join('\n');
}

function textOf(evidence: Evidence): string {
  if (evidence === 'open') return 'no test yet';
  if ('notHere' in evidence) return `not shown here: ${evidence.notHere}`;
  return evidence.map((test) => linkToTest(test, 1)).join('<br>');
}

/** Reads the current document. */
export function readFaultsDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, describeFaults(FAULTS));
