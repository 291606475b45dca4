import { expect, it } from 'vitest';
import { missingTests } from '../support/shown-by.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { readSecurityDocument, withTables } from './document.ts';
import { PROMISES } from './promises.ts';

it('the table has all 52 attacks', () => {
  expect(Object.keys(ATTACKS).map(Number)).toEqual(Array.from({ length: 52 }, (_, index) => index + 1));
});

it('each test that a table names exists, once', async () => {
  const rows = [...Object.values(ATTACKS), ...BOUNDS, ...PROMISES];
  expect(await missingTests(rows.flatMap(({ tests }) => tests))).toEqual([]);
});

it('every row has a test', () => {
  expect([...Object.values(ATTACKS), ...BOUNDS].filter(({ tests }) => tests.length === 0)).toEqual([]);
});

it('every promise is proven, and every attack is one on a promise', () => {
  expect(PROMISES.filter(({ attacks, tests }) => attacks.length + tests.length === 0)).toEqual([]);
  const attacked = new Set(PROMISES.flatMap(({ attacks }) => attacks));
  expect([...attacked].toSorted((a, b) => a - b)).toEqual(Object.keys(ATTACKS).map(Number));
});

it('SECURITY.md is up to date: node tests/attacks/document.ts', async () => {
  const document = await readSecurityDocument();
  expect(document).toBe(withTables(document));
});
