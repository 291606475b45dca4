// How each item of a batch is saved, and under which name. Pure functions.

import type { LibraryItem } from '../../../shared/contract/library.ts';
import type { Settings } from '../../../shared/contract/settings.ts';
import { contentFacts, contentOfMime } from '../../../shared/library/reply-contents.ts';
import { KIND_FACTS } from '../../../shared/speech/formats.ts';
import { takeCopies } from '../../../shared/speech/take-copies.ts';
import { numbered, safeFileName } from '../../../shared/text/file-name.ts';
import { nameBy } from '../../../shared/text/name-template.ts';
import { FILE_EXTENSIONS } from '../../engines/audio/export/formats.ts';
import type { ExportKind } from '../../engines/audio/export/plan.ts';
import type { PictureChoices } from '../picture/picture-file.ts';

/** What a person chooses for all items. */
export type SavingChoices = Settings['saving'];

/**
 * How one item is saved. A copy is the best one of its bytes, and a picture may turn out to be one; `extension` is that
 * of the file, without a dot.
 */
export type SavedAs = { extension: string } & (
  | { how: 'copy' }
  | { how: 'sound'; kind: ExportKind }
  | { how: 'picture'; choices: PictureChoices }
);

/** Decides how an item is saved. A take that has the chosen format already is copied, which loses nothing. */
export function savedAs(item: LibraryItem, choices: SavingChoices): SavedAs {
  const { sound, picture } = choices;
  switch (item.kind) {
    case 'speech': {
      const copied = takeCopies(item.audio.format, item.warnings)[0] === 'wav' ? 'wav' : item.audio.format;
      if (sound === 'asIs' || sound === copied) return { how: 'copy', extension: KIND_FACTS[copied].extension };
      return { how: 'sound', kind: sound, extension: FILE_EXTENSIONS[sound] };
    }
    case 'edit': {
      const content = contentOfMime((item.protected?.picture ?? item.raw).mime) ?? 'unknown';
      return { how: 'picture', choices, extension: contentFacts(picture === 'asIs' ? content : picture).extension };
    }
    case 'reply':
      return { how: 'copy', ...contentFacts(item.content) };
  }
}

/** The names of the first items, as they will be in an empty folder. @param count of all items */
export function firstNames(
  template: string,
  items: readonly LibraryItem[],
  count: number,
  choices: SavingChoices,
): string[] {
  const taken = new Map<string, number>();
  return items.map((item, index) => {
    const name = safeFileName(nameBy(template, item, index, count), savedAs(item, choices).extension);
    const times = (taken.get(name.toLowerCase()) ?? 0) + 1;
    taken.set(name.toLowerCase(), times);
    return numbered(name, times);
  });
}
