// What the library needs: every media file that an item, a draft, a job or a sidecar refers to. A reference is any media
// id in what is stored of them, so that none can be forgotten.

import type { DatabaseSync } from 'node:sqlite';
import { isJobOver, JOB_STATES } from '../../../shared/app/job-states.ts';
import { type LibraryItem, libraryItemSchema } from '../../../shared/contract/library.ts';
import { parseBounded } from '../../../shared/json/bounded-json.ts';
import type { StorageKind } from '../../../shared/storage/storage-kinds.ts';
import { madeMediaOf, mediaMentionedIn } from '../../library/item-media.ts';
import { isPutAside } from '../../library/quarantine.ts';
import { readSidecarText, sidecarNames } from '../../library/sidecar.ts';

/** The tables whose rows refer to media by ids in their `body`. */
export const OWNING_TABLES = ['items', 'jobs', 'drafts', 'put_aside'] as const;

/** Those of them that hold what was begun and not sent. */
export const BEGUN_TABLES = ['drafts', 'put_aside'] as const satisfies readonly (typeof OWNING_TABLES)[number][];

/** Rows or sidecars read in one step: a few milliseconds. */
const STEP_ROWS = 200;

/** For each needed media file what it is. */
type Needed = Map<string, Extract<StorageKind, 'takes' | 'results' | 'sources' | 'deleted'>>;

/**
 * What sidecars mention; `isWhole` is false if one of them is not JSON, or their folder was put aside, so that nobody
 * knows what an item needs.
 */
export type SidecarReferences = { needed: Set<string>; isWhole: boolean };

/** What the items of the database need. */
export type ItemReferences = { needed: Needed; itemIds: Set<string>; lastSeq: number };

const SQL_STATES = (isListed: (state: (typeof JOB_STATES)[number]) => boolean): string =>
  JOB_STATES.filter(isListed)
    .map((state) => `'${state}'`)
    .join(', ');

/** The SQL condition of jobs that are over and not shown: done, cancelled or dismissed. */
export const IS_SETTLED = `(state IN ('done', 'cancelled') OR (is_dismissed = 1 AND state IN (${SQL_STATES(isJobOver)})))`;

/** Reads the references of all items, those in the trash included. A row that cannot be read needs what it mentions. */
export function* readItemReferences(db: DatabaseSync): Generator<number, ItemReferences> {
  const found: ItemReferences = { needed: new Map(), itemIds: new Set(), lastSeq: Number.MIN_SAFE_INTEGER };
  const count = Number(db.prepare('SELECT count(*) AS count FROM items').get()?.count ?? 0);
  const select = db.prepare(
    `SELECT seq, id, trashed_at_ms, body FROM items WHERE seq > ? ORDER BY seq LIMIT ${STEP_ROWS}`,
  );
  for (;;) {
    const rows = select.all(found.lastSeq);
    if (rows.length === 0) return found;
    for (const { seq, id, trashed_at_ms: trashedAtMs, body } of rows) {
      found.lastSeq = Number(seq);
      found.itemIds.add(String(id));
      if (trashedAtMs === null) addItem(found.needed, String(body));
      else addTrashed(found.needed, String(body));
    }
    yield Math.min(1, found.itemIds.size / Math.max(1, count));
  }
}

/**
 * The media that drafts, work put aside and jobs need. A job needs everything until it has ended. A failed one that is still shown can be
 * sent again, so it needs everything but its preview.
 */
export function readUnsentReferences(db: DatabaseSync): Set<string> {
  const needed = new Set<string>();
  const jobs = db.prepare(`SELECT state, body FROM jobs WHERE NOT ${IS_SETTLED}`);
  for (const { state, body } of jobs.iterate()) {
    const text = isOver(state) ? withoutPreview(String(body)) : String(body);
    for (const id of mediaMentionedIn(text)) needed.add(id);
  }
  for (const table of BEGUN_TABLES)
    for (const { body } of db.prepare(`SELECT body FROM ${table}`).iterate())
      for (const id of mediaMentionedIn(String(body))) needed.add(id);
  return needed;
}

/**
 * The media that sidecars mention, a part of them at a time. A newer version's sidecar is read like any other.
 * @param isSkipped whether a sidecar is left out, by its item's id. @throws the file system's error: without its
 * sidecars nobody knows what an item needs.
 */
export function* readSidecarReferences(
  root: string,
  isSkipped: (itemId: string) => boolean,
): Generator<number, SidecarReferences> {
  const found: SidecarReferences = { needed: new Set(), isWhole: !isPutAside(root, 'items') };
  const names = sidecarNames(root).filter((name) => !isSkipped(name.slice(0, -'.json'.length)));
  for (const [index, name] of names.entries()) {
    const text = readSidecarText(root, name) ?? '';
    if (parsed(text) === undefined) found.isWhole = false;
    for (const id of mediaMentionedIn(text)) found.needed.add(id);
    if (index % STEP_ROWS === 0) yield index / names.length;
  }
  return found;
}

function addTrashed(needed: Needed, body: string): void {
  for (const id of mediaMentionedIn(body)) if (!needed.has(id)) needed.set(id, 'deleted');
}

function addItem(needed: Needed, body: string): void {
  const made = madeOf(body);
  for (const id of mediaMentionedIn(body)) if ((needed.get(id) ?? 'deleted') === 'deleted') needed.set(id, 'sources');
  if (made) for (const id of made.ids) needed.set(id, made.kind);
}

function madeOf(body: string): ReturnType<typeof madeMediaOf> | undefined {
  const item: LibraryItem | undefined = libraryItemSchema.safeParse(parsed(body)).data;
  return item && madeMediaOf(item);
}

function withoutPreview(body: string): string {
  const job = parsed(body);
  return typeof job === 'object' && job !== null ? JSON.stringify({ ...job, previewMediaId: null }) : body;
}

function isOver(state: unknown): boolean {
  return JOB_STATES.some((known) => known === state && isJobOver(known));
}

function parsed(body: string): unknown {
  const read = parseBounded(body, 'ownFile');
  return read.ok ? read.data : undefined;
}
