// What an action on several items is about: items at hand, or as many as a query finds.

import type { LibraryItem, SpeechItem } from '../../shared/contract/library.ts';
import { takesOf } from './item-text.ts';

/** Several items. What is not at hand is read when an action begins. */
export type Chosen = {
  count: number;
  /** Whether there may be several takes among them; true while that is not known. */
  hasTakes: boolean;
  /** Whether there may be pictures among them; true while that is not known. */
  hasPictures: boolean;
  /** Their ids in the order of the list; empty if they could not be read, which was reported. */
  ids: () => Promise<readonly string[]>;
  /** The items in the order of the list. */
  items: () => Promise<readonly LibraryItem[]>;
};

/** Items at hand, in the order of the list. */
export function chosenOf(items: readonly LibraryItem[]): Chosen {
  return {
    count: items.length,
    hasTakes: takesOf(items).length > 1,
    hasPictures: items.some(({ kind }) => kind === 'edit'),
    ids: async () => items.map(({ id }) => id),
    items: async () => items,
  };
}

/** The takes among several items, in the order in which they were made. */
export async function takesIn(chosen: Chosen): Promise<SpeechItem[]> {
  return takesOf(await chosen.items());
}
