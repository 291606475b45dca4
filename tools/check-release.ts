// Decides whether a tag can be released, and prints its release notes. It checks what is easily forgotten.
//
//   node tools/check-release.ts v1.2.3            problems, one a line
//   node tools/check-release.ts v1.2.3 --notes    the tag's own part of CHANGELOG.md

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The input of a release. */
type Facts = { version: string; homepage?: string; changelog: string; packages: Lockfile['packages'] };
type Lockfile = { packages: Readonly<Record<string, { integrity?: string }>> };

/** Returns every reason not to release the tag, as text; empty if there is none. */
export function releaseProblems(tag: string, { version, homepage, changelog, packages }: Facts): string[] {
  const open = withoutChecksum(packages).length;
  return [
    open > 0 &&
      `package-lock.json has ${open} entries without a checksum: run "node tools/complete-lockfile.ts" with npm's own registry.`,
    tag !== `v${version}` && `The tag is ${tag}, the version in package.json ${version}.`,
    !homepage?.startsWith('https://') &&
      'package.json names no "homepage" on https: no .deb and no updates without it.',
    releaseNotes(version, changelog) === '' && `CHANGELOG.md says nothing under "## ${version}".`,
  ].filter((problem) => problem !== false);
}

/** The places of packages whose archives npm would install unchecked. */
export function withoutChecksum(packages: Facts['packages']): string[] {
  return Object.entries(packages).flatMap(([place, { integrity }]) => (place !== '' && !integrity ? [place] : []));
}

/**
 * Returns the part of the change log about one version, without the heading, which may contain a date; empty if there
 * is none.
 */
export function releaseNotes(version: string, changelog: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version) ?? '';
  return section.replace(/^.*\n?/, '').trim();
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, '..');
  const { version, homepage } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Facts;
  const changelog = await readFile(path.join(root, 'CHANGELOG.md'), 'utf8');
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const facts = { version, changelog, packages, ...(homepage && { homepage }) };
  const problems = releaseProblems(process.argv[2] ?? '', facts);
  for (const problem of problems) console.error(problem);
  if (problems.length === 0 && process.argv.includes('--notes')) console.log(releaseNotes(version, changelog));
  process.exitCode = problems.length > 0 ? 1 : 0;
}
