// The part of the document about the cases: what each noted on the Chromium host and on a real Electron.

import { CASES } from './cases/all.ts';
import type { Case } from './cases/case.ts';
import { compareCase, type Recording, readRecording } from './recording.ts';

/** Returns its lines. */
export function describeCases(): string[] {
  const recording = readRecording();
  const { version, host } = recording;
  return [
    `## Seen on Electron ${version}`,
    '',
    `Each row is a small program of \`tools/electron-contracts/cases/\` that ran both on the Chromium host and on a real Electron ${version}, an old one, on Linux: an array of what it noted, one that ran alone with the exit code of its process.`,
    '`node tools/electron-surface.ts --electron PATH` runs them on any Electron from 25 on, says what differs, and writes this table; a test holds the host to it. A difference is a fault of the host unless a later Electron has changed.',
    '',
    `| what is done | it shows | on the Chromium host | on Electron ${version} |`,
    '|---|---|---|---|',
    ...CASES.map(
      (one) =>
        `| ${one.title} | ${one.shows.map((use) => `\`${use}\``).join(', ')} | ${codeOf(host[one.title])} | ${thereOf(one, recording)} |`,
    ),
    '',
  ];
}

function thereOf(one: Case, recording: Recording): string {
  const comparison = compareCase(one, recording);
  switch (comparison.kind) {
    case 'alike':
      return 'the same';
    case 'needs':
      return `needs ${comparison.version}`;
    case 'changed':
      return `${codeOf(recording.electron[one.title])}: ${comparison.change}, since ${comparison.since}`;
    case 'stricter':
      return `${codeOf(recording.electron[one.title])}; the host is stricter: ${comparison.reason}`;
    case 'different':
      return `**different:** ${codeOf(recording.electron[one.title])}`;
  }
}

const codeOf = (value: unknown): string => `\`${JSON.stringify(value ?? null).replaceAll('|', '\\|')}\``;
