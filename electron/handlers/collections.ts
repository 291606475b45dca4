// Routes of collections.

import { ok } from '../../shared/result.ts';
import type { Collections } from '../collections/collections.ts';
import { whileWriting } from '../files.ts';
import type { HandlersOf } from './routes-of.ts';

export type CollectionDeps = { collections: Collections };

/** Creates the handlers of the collection routes. */
export function collectionHandlers({ collections }: CollectionDeps): HandlersOf<'collections'> {
  return {
    'collections.list': () => whileWriting(() => collections.list()),
    'collections.having': async ({ itemId }) => ok(await collections.having(itemId)),
    'collections.create': (collection) => collections.create(collection),
    'collections.rename': ({ id, title }) => collections.rename(id, title),
    'collections.remove': ({ id }) => collections.setRemoved(id, true),
    'collections.restore': ({ id }) => collections.setRemoved(id, false),
    'collections.addItems': ({ id, itemIds }) => collections.addItems(id, itemIds),
    'collections.removeItems': ({ id, itemIds }) => collections.removeItems(id, itemIds),
    'collections.setFilter': (input) => collections.setFilter(input),
  };
}
