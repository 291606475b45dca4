import { expect, it } from 'vitest';
import { CASES } from './cases/all.ts';
import { CONTRACTS } from './index.ts';
import { compareCase, readRecording } from './recording.ts';
import { runCases } from './run-cases.ts';

const recording = readRecording();

it('each case has a title of its own, shows parts that have a contract, and was recorded', () => {
  expect(new Set(CASES.map(({ title }) => title)).size).toBe(CASES.length);
  expect(CASES.flatMap(({ shows }) => shows).filter((use) => CONTRACTS[use] === undefined)).toEqual([]);
  expect(Object.keys(recording.host).sort()).toEqual(CASES.map(({ title }) => title).sort());
});

it('Electron and the host differed only where a version explains it', () => {
  const different = CASES.filter((one) => compareCase(one, recording).kind === 'different');
  expect(different.map(({ title }) => title)).toEqual([]);
});

it.runIf(process.platform === 'linux')('the host still answers as recorded', { timeout: 300_000 }, async () => {
  expect(await runCases(undefined)).toEqual(recording.host);
});
