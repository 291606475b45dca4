import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { describeFaults, readFaultsDocument } from './document.ts';
import { FAULTS, type ShownBy } from './faults.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const evidence = Object.values(FAULTS).map((fault) => fault.evidence);
const isShown = (found: (typeof evidence)[number]): found is readonly ShownBy[] => Array.isArray(found);

it('the table has all 40 faults', () => {
  expect(Object.keys(FAULTS).map(Number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

it('each test that the table names exists, once', async () => {
  for (const { file, title } of evidence.filter(isShown).flat()) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    expect(text.replaceAll("\\'", "'").split(title).length - 1, `${file}: ${title}`).toBe(1);
  }
});

it('no fault has an empty list of tests', () => {
  expect(evidence.filter(isShown).filter((tests) => tests.length === 0)).toEqual([]);
});

it('docs/faults.md is up to date: node tests/faults/document.ts', async () => {
  expect(await readFaultsDocument()).toBe(describeFaults(FAULTS));
});
