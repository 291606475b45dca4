import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
const WORKFLOWS = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((file): [string, string] => [
  file,
  readFileSync(path.join(ROOT, file), 'utf8'),
]);

describe.each(WORKFLOWS)('%s', (_file, text) => {
  const lines = text.split('\n');

  it('gives a secret only to the system that needs it', () => {
    const secrets = lines.filter((line) => line.includes('secrets.'));
    for (const line of secrets)
      expect(line).toMatch(/\$\{\{ runner\.os == '(macOS|Windows)' && secrets\.\w+ \|\| '' \}\}$/);
    for (const line of secrets) expect(line).toMatch(line.includes('WIN') ? /'Windows'/ : /'macOS'/);
  });

  it('pins every action to a commit, and leaves no credentials behind', () => {
    const used = lines.filter((line) => line.includes('uses:'));
    for (const line of used) expect(line).toMatch(/@[0-9a-f]{40} # v/);
    const checkouts = lines.filter((line) => line.includes('actions/checkout@'));
    expect(text.match(/persist-credentials: false/g)).toHaveLength(checkouts.length);
  });

  it('may write nothing, except to make the draft of a release', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text.match(/: write$/gm) ?? []).toHaveLength(text.includes('gh release create') ? 1 : 0);
  });
});

it('a release has a list of its parts for each system', () => {
  const [, release = ''] = WORKFLOWS.find(([file]) => file.endsWith('release.yml')) ?? [];
  expect(release).toMatch(/^ +- run: npm sbom --sbom-format=cyclonedx > "release\/.*\$RUNNER_OS-\$RUNNER_ARCH.*"$/m);
});

// attack 52
it('no package runs a script when it is installed, whatever npm it is installed with', () => {
  expect(readFileSync(path.join(ROOT, '.npmrc'), 'utf8').split('\n')).toContain('ignore-scripts=true');
});
