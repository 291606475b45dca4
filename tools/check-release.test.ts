import { expect, it } from 'vitest';
import { releaseNotes, releaseProblems } from './check-release.ts';

const READY = {
  version: '1.2.3',
  homepage: 'https://studio.example',
  changelog: '# Changes\n\n## 1.2.3\n\n- New.',
  packages: { '': {}, 'node_modules/a': { integrity: 'sha512-a' } },
};

it('accepts a matching tag, and reports everything that does not match', () => {
  expect(releaseProblems('v1.2.3', READY)).toEqual([]);
  expect(
    releaseProblems('v1.2.4', { version: '1.2.3', changelog: '## Unreleased', packages: READY.packages }),
  ).toHaveLength(3);
  expect(releaseProblems('v1.2.3', { ...READY, homepage: 'http://studio.example' })).toHaveLength(1);
  expect(releaseProblems('v1.2.3', { ...READY, packages: { 'node_modules/a': {} } })).toHaveLength(1);
});

it.each([
  ['## 1.2.3\n\n- New.\n', '- New.'],
  ['## 1.2.3 (2026-11-22)\n\n- New.\n\n### Fixed\n\n- Old.\n\n## 1.2.2\n\n- Older.\n', '- New.\n\n### Fixed\n\n- Old.'],
  ['## 1.2.30\n\n- Another version.\n', ''],
  ['## 1.2.3-beta\n\n- Another version.\n', ''],
  ['## 1.2.3\n\n## 1.2.2\n\n- Nothing about this one.\n', ''],
])('of %j the notes of 1.2.3 are %j', (changelog, notes) => {
  expect(releaseNotes('1.2.3', changelog)).toBe(notes);
  expect(releaseProblems('v1.2.3', { ...READY, changelog })).toHaveLength(notes === '' ? 1 : 0);
});
