// How a table in code names the tests that prove its rows.

import { readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/** A test: its file, and its title or, in a test with rows, the text of its row; each exactly once in that file. */
export type ShownBy = { file: string; title: string };

/** Returns those of the tests that do not exist, or are named ambiguously, as text. */
export async function missingTests(tests: readonly ShownBy[]): Promise<string[]> {
  const counted = tests.map(async ({ file, title }) => {
    const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
    const count = text.replaceAll("\\'", "'").split(title).length - 1;
    return count === 1 ? [] : [`${file} › ${title}: ${count} times`];
  });
  return (await Promise.all(counted)).flat();
}

/** The test as a link from a document that is so many folders below the root. */
export function linkToTest({ file, title }: ShownBy, depth: number): string {
  return `[${path.posix.basename(file)}](${'../'.repeat(depth)}${file}) › ${title.replaceAll('|', '\\|')}`;
}
