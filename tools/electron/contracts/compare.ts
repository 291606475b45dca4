// Runs the contracts on a real Electron and on the Chromium host, says how they differ, and records both.

import { CASES } from './cases/all.ts';
import { compareCase, isIn, writeRecording } from './recording.ts';
import { runCases, versionOf } from './run-cases.ts';

/** @param binary of an Electron from 25 on. @returns how many differences no version explains. */
export async function compareWith(binary: string): Promise<number> {
  const version = await versionOf(binary);
  const electron = await runCases(
    binary,
    CASES.filter((one) => isIn(one, version)),
  );
  const host = await runCases(undefined);
  const recording = { version, electron, host };
  writeRecording(recording);
  const compared = CASES.map((one) => ({ title: one.title, comparison: compareCase(one, recording) }));
  for (const { title, comparison } of compared) {
    if (comparison.kind === 'alike') continue;
    const why = 'version' in comparison ? ` ${comparison.version}` : '';
    console.log(`${comparison.kind}${why}: ${title}`);
    if (comparison.kind === 'needs') continue;
    console.log(`  Electron ${version}: ${JSON.stringify(electron[title])}`);
    console.log(`  the host: ${JSON.stringify(host[title])}`);
  }
  const count = (kind: string): number => compared.filter(({ comparison }) => comparison.kind === kind).length;
  console.log(
    `${compared.length} cases: ${count('alike')} alike, ${count('changed')} changed since ${version}, ${count('needs')} that need a later version, ${count('stricter')} stricter on the host, ${count('different')} different`,
  );
  return count('different');
}
