import { access, glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
/** A path of a file or folder relative to the repository's root. */
const PATH_IN_CODE = /`((?:assets|docs|electron|practice-relay|renderer|shared|tests|tools)\/[\w./-]+)`/g;
const LINK = /\]\((?!\w+:|#)([^)#]+)(?:#[^)]*)?\)/g;

it('docs name only files that exist', async () => {
  const missing: string[] = [];
  for await (const file of glob(['*.md', 'docs/**/*.md'], { cwd: ROOT })) {
    const text = await readFile(path.join(ROOT, file), 'utf8');
    const named = [
      ...[...text.matchAll(PATH_IN_CODE)].map(([, name = '']) => path.join(ROOT, name)),
      ...[...text.matchAll(LINK)].map(([, name = '']) => path.join(ROOT, path.dirname(file), name)),
    ];
    for (const name of named) {
      await access(name).catch(() => missing.push(`${file}: ${path.relative(ROOT, name)}`));
    }
  }
  expect(missing).toEqual([]);
});
