import { expect, it } from 'vitest';
import { readProofs } from '../support/proofs.ts';
import { ATTACKS } from './attacks.ts';
import { BOUNDS } from './bounds.ts';
import { describeSecurity, readSecurityDocument } from './document.ts';
import { PROMISES } from './promises.ts';

const proofs = await readProofs();
const attackIds = Object.keys(ATTACKS).map((number) => `attack ${number}`);
const boundIds = BOUNDS.map(({ id }) => `bound ${id}`);
const promiseIds = PROMISES.map(({ id }) => `promise ${id}`);

it('every attack and every bound has a test', () => {
  expect([...attackIds, ...boundIds].filter((id) => !proofs.has(id))).toEqual([]);
});

it('every attack, bound and promise that stands beside a test is in its table, once', () => {
  const rows = [...attackIds, ...boundIds, ...promiseIds];
  expect([...proofs].filter(([id]) => /^(attack|bound|promise) /.test(id) && !rows.includes(id))).toEqual([]);
  expect(rows).toEqual([...new Set(rows)]);
});

it('every promise is proven, and every attack is one on a promise', () => {
  expect(PROMISES.filter(({ id, attacks }) => attacks.length === 0 && !proofs.has(`promise ${id}`))).toEqual([]);
  const attacked = new Set(PROMISES.flatMap(({ attacks }) => attacks));
  expect([...attacked].toSorted((a, b) => a - b)).toEqual(Object.keys(ATTACKS).map(Number));
});

it('docs/security is up to date: node tests/attacks/document.ts', async () => {
  for (const [name, text] of Object.entries(describeSecurity())) expect(await readSecurityDocument(name)).toBe(text);
});
