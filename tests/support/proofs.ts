// What a test proves is said by ids beside it: in a comment that consists of them, as in `// ER-121, attack 28`, or, for
// the relay contract, as the field `id` of a row.

import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
const TESTS = '{electron,practice-relay,renderer,shared,tests,tools}/**/*.{test,spec}.{ts,tsx}';
const CONTRACT_ID = '[A-Z]{2}-\\d{2,3}';
const ID = `(?:(?:attack|fault) \\d+|(?:promise|bound) [a-z-]+|${CONTRACT_ID})`;
const IDS = new RegExp(`^ *// (${ID}(?:, ${ID})*)$|\\bid: '(${CONTRACT_ID})'`, 'gm');

/** The files of the tests that prove a row, one for each test, by the id of the row. */
export type Proofs = ReadonlyMap<string, readonly string[]>;

/** Reads the ids beside all tests. */
export async function readProofs(): Promise<Proofs> {
  const proofs = new Map<string, string[]>();
  for await (const file of glob(TESTS, { cwd: ROOT, exclude: ['**/node_modules/**'] })) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, comment, field = ''] of text.matchAll(IDS)) {
      for (const id of (comment ?? field).split(', ')) {
        proofs.set(id, [...(proofs.get(id) ?? []), file.replaceAll(path.sep, '/')]);
      }
    }
  }
  return proofs;
}
