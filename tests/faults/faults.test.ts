import { expect, it } from 'vitest';
import { missingTests, type ShownBy } from '../support/shown-by.ts';
import { describeFaults, readFaultsDocument } from './document.ts';
import { FAULTS } from './faults.ts';

const evidence = Object.values(FAULTS).map((fault) => fault.evidence);
const isShown = (found: (typeof evidence)[number]): found is readonly ShownBy[] => Array.isArray(found);

it('the table has all 40 faults', () => {
  expect(Object.keys(FAULTS).map(Number)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

it('each test that the table names exists, once', async () => {
  expect(await missingTests(evidence.filter(isShown).flat())).toEqual([]);
});

it('no fault has an empty list of tests', () => {
  expect(evidence.filter(isShown).filter((tests) => tests.length === 0)).toEqual([]);
});

it('docs/faults.md is up to date: node tests/faults/document.ts', async () => {
  expect(await readFaultsDocument()).toBe(describeFaults(FAULTS));
});
