// The takes among the items: those of a request, of a voice, and of a script.

import type { DatabaseSync } from 'node:sqlite';
import type { LibraryItem, LineTake, SpeechItem } from '../../shared/contract/library.ts';
import { readAll } from './stored-bodies.ts';

/** A take and its file. */
export type StoredTake = { itemId: string; mediaId: string };

/** At most this number of takes of one request or voice are returned. */
const MAX_TAKES = 100;

/** Operations on takes. All throw SQLite's error. */
export type TakeRows = {
  /** Returns the complete takes of an identical request, newest first. */
  findMade: (fingerprint: string) => StoredTake[];
  /** Returns the newest take of an identical request, complete or not. */
  newestTake: (fingerprint: string) => SpeechItem | undefined;
  /** Lists every voice that has a complete take, with its newest one. */
  sampledVoices: () => (StoredTake & { voice: string })[];
  /** Returns the complete takes of a voice, newest first. */
  takesOf: (voice: string) => StoredTake[];
  /** The takes that were made for a script, then the others of `ids`, each oldest first, without those in the trash. */
  takesForScript: (scriptId: string, ids: readonly string[], among: readonly string[] | null) => LineTake[];
};

/** Prepares the statements. @param readItem the item of a row; undefined if it cannot be read, which is reported. */
export function createTakeRows(
  db: DatabaseSync,
  readItem: (row: Record<string, unknown>) => LibraryItem | undefined,
): TakeRows {
  // A take that ended early, interrupted or cut short by the relay, is not a full result of its request.
  const whole = `kind = 'speech' AND trashed_at_ms IS NULL AND json_extract(body, '$.isComplete')
    AND NOT EXISTS (SELECT 1 FROM json_each(body, '$.warnings') WHERE value = 'truncated')`;
  const selectMade = db.prepare(
    `SELECT id, json_extract(body, '$.mediaId') AS media_id FROM items
     WHERE json_extract(body, '$.fingerprint') = ? AND ${whole} ORDER BY seq DESC LIMIT ${MAX_TAKES}`,
  );
  const selectNewest = db.prepare(
    `SELECT body FROM items WHERE json_extract(body, '$.fingerprint') = ? AND kind = 'speech' AND trashed_at_ms IS NULL
     ORDER BY seq DESC LIMIT 1`,
  );
  const selectSampled = db.prepare(
    `SELECT json_extract(body, '$.request.voice') AS voice, id, json_extract(body, '$.mediaId') AS media_id, max(seq)
     FROM items WHERE ${whole} AND json_extract(body, '$.request.voice') IS NOT NULL GROUP BY 1`,
  );
  const selectTakesOf = db.prepare(
    `SELECT id, json_extract(body, '$.mediaId') AS media_id FROM items
     WHERE ${whole} AND json_extract(body, '$.request.voice') = ? ORDER BY seq DESC LIMIT ${MAX_TAKES}`,
  );
  const selectForScript = db.prepare(
    `SELECT body FROM items WHERE json_extract(body, '$.line.scriptId') = :scriptId AND kind = 'speech'
     AND trashed_at_ms IS NULL ORDER BY seq`,
  );
  const selectListed = db.prepare(
    `SELECT body FROM items WHERE id IN (SELECT value FROM json_each(:ids)) AND kind = 'speech' AND trashed_at_ms IS NULL
     AND json_extract(body, '$.line.scriptId') IS NOT :scriptId ORDER BY seq`,
  );
  const selectAmong = db.prepare(
    `SELECT body FROM items WHERE id IN (SELECT value FROM json_each(:among)) AND kind = 'speech' AND trashed_at_ms IS NULL
     AND (json_extract(body, '$.line.scriptId') = :scriptId OR id IN (SELECT value FROM json_each(:ids))) ORDER BY seq`,
  );

  return {
    findMade: (fingerprint) => selectMade.all(fingerprint).map(takeOf),
    newestTake: (fingerprint) => {
      const [item] = readAll(selectNewest.all(fingerprint), readItem);
      return item?.kind === 'speech' ? item : undefined;
    },
    sampledVoices: () => selectSampled.all().map((row) => ({ ...takeOf(row), voice: String(row.voice) })),
    takesOf: (voice) => selectTakesOf.all(voice).map(takeOf),
    takesForScript: (scriptId, takeIds, among) => {
      const listed = { ids: JSON.stringify(takeIds), scriptId };
      const rows =
        among === null
          ? [...selectForScript.all({ scriptId }), ...selectListed.all(listed)]
          : selectAmong.all({ ...listed, among: JSON.stringify(among) });
      return readAll(rows, readItem).flatMap((item) => (item.kind === 'speech' ? lineTakeOf(item) : []));
    },
  };
}

function lineTakeOf({
  id,
  createdAtMs,
  mediaId,
  isComplete,
  audio,
  request,
  line,
  parts,
  isStarred,
}: SpeechItem): LineTake {
  return { id, createdAtMs, mediaId, isComplete, audio, request, line, parts, isStarred };
}

function takeOf({ id, media_id: mediaId }: Record<string, unknown>): StoredTake {
  return { itemId: String(id), mediaId: String(mediaId) };
}
