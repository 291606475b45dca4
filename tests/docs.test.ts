import { access, glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');
/** A path of a file or folder relative to the repository's root. */
const PATH_IN_CODE = /`((?:assets|docs|electron|practice-relay|renderer|shared|tests|tools)\/[\w./-]+)`/g;
const LINK = /\]\((?!\w+:|#)([^)#]+)(?:#[^)]*)?\)/g;
/** All Markdown together. A document that grows has to make another one shorter. */
const MAX_TOTAL_BYTES = 170 * 1024;
const MAX_COLUMNS = 120;
/** Decisions that were merged from several. */
const MERGED = new Set([6, 11, 18, 28]);

const documents = new Map<string, string>();
for await (const name of glob(['*.md', '{docs,tools,tests}/**/*.md', '.github/**/*.md'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})) {
  documents.set(name.replaceAll(path.sep, '/'), await readFile(path.join(ROOT, name), 'utf8'));
}
const decisions = [...documents].filter(([name]) => name.startsWith('docs/decisions/0'));

it('documents name only files that exist', async () => {
  const missing: string[] = [];
  for (const [file, text] of documents) {
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

it('documents stay short as a whole', () => {
  const bytes = [...documents.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_TOTAL_BYTES);
});

it('lines are wrapped, except rows of tables, code and links', () => {
  const tooLong = [...documents].flatMap(([file, text]) => {
    const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replace(/.+/g, ''));
    return prose.split('\n').flatMap((line, at) => {
      const isFree = line.startsWith('|') || /^\W*(?:\[[^\]]*\]\([^)]*\)|\S+)\W*$/.test(line);
      return isFree || line.length <= MAX_COLUMNS ? [] : [`${file}:${at + 1}`];
    });
  });
  expect(tooLong).toEqual([]);
});

it('decisions have consecutive numbers, a status and a date, fit on half a page, and are in the index', () => {
  const index = documents.get('docs/decisions/README.md') ?? '';
  const wrong = decisions.sort().flatMap(([file, text], at) => {
    const number = at + 1;
    const head = new RegExp(
      `^# ${number}\\. (.+)\\n\\n\\*\\*Status:\\*\\* (?:accepted|superseded by .+), \\d{4}-\\d\\d-\\d\\d\\n\\n\\*\\*Context\\.\\*\\*`,
    );
    const title = head.exec(text)?.[1];
    const isShort = text.length <= (MERGED.has(number) ? 3500 : 2000);
    const entry = `${number}. [${title}](${path.posix.basename(file)})`;
    return title !== undefined && isShort && index.includes(entry) ? [] : [file];
  });
  expect(wrong).toEqual([]);
  expect(index.match(/^\d+\. /gm)).toHaveLength(decisions.length);
});
