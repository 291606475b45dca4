// Verifies a library: every media file against its hash, items, rows and sidecars against each other, and the database
// by SQLite's own checks. Changes nothing.

import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type LibraryItem, libraryItemSchema } from '../../../shared/contract/library.ts';
import type { RecoveryProgress, VerifyResult } from '../../../shared/contract/recovery.ts';
import { parseBounded } from '../../../shared/json/bounded-json.ts';
import type { VerifyFinding } from '../../../shared/storage/library-maintenance.ts';
import { mediaIdsOf, mediaMentionedIn } from '../../library/item-media.ts';
import { listSidecars, readSidecar } from '../../library/sidecar.ts';
import { BEGUN_TABLES } from '../sweep/references.ts';
import { addTo, emptyList } from './listed.ts';
import { mediaFiles } from './media-files.ts';

/** How a verification is to be done. Progress is in bytes of media. */
export type VerifyOptions = { signal: AbortSignal; onProgress: (progress: RecoveryProgress) => void };

/** Bytes read at once. */
const CHUNK_BYTES = 1024 * 1024;
/** Bytes after which other work gets its turn and progress is reported: about 30 ms. */
const TURN_BYTES = 32 * 1024 * 1024;
/** Items after which the same happens. */
const TURN_ITEMS = 200;
/** Problems of SQLite's own check that are listed. */
const MAX_PROBLEMS = 20;

type Found = { add: (finding: VerifyFinding, name: string) => void };

/**
 * Verifies the library in `root` over a connection of its own, so that the app goes on using it.
 * @throws the signal's reason when it is aborted; the disk's error if the folder cannot be read.
 */
export async function verify(root: string, databaseFile: string, options: VerifyOptions): Promise<VerifyResult> {
  const findings: VerifyResult['findings'] = {};
  const found: Found = {
    add(finding, name) {
      findings[finding] ??= emptyList();
      addTo(findings[finding], name);
    },
  };
  const db = new DatabaseSync(databaseFile, { timeout: 5000 });
  try {
    db.exec('PRAGMA trusted_schema = OFF');
    checkDatabase(db, found);
    const { items, needed } = await compareItems(db, root, found, options.signal);
    const media = await checkMedia(root, { needed, mentioned: mentionedMedia(db) }, found, options);
    return { items, ...media, findings };
  } finally {
    db.close();
  }
}

function checkDatabase(db: DatabaseSync, found: Found): void {
  try {
    for (const row of db.prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`).iterate())
      if (row.integrity_check !== 'ok') found.add('database', String(row.integrity_check));
  } catch (error) {
    found.add('database', messageOf(error));
  }
  try {
    db.exec("INSERT INTO items_text(items_text) VALUES('integrity-check')");
    const unequal = db.prepare(
      `SELECT id FROM items WHERE seq NOT IN (SELECT id FROM items_text_docsize)
       UNION ALL SELECT id FROM items_text_docsize WHERE id NOT IN (SELECT seq FROM items)`,
    );
    for (const row of unequal.iterate()) found.add('search', String(row.id));
  } catch (error) {
    found.add('search', messageOf(error));
  }
}

/** @returns the number of items and the ids of the media that they need. */
async function compareItems(db: DatabaseSync, root: string, found: Found, signal: AbortSignal) {
  const needed = new Set<string>();
  const { ids, misnamed } = listSidecars(root);
  for (const name of misnamed) found.add('sidecarBad', name);
  const sidecars = new Set(ids);
  const select = readRows(db);
  let items = 0;
  for (const id of select.ids()) {
    if (items++ % TURN_ITEMS === 0) await turn(signal);
    const row = select.get(id);
    if (!row) found.add('database', id);
    for (const mediaId of row ? mediaIdsOf(row.item) : []) needed.add(mediaId);
    if (!sidecars.delete(id)) {
      found.add('sidecarMissing', id);
      continue;
    }
    const sidecar = readSidecar(root, id);
    if (!sidecar.ok) {
      found.add('sidecarBad', id);
      continue;
    }
    const { order, trashedAtMs, item } = sidecar.data;
    for (const mediaId of mediaIdsOf(item)) needed.add(mediaId);
    const isSame =
      row !== undefined &&
      (order === null || order === row.order) &&
      trashedAtMs === row.trashedAtMs &&
      isDeepStrictEqual(item, row.item);
    if (!isSame) found.add('sidecarDiffers', id);
  }
  for (const id of sidecars) {
    if (items++ % TURN_ITEMS === 0) await turn(signal);
    const sidecar = readSidecar(root, id);
    found.add(sidecar.ok ? 'rowMissing' : 'sidecarBad', id);
    if (sidecar.ok) for (const mediaId of mediaIdsOf(sidecar.data.item)) needed.add(mediaId);
  }
  return { items, needed };
}

/** The ids of media in jobs, drafts and work put aside. */
function mentionedMedia(db: DatabaseSync): Set<string> {
  const mentioned = new Set<string>();
  for (const table of ['jobs', ...BEGUN_TABLES]) {
    try {
      for (const { body } of db.prepare(`SELECT body FROM ${table}`).iterate())
        for (const id of mediaMentionedIn(String(body))) mentioned.add(id);
    } catch {
      // The damage is among the findings of SQLite's own check.
    }
  }
  return mentioned;
}

/** What refers to media: `needed` by items, which miss it when it is gone; `mentioned` by jobs and drafts. */
type References = { needed: ReadonlySet<string>; mentioned: ReadonlySet<string> };

async function checkMedia(root: string, { needed, mentioned }: References, found: Found, options: VerifyOptions) {
  const { signal, onProgress } = options;
  const missing = new Set(needed);
  const files = [...mediaFiles(root)];
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let done = 0;
  let turnAt = 0;
  onProgress({ done, total });
  for (const { path, mediaId } of files) {
    missing.delete(mediaId);
    if (!needed.has(mediaId) && !mentioned.has(mediaId)) found.add('mediaLeftOver', mediaId);
    const hash = createHash('sha256');
    try {
      for (const bytes of chunksOf(path, buffer)) {
        hash.update(bytes);
        done += bytes.length;
        if (done < turnAt) continue;
        turnAt = done + TURN_BYTES;
        onProgress({ done: Math.min(done, total), total });
        await turn(signal);
      }
      if (hash.digest('hex') !== mediaId) found.add('mediaChanged', mediaId);
    } catch (error) {
      if (signal.aborted) throw error;
      found.add('mediaChanged', mediaId);
    }
  }
  for (const mediaId of missing) found.add('mediaMissing', mediaId);
  onProgress({ done: total, total });
  return { mediaFiles: files.length, mediaBytes: total };
}

/** Reads a file in parts, each in the same buffer. @throws the file system's error. */
function* chunksOf(file: string, buffer: Buffer): Generator<Buffer> {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer))
      yield buffer.subarray(0, count);
  } finally {
    closeSync(handle);
  }
}

type ItemRow = { order: number; trashedAtMs: number | null; item: LibraryItem };

/** Reads rows of items as far as they can be read: a damaged one is undefined. */
function readRows(db: DatabaseSync): { ids: () => string[]; get: (id: string) => ItemRow | undefined } {
  return {
    ids() {
      try {
        return db
          .prepare('SELECT id FROM items ORDER BY seq')
          .all()
          .map(({ id }) => String(id));
      } catch {
        return [];
      }
    },
    get(id) {
      try {
        const row = db.prepare('SELECT seq, trashed_at_ms, body FROM items WHERE id = ?').get(id);
        const body = parseBounded(String(row?.body), 'ownFile');
        const item = body.ok ? libraryItemSchema.safeParse(body.data).data : undefined;
        if (!row || !item) return undefined;
        return {
          order: Number(row.seq),
          trashedAtMs: typeof row.trashed_at_ms === 'number' ? row.trashed_at_ms : null,
          item,
        };
      } catch {
        return undefined;
      }
    },
  };
}

async function turn(signal: AbortSignal): Promise<void> {
  await nextTurn();
  signal.throwIfAborted();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
