// Saves many items into one folder, each under its own name.

import { access } from 'node:fs/promises';
import path from 'node:path';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { safeFileName } from '../../shared/text/file-name.ts';
import { fillNameTemplate } from '../../shared/text/name-template.ts';
import type { FindMedia } from './library.ts';
import { bestCopy, copyExtension, copyWords, writeCopy } from './save-copy.ts';

/**
 * Writes the most useful copy of each item and overwrites no file. @returns the number of files. @throws the file
 * system's error.
 */
export async function saveAll(
  items: readonly LibraryItem[],
  findMedia: FindMedia,
  template: string,
  folder: string,
): Promise<number> {
  let saved = 0;
  for (const [index, item] of items.entries()) {
    const copy = await bestCopy(item, findMedia);
    if (!copy) continue;
    const { as, media } = copy;
    const facts = { ...copyWords(item), number: index + 1, count: items.length };
    const name = safeFileName(fillNameTemplate(template, facts), copyExtension(media, as));
    await writeCopy(media, as, await freePath(path.join(folder, name)));
    saved += 1;
  }
  return saved;
}

/** Returns the path, with a number added if it is taken: `a.wav`, `a (2).wav`, … */
export async function freePath(wanted: string): Promise<string> {
  const { dir, name, ext } = path.parse(wanted);
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? wanted : path.join(dir, `${name} (${count})${ext}`);
    const isTaken = await access(candidate).then(
      () => true,
      () => false,
    );
    if (!isTaken) return candidate;
  }
}
