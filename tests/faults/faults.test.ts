import { expect, it } from 'vitest';
import { readProofs } from '../support/proofs.ts';
import { describeFaults, readFaultsDocument } from './document.ts';
import { FAULTS } from './faults.ts';

const proofs = await readProofs();

it('every fault is brought about by a test, or the table says why not', () => {
  const testable = Object.entries(FAULTS).filter(([, { notHere }]) => notHere === undefined);
  expect(testable.filter(([number]) => !proofs.has(`fault ${number}`))).toEqual([]);
});

it('every fault that stands beside a test is in the table', () => {
  const rows = new Set(Object.keys(FAULTS).map((number) => `fault ${number}`));
  expect([...proofs].filter(([id]) => id.startsWith('fault ') && !rows.has(id))).toEqual([]);
});

it('docs/generated/faults.md is up to date: node tests/faults/document.ts', async () => {
  expect(await readFaultsDocument()).toBe(describeFaults());
});
