import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readProofs } from './support/proofs.ts';

const DOCUMENT = path.join(import.meta.dirname, '../docs/relay-contract.md');
const ID = /\b(?:SQ|SR|SM|IA|IB|IC|IR|ER|CF)-\d{2,3}\b/g;

const rows = [...(await readProofs())].filter(([id]) => /^[A-Z]/.test(id));

it('docs/relay-contract.md lists every row of the contract tests, and only those', async () => {
  const named = new Set((await readFile(DOCUMENT, 'utf8')).match(ID));
  expect([...named].sort()).toEqual(rows.map(([id]) => id).sort());
  expect(named.size).toBeGreaterThan(90);
});

it('no two rows share an id', () => {
  expect(rows.filter(([, files]) => files.length > 1)).toEqual([]);
});
