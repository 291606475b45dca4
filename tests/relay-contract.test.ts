import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const ID = /\b(?:SQ|SR|SM|IA|IB|IC|IR|ER|CF)-\d{2,3}\b/g;

/** Returns the ids at the start of a test title or of a row, with the files that contain them. */
async function idsOfTests(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const file of glob(['electron/**/*.test.ts', 'tests/foreign/*.test.ts'], { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    for (const [, id = ''] of text.matchAll(/['"`]((?:SQ|SR|SM|IA|IB|IC|IR|ER|CF)-\d{2,3})\b/g)) {
      found.set(id, [...(found.get(id) ?? []), file]);
    }
  }
  return found;
}

it('docs/relay-contract.md lists every row of the contract tests, and only those', async () => {
  const tests = await idsOfTests();
  const named = new Set((await readFile(path.join(ROOT, 'docs/relay-contract.md'), 'utf8')).match(ID));
  expect([...named].sort()).toEqual([...tests.keys()].sort());
  expect(named.size).toBeGreaterThan(90);
});

it('no two rows share an id', async () => {
  expect([...(await idsOfTests())].filter(([, files]) => files.length > 1)).toEqual([]);
});
