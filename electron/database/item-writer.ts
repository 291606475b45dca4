// The rows of an item: body, search text, and the files it needs. Written by the library, and by a rebuild.

import type { DatabaseSync } from 'node:sqlite';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { mediaIdsOf } from '../library/item-media.ts';
import type { StoredMedia } from '../library/stored-media.ts';
import { createFactsWriter } from './finding/facts-writer.ts';
import { toIndexedText } from './search-text.ts';

/** Writes the rows of items. None of it opens a transaction. */
export type ItemWriter = {
  /** Adds the row of a media file, unless there is one. */
  addMedia: (media: StoredMedia) => void;
  /** Adds an item and links it with its media, whose rows must exist, unless it exists. @param order its `seq`. */
  add: (item: LibraryItem, order: number, trashedAtMs: number | null) => void;
  /** Links an item with those of its media that have rows. */
  link: (item: LibraryItem) => void;
  /** Replaces the text and the facts by which an item is found. @param order its `seq` */
  index: (item: LibraryItem, order: number) => void;
};

/** Prepares the statements of an open database. */
export function createItemWriter(db: DatabaseSync): ItemWriter {
  const insertMedia = db.prepare('INSERT OR IGNORE INTO media VALUES (?, ?, ?, ?, ?)');
  // A taken `seq` is an error: without it the item would be lost.
  const insertItem = db.prepare(
    'INSERT INTO items (seq, id, kind, trashed_at_ms, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const insertItemMedia = db.prepare(
    'INSERT OR IGNORE INTO item_media SELECT :item, :media WHERE EXISTS (SELECT 1 FROM media WHERE id = :media)',
  );
  const insertText = db.prepare('INSERT OR REPLACE INTO items_text (rowid, text) VALUES (?, ?)');
  const link = (item: LibraryItem): void => {
    for (const media of mediaIdsOf(item)) insertItemMedia.run({ item: item.id, media });
  };
  const writeFacts = createFactsWriter(db);
  const index = (item: LibraryItem, order: number): void => {
    insertText.run(order, toIndexedText(searchTextOf(item)));
    writeFacts(item, order);
  };
  return {
    addMedia: ({ mediaId, extension, mime, sizeBytes, pcmRateHz }) =>
      void insertMedia.run(mediaId, extension, mime, sizeBytes, pcmRateHz),
    add(item, order, trashedAtMs) {
      const { changes } = insertItem.run(order, item.id, item.kind, trashedAtMs, JSON.stringify(item));
      if (changes > 0) index(item, order);
      link(item);
    },
    link,
    index,
  };
}

function searchTextOf(item: LibraryItem): string {
  const { title, tags, note } = item;
  return [title, ...textsOf(item), ...tags, note].join(' ');
}

function textsOf(item: LibraryItem): string[] {
  switch (item.kind) {
    case 'speech':
      return [item.request.text, item.request.voice ?? ''];
    case 'edit':
      return [item.request.prompt, item.revisedPrompt];
    case 'reply':
      return [];
  }
}
