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

it('each decision has its number, a status and a date', async () => {
  const wrong: string[] = [];
  for await (const file of glob('docs/decisions/*.md', { cwd: ROOT })) {
    const number = Number(path.basename(file).slice(0, 4));
    const head = new RegExp(
      `^# ${number}\\. .+\\n\\n\\*\\*Status:\\*\\* (accepted|superseded by .+), \\d{4}-\\d\\d-\\d\\d\\n\\n\\*\\*Context\\.\\*\\*`,
    );
    if (!head.test(await readFile(path.join(ROOT, file), 'utf8'))) wrong.push(file);
  }
  expect(wrong).toEqual([]);
});
