// Makes scripts of the files that were read: one of each, or one of all the texts of a folder.

import type { Script } from '../../../shared/contract/scripts.ts';
import type { ImportedScript } from '../../../shared/import/imported-script.ts';
import { joinChapters } from '../../../shared/import/join-chapters.ts';
import type { ScriptListStore } from '../script/script-list.ts';
import type { ReadFile } from './script-files.ts';
import { type ScriptFacts, toScript } from './to-script.ts';
import { withTextOf } from './with-text-of.ts';

/** The texts of a folder as one script with a chapter for each; null if they are not several texts that can be that. */
export function bookOf(files: readonly ReadFile[]): ImportedScript | null {
  const texts = files.flatMap(({ file, read }) => (read.ok ? [{ name: file.name, script: read.data }] : []));
  // Empty without a path.
  const [folder = ''] = (files[0]?.file.webkitRelativePath ?? '').split('/');
  return texts.length < 2 ? null : joinChapters(folder, texts);
}

/** Makes the scripts. @param isBook they become one, if they can. */
export function scriptsOf(
  files: readonly ReadFile[],
  isBook: boolean,
  facts: Omit<ScriptFacts, 'fileName'>,
): readonly Script[] {
  const book = isBook ? bookOf(files) : null;
  if (book !== null) return [toScript(book, { ...facts, fileName: files[0]?.file.name ?? '' })];
  return files.flatMap(({ file, read }) => (read.ok ? toScript(read.data, { ...facts, fileName: file.name }) : []));
}

/**
 * Puts scripts in the place of those that came from the same files before. @param known these, by title @returns those
 * that took the place of none
 */
export async function replaceKnown(
  made: readonly Script[],
  known: ReadonlyMap<string, string>,
  { scripts, makeId }: { scripts: ScriptListStore; makeId: () => string },
): Promise<readonly Script[]> {
  const left = new Map(known);
  const others: Script[] = [];
  for (const one of made) {
    const id = left.get(one.title);
    left.delete(one.title);
    if (id === undefined) others.push(one);
    else
      await scripts.getState().replace(
        id,
        (before) => withTextOf(before, one, makeId),
        (t) => t('script.replaced', { name: one.title }),
      );
  }
  return others;
}
