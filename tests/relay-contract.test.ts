import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readProofs } from './support/proofs.ts';

const DOCUMENT = path.join(import.meta.dirname, '../docs/generated/relay-contract.md');
/** An id, or several that follow each other: `SQ-06–09`. */
const IDS = /\b(SQ|SR|SM|IA|IB|IC|IR|ER|CF)-(\d{2,3})(?:–(\d{2,3}))?\b/g;

const rows = [...(await readProofs())].filter(([id]) => /^[A-Z]/.test(id));

it('docs/generated/relay-contract.md lists every row of the contract tests, and only those', async () => {
  const named = new Set<string>();
  for (const [, prefix, first = '', last = first] of (await readFile(DOCUMENT, 'utf8')).matchAll(IDS)) {
    for (let number = Number(first); number <= Number(last); number++) {
      named.add(`${prefix}-${String(number).padStart(2, '0')}`);
    }
  }
  expect([...named].sort()).toEqual(rows.map(([id]) => id).sort());
  expect(named.size).toBeGreaterThan(90);
});

it('no two rows share an id', () => {
  expect(rows.filter(([, files]) => files.length > 1)).toEqual([]);
});
