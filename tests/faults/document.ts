// Writes docs/generated/faults.md from the table of faults: `node tests/faults/document.ts`.

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FAULTS } from './faults.ts';

const DOCUMENT = path.join(import.meta.dirname, '../../docs/generated/faults.md');

/** Returns the document's text. */
export function describeFaults(): string {
  const untested = Object.entries(FAULTS).filter(([, { notHere }]) => notHere !== undefined);
  return [
    '# Faults',
    '',
    'Written by `node tests/faults/document.ts`; a test fails if it is out of date. Every fault has a test, with real files,',
    'databases and connections where possible: `git grep -w "fault 7"` finds it.',
    '',
    '||fault|expected|',
    '|-|-|-|',
    ...Object.entries(FAULTS).map(([number, { fault, expected }]) => `|${number}|${fault}|${expected}|`),
    '',
    'Not tested:',
    '',
    ...untested.map(([number, { notHere }]) => `- ${number}: ${notHere}`),
    '',
  ].join('\n');
}

/** Reads the current document. */
export function readFaultsDocument(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

if (import.meta.main) await writeFile(DOCUMENT, describeFaults());
