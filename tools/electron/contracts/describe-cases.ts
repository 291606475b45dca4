// The part of the document about the cases: what each noted on the Chromium host and on a real Electron.

import { wrapped } from '../../../tests/support/wrapped.ts';
import { CASES } from './cases/all.ts';
import type { Case } from './cases/case.ts';
import { compareCase, type Recording, readRecording } from './recording.ts';

/** Returns its lines: how many cases were alike, and what is said of each other one. */
export function describeCases(): string[] {
  const recording = readRecording();
  const others = CASES.flatMap((one) => {
    const said = differenceOf(one, recording);
    return said === undefined ? [] : wrapped(`- ${one.title}: ${said}`, '  ');
  });
  return [
    `## Seen on Electron ${recording.version}`,
    '',
    `The programs in \`tools/electron/contracts/cases/\`, ${CASES.length} in all, ran on the Chromium host and on this old Electron, on`,
    'Linux. `node tools/electron/surface.ts --electron PATH` runs them on any Electron from 25 on; a test holds the host to',
    'them. They noted the same, except:',
    '',
    ...others,
    '',
  ];
}

function differenceOf(one: Case, recording: Recording): string | undefined {
  const comparison = compareCase(one, recording);
  switch (comparison.kind) {
    case 'alike':
      return undefined;
    case 'needs':
      return `needs ${comparison.version}`;
    case 'changed':
      return `${comparison.change}, since ${comparison.since}`;
    case 'stricter':
      return `the host is stricter: ${comparison.reason}`;
    case 'different':
      return `**different**, ${JSON.stringify(recording.electron[one.title])}`;
  }
}
