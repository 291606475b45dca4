// Which items of the trash are still needed: by a script that has no other take of a line, or by a job.

import { readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { isJobOver, JOB_STATES } from '../../../shared/app/job-states.ts';
import { idSchema } from '../../../shared/contract/common.ts';
import { type JsonKind, parseBounded } from '../../../shared/json/bounded-json.ts';
import { storageErrorCode } from '../../files.ts';
import { readLimited } from '../../library/json-file.ts';
import { safePath, UnsafePathError } from '../../library/safe-path.ts';
import { IS_SETTLED } from '../sweep/references.ts';

/** Larger files are no scripts. */
const MAX_SCRIPT_BYTES = 64 * 1024 * 1024;
/** Takes looked up in one step: some milliseconds. */
const STEP_LINES = 500;

/** What counts of a script's file, of whatever version it is. */
const scriptSchema = z.object({
  script: z.object({
    lines: z.array(z.object({ id: z.string(), takeIds: z.array(z.string()), usedTakeId: z.string().nullable() })),
  }),
});

type Take = { id: string; seq: number; isTrashed: boolean; isWhole: boolean };

/**
 * The ids of the deleted items that scripts need, deleted scripts included: the take that was chosen for a line, and the
 * newest whole take of a line that has none outside of the trash. A script that cannot be read needs every take that
 * it mentions or that was made for it. Yields after each part. @throws SQLite's or the file system's error.
 */
export function* takesInUse(db: DatabaseSync, root: string): Generator<void, Set<string>> {
  const needed = new Set<string>();
  const trashed = db
    .prepare(
      `SELECT id, json_extract(body, '$.line.scriptId') AS script FROM items
       WHERE trashed_at_ms IS NOT NULL AND kind = 'speech' AND json_valid(body)`,
    )
    .all();
  const trashedIds = new Set(trashed.map(({ id }) => String(id)));
  const madeFor = new Set(trashed.flatMap(({ script }) => (typeof script === 'string' ? [script] : [])));
  if (trashedIds.size === 0) return needed;
  const fields = `id, seq, trashed_at_ms, json_extract(body, '$.isComplete') AS is_whole,
    json_extract(body, '$.line.lineId') AS line`;
  const selectTake = db.prepare(`SELECT ${fields} FROM items WHERE id = ? AND kind = 'speech' AND json_valid(body)`);
  const selectMade = db.prepare(
    `SELECT ${fields} FROM items WHERE json_extract(body, '$.line.scriptId') = ? AND kind = 'speech'`,
  );
  for (const scriptId of scriptIds(root)) {
    yield;
    const text = readScriptText(root, scriptId);
    const read = scriptSchema.safeParse(parsed(text, 'script'));
    const made = madeFor.has(scriptId) ? selectMade.all(scriptId) : [];
    if (!read.success) {
      for (const id of mentionedIn(text, trashedIds)) needed.add(id);
      for (const { id } of made) if (trashedIds.has(String(id))) needed.add(String(id));
      continue;
    }
    const byLine = Map.groupBy(made, ({ line }) => String(line));
    for (const [index, { id: lineId, takeIds, usedTakeId }] of read.data.script.lines.entries()) {
      if (index % STEP_LINES === STEP_LINES - 1) yield;
      if (usedTakeId !== null && trashedIds.has(usedTakeId)) needed.add(usedTakeId);
      const own = byLine.get(lineId) ?? [];
      if (![...takeIds, ...own.map(({ id }) => String(id))].some((id) => trashedIds.has(id))) continue;
      const takes = [...own, ...takeIds.flatMap((id) => selectTake.all(id))].map(takeOf);
      const last = lastResort(takes);
      if (last !== undefined) needed.add(last);
    }
  }
  return needed;
}

/** The ids of items that jobs need: what one has made until it has ended, and a kept reply while its job is shown. */
export function itemsOfJobs(db: DatabaseSync): Set<string> {
  const needed = new Set<string>();
  for (const { state, body } of db.prepare(`SELECT state, body FROM jobs WHERE NOT ${IS_SETTLED}`).iterate()) {
    const read = jobSchema.safeParse(parsed(String(body), 'ownFile'));
    if (!read.success) continue;
    const isOver = JOB_STATES.some((known) => known === state && isJobOver(known));
    for (const id of isOver ? [] : read.data.itemIds) needed.add(id);
    if (read.data.replyId !== null) needed.add(read.data.replyId);
  }
  return needed;
}

const jobSchema = z.object({
  itemIds: z.array(z.string()).catch([]),
  replyId: z.string().nullable().catch(null),
});

/** The take that a line falls back to if all of them are in the trash. */
function lastResort(takes: readonly Take[]): string | undefined {
  if (takes.some(({ isTrashed }) => !isTrashed)) return undefined;
  const newestFirst = takes.toSorted((a, b) => b.seq - a.seq);
  return (newestFirst.find(({ isWhole }) => isWhole) ?? newestFirst[0])?.id;
}

function takeOf({ id, seq, trashed_at_ms: at, is_whole: isWhole }: Record<string, unknown>): Take {
  return { id: String(id), seq: Number(seq), isTrashed: at !== null, isWhole: isWhole === 1 };
}

function scriptIds(root: string): string[] {
  try {
    const names = readdirSync(safePath(root, 'scripts')).filter((name) => name.endsWith('.json'));
    return names.map((name) => name.slice(0, -'.json'.length)).filter((id) => idSchema.safeParse(id).success);
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT' || error instanceof UnsafePathError) return [];
    throw error;
  }
}

/** Empty if it is no script: gone, or a symbolic link. @throws the file system's error. */
function readScriptText(root: string, id: string): string {
  try {
    return readLimited(safePath(root, 'scripts', `${id}.json`), MAX_SCRIPT_BYTES) ?? '';
  } catch (error) {
    if (storageErrorCode(error) === 'ENOENT' || error instanceof UnsafePathError) return '';
    throw error;
  }
}

function* mentionedIn(text: string, ids: ReadonlySet<string>): Generator<string> {
  for (const [, id = ''] of text.matchAll(/"([^"\\]{1,200})"/g)) if (ids.has(id)) yield id;
}

function parsed(text: string, kind: JsonKind): unknown {
  const read = parseBounded(text, kind);
  return read.ok ? read.data : undefined;
}
