// References to media that no link in the database shows: a sidecar can be newer than its row after a crash, or have no
// row, and an item can name a file that was not registered when it was added.

import type { DatabaseSync } from 'node:sqlite';
import { parseBounded } from '../../../shared/json/bounded-json.ts';
import { mediaMentionedIn } from '../../library/item-media.ts';
import { readSidecarText, sidecarNames } from '../../library/sidecar.ts';

/** Items looked at in one step: a few milliseconds. */
const STEP_ITEMS = 100;

/** For each file the items that need it without a link. `isWhole`: nothing that could need a file is unreadable. */
export type LooseReferences = { itemsOf: ReadonlyMap<string, Set<string>>; isWhole: boolean };

/** Looks at all rows and sidecars, a part at a time. @throws SQLite's or the file system's error. */
export function* readLooseReferences(db: DatabaseSync, root: string): Generator<void, LooseReferences> {
  const itemsOf = new Map<string, Set<string>>();
  let isWhole = true;
  const selectLinks = db.prepare('SELECT media_id FROM item_media WHERE item_id = ?');
  const selectItem = db.prepare('SELECT 1 FROM items WHERE id = ?');
  const add = (itemId: string, text: string): void => {
    const mentioned = mediaMentionedIn(text);
    if (mentioned.length === 0) return;
    const linked = new Set(selectLinks.all(itemId).map((row) => String(row.media_id)));
    for (const mediaId of mentioned)
      if (!linked.has(mediaId)) itemsOf.set(mediaId, (itemsOf.get(mediaId) ?? new Set<string>()).add(itemId));
  };
  const selectRows = db.prepare(`SELECT seq, id, body FROM items WHERE seq > ? ORDER BY seq LIMIT ${STEP_ITEMS}`);
  for (let rows = selectRows.all(Number.MIN_SAFE_INTEGER); rows.length > 0; ) {
    for (const { id, body } of rows) add(String(id), String(body));
    yield;
    rows = selectRows.all(Number(rows.at(-1)?.seq));
  }
  for (const [index, name] of sidecarNames(root).entries()) {
    if (index % STEP_ITEMS === STEP_ITEMS - 1) yield;
    const id = name.slice(0, -'.json'.length);
    const text = readSidecarText(root, name) ?? '';
    // Nobody knows what the item of an unreadable sidecar without a row needs.
    if (!parseBounded(text, 'ownFile').ok && selectItem.get(id) === undefined) isWhole = false;
    add(id, text);
  }
  return { itemsOf, isWhole };
}
