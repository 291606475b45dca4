// Says whether a tag may become a release: `node tools/check-release.ts v1.2.3`. It looks at what is easily forgotten.

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a release is made from. */
type Facts = { version: string; homepage?: string; changelog: string };

/** Everything that keeps the tag from being released, in words; empty when nothing does. */
export function releaseProblems(tag: string, { version, homepage, changelog }: Facts): string[] {
  return [
    tag !== `v${version}` && `The tag is ${tag}, the version in package.json ${version}.`,
    !homepage?.startsWith('https://') &&
      'package.json names no "homepage" on https: no .deb and no updates without it.',
    !changelog.split('\n').some((line) => line.startsWith(`## ${version}`)) &&
      `CHANGELOG.md has no part "## ${version}".`,
  ].filter((problem) => problem !== false);
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const { version, homepage } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Facts;
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const problems = releaseProblems(process.argv[2] ?? '', { version, changelog, ...(homepage && { homepage }) });
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
