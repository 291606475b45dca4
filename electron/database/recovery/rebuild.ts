// Fills an empty database from the files of a library: sidecars first, then what only the earlier database has.

import { rename } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type LibraryItem, libraryItemSchema } from '../../../shared/contract/library.ts';
import type { RebuildResult, RecoveryProgress } from '../../../shared/contract/recovery.ts';
import { parseBounded } from '../../../shared/json/bounded-json.ts';
import { buriedIds } from '../../library/buried.ts';
import { mediaIdsOf } from '../../library/item-media.ts';
import {
  listSidecars,
  readSidecar,
  type Sidecar,
  type SidecarProblem,
  sidecarPath,
  writeSidecar,
} from '../../library/sidecar.ts';
import { readMediaRow, type StoredMedia } from '../../library/stored-media.ts';
import { createItemWriter, type ItemWriter } from '../item-writer.ts';
import { inTransaction } from '../schema.ts';
import { carryOver, type OldDatabase, openOld } from './carry-over.ts';
import { addTo, emptyList } from './listed.ts';
import { mediaFiles } from './media-files.ts';

/** How a rebuild is to be done. */
export type RebuildOptions = {
  /** The earlier database, from which is taken what no sidecar has. */
  old?: string;
  /** Whether items that have a row only get their sidecar back; false where nothing may be written. */
  isWriting: boolean;
  signal: AbortSignal;
  /** Called after each batch, when its items can be listed. */
  onProgress: (progress: RecoveryProgress) => void;
};

/** Items of one transaction: about 20 ms, so that other work of the same thread goes on in between. */
const BATCH = 100;

/**
 * Fills a database that has no items. Gives way to other work after each batch.
 * @throws the signal's reason when it is aborted; SQLite's error when the database cannot be written.
 */
export async function rebuild(
  db: DatabaseSync,
  root: string,
  { old: oldFile, isWriting, signal, onProgress }: RebuildOptions,
): Promise<RebuildResult> {
  const filling: Filling = { db, root, rows: createItemWriter(db), problems: new Map(), incomplete: [] };
  const badSidecars = emptyList();
  const { ids, misnamed } = listSidecars(root);
  for (const name of misnamed) addTo(badSidecars, name);
  const total = ids.length;
  let done = 0;
  const waiting: Place[] = [];
  const hasOrder = createOrderCheck(db);

  const inBatches = async <T>(all: readonly T[], work: (one: T) => void): Promise<void> => {
    for (let first = 0; first < all.length; first += BATCH) {
      signal.throwIfAborted();
      inTransaction(db, () => {
        for (const one of all.slice(first, first + BATCH)) work(one);
      });
      onProgress({ done, total });
      await nextTurn();
    }
  };

  const old = oldFile === undefined ? undefined : openOld(oldFile);
  try {
    // First, at once: nothing that is written meanwhile may take the place of earlier rows.
    const carried = carryOver(db, old);
    await inBatches(ids, (id) => {
      const read = readSidecar(root, id);
      if (!read.ok) {
        filling.problems.set(id, read.error);
        done += 1;
      } else if (read.data.order === null || hasOrder(read.data.order)) {
        const { order, item } = read.data;
        waiting.push({ id, hasOrder: order !== null, createdAtMs: item.createdAtMs });
      } else {
        addRows(filling, read.data, read.data.order);
        done += 1;
      }
    });
    await inBatches(placeWaiting(db, waiting), ({ id, order }) => {
      const read = readSidecar(root, id);
      if (read.ok) addRows(filling, read.data, order);
      done += 1;
    });

    const itemsFromRows = await addItemsOf(old, filling, isWriting);
    for (const id of filling.problems.keys()) addTo(badSidecars, `${id}.json`);
    const mediaWithoutItem = await addMediaFiles(filling, signal);
    const items = Number(db.prepare('SELECT count(*) AS count FROM items').get()?.count);
    onProgress({ done: total, total });
    return { items, itemsFromRows, badSidecars, mediaWithoutItem, carried };
  } finally {
    old?.close();
  }
}

/** A rebuild under way. `incomplete`: items whose sidecars do not describe all of their media. */
type Filling = {
  db: DatabaseSync;
  root: string;
  rows: ItemWriter;
  problems: Map<string, SidecarProblem>;
  incomplete: LibraryItem[];
};

/** A sidecar that has no order key, or one that another item has too. */
type Place = { id: string; hasOrder: boolean; createdAtMs: number };

/**
 * Gives places to items that have none: without an order key, as sidecars of version 0, before all others; with one
 * that is taken, as after a crash between a sidecar and its row, behind all others. Each group by time of creation.
 */
function placeWaiting(db: DatabaseSync, waiting: readonly Place[]): { id: string; order: number }[] {
  const { least, most } = db.prepare('SELECT min(seq) AS least, max(seq) AS most FROM items').get() ?? {};
  const byTime = (a: Place, b: Place): number => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : 1);
  const before = waiting.filter(({ hasOrder }) => !hasOrder).sort(byTime);
  const behind = waiting.filter(({ hasOrder }) => hasOrder).sort(byTime);
  const first = least === null ? 1 : Number(least) - before.length;
  const next = Math.max(first + before.length, Number(most) + 1);
  return [
    ...before.map(({ id }, index) => ({ id, order: first + index })),
    ...behind.map(({ id }, index) => ({ id, order: next + index })),
  ];
}

function addRows({ rows, incomplete }: Filling, { item, media, trashedAtMs }: Sidecar, order: number): void {
  const described = new Set(media.map(({ mediaId }) => mediaId));
  for (const facts of media) rows.addMedia(facts);
  rows.add(item, order, trashedAtMs);
  if (!mediaIdsOf(item).every((id) => described.has(id))) incomplete.push(item);
}

function createOrderCheck(db: DatabaseSync): (order: number) => boolean {
  const select = db.prepare('SELECT 1 FROM items WHERE seq = ?');
  return (order) => select.get(order) !== undefined;
}

/** Adds the items that only the earlier database has, with new sidecars. @returns how many. */
async function addItemsOf(old: OldDatabase | undefined, filling: Filling, isWriting: boolean): Promise<number> {
  if (!old) return 0;
  const { db, rows, problems } = filling;
  const isKnown = db.prepare('SELECT 1 FROM items WHERE id = ?');
  const hasOrder = createOrderCheck(db);
  const last = db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM items');
  const media = new Map<string, StoredMedia>();
  const found: Sidecar[] = [];
  old.eachRow('media', 'rowid', (row) => {
    try {
      const facts = readMediaRow(row);
      if (media.has(facts.mediaId)) return false;
      media.set(facts.mediaId, facts);
    } catch {
      // Not a possible media file: nothing may be read by it.
    }
    return true;
  });
  inTransaction(db, () => {
    for (const facts of media.values()) rows.addMedia(facts);
  });
  const seen = new Set<unknown>();
  // Items that were being deleted for good do not come back.
  const gone = new Set(buriedIds(filling.root));
  old.eachRow('items', 'seq', (row) => {
    if (seen.has(row.seq)) return false;
    seen.add(row.seq);
    const isMissing =
      typeof row.id === 'string' && !gone.has(row.id) && !isKnown.get(row.id) && problems.get(row.id) !== 'newer';
    const item = isMissing ? readItem(row.body) : undefined;
    if (item?.id !== row.id || !item) return true;
    const facts = mediaIdsOf(item).flatMap((id) => media.get(id) ?? []);
    const trashedAtMs = typeof row.trashed_at_ms === 'number' ? row.trashed_at_ms : null;
    found.push({ order: Number(row.seq), trashedAtMs, item, media: facts });
    return true;
  });
  for (const sidecar of found) {
    const wanted = sidecar.order ?? 0;
    const order = hasOrder(wanted) ? Number(last.get()?.seq) + 1 : wanted;
    if (isWriting) await giveSidecar(filling, { ...sidecar, order });
    inTransaction(db, () => addRows(filling, sidecar, order));
    problems.delete(sidecar.item.id);
  }
  return found.length;
}

/** An unreadable sidecar is kept beside the new one. */
async function giveSidecar({ root, problems }: Filling, sidecar: Sidecar): Promise<void> {
  const problem = problems.get(sidecar.item.id);
  if (problem === 'link' || problem === 'unreadable') return;
  if (problem !== undefined) {
    const file = sidecarPath(root, sidecar.item.id);
    await rename(file, `${file}.damaged`);
  }
  await writeSidecar(root, sidecar);
}

function readItem(body: unknown): LibraryItem | undefined {
  const parsed = parseBounded(String(body), 'ownFile');
  return parsed.ok ? libraryItemSchema.safeParse(parsed.data).data : undefined;
}

/**
 * Registers media files that no sidecar described: drafts and jobs may need them, or an item whose sidecar lacked them.
 * @returns how many no item refers to.
 */
async function addMediaFiles({ db, rows, root, incomplete }: Filling, signal: AbortSignal): Promise<number> {
  const files = mediaFiles(root);
  for (let isEnd = false; !isEnd; ) {
    signal.throwIfAborted();
    inTransaction(db, () => {
      for (let count = 0; count < BATCH; count++) {
        const next = files.next();
        isEnd = next.done === true;
        if (next.done) break;
        rows.addMedia(next.value);
      }
    });
    await nextTurn();
  }
  inTransaction(db, () => {
    for (const item of incomplete) rows.link(item);
  });
  const unused = db.prepare('SELECT count(*) AS count FROM media WHERE id NOT IN (SELECT media_id FROM item_media)');
  return Number(unused.get()?.count);
}
