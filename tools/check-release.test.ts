import { expect, it } from 'vitest';
import { releaseProblems } from './check-release.ts';

const READY = { version: '1.2.3', homepage: 'https://studio.example', changelog: '# Changes\n\n## 1.2.3\n\n- New.' };

it('lets a tag through that fits, and names everything that does not', () => {
  expect(releaseProblems('v1.2.3', READY)).toEqual([]);
  expect(releaseProblems('v1.2.4', { version: '1.2.3', changelog: '## Unreleased' })).toHaveLength(3);
  expect(releaseProblems('v1.2.3', { ...READY, homepage: 'http://studio.example' })).toHaveLength(1);
});
