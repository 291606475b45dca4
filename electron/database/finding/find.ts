// Finds items by their facts: pages at any offset, ids, positions, days, and counted facets.

import type { DatabaseSync } from 'node:sqlite';
import type {
  FacetCounts,
  FacetsQuery,
  FindQuery,
  Found,
  LibraryFilter,
  LibrarySort,
  MatchingIdsQuery,
  PositionQuery,
  TimelineGroups,
  TimelineQuery,
} from '../../../shared/contract/finding.ts';
import { libraryItemSchema } from '../../../shared/contract/library.ts';
import { dayAt, dayBeginsAt } from '../../../shared/finding/days.ts';
import type { Facet } from '../../../shared/finding/facets.ts';
import { createBodyReader, type ReportUnreadable, readAll } from '../stored-bodies.ts';
import type { Condition } from './condition-parts.ts';
import { allOf, conditionsOf, isPlain } from './conditions.ts';
import { type CountedStep, createFacetCounter, type KeyCounts } from './count-facets.ts';
import { createFactsKeeper } from './facts-writer.ts';
import { nameFacets } from './name-facets.ts';
import { createValueLookup, NAMED_VALUES, namedOf } from './value-lookup.ts';

/**
 * Operations that find items. They return null while the facts of items are still made: ask again, which makes more of
 * them. All throw SQLite's error.
 */
export type FindRows = {
  /** The items of a page, and how many there are in all. */
  find: (query: FindQuery) => Found | null;
  /** The ids of a page. */
  matchingIds: (query: MatchingIdsQuery) => string[] | null;
  /** How many items come before one; `offset` is null if the item is not among them. */
  positionOf: (query: PositionQuery) => { offset: number | null } | null;
  /** The days or scripts of the items in their order; none unless they are sorted by one of them. */
  timeline: (query: TimelineQuery) => TimelineGroups | null;
  /** Counts facets in some of the items: those behind `after`; null begins. */
  countFacets: (filter: LibraryFilter, facets: readonly Facet[], after: number | null) => CountedStep | null;
  /** Names what was counted. */
  nameFacets: (query: FacetsQuery, counts: readonly KeyCounts[]) => FacetCounts[];
};

/** The columns by which items are sorted; there is an index of each behind `is_trashed`. */
const SORT_COLUMNS: Readonly<Record<LibrarySort['by'], { column: string; index: string }>> = {
  date: { column: 'created_at_ms', index: 'facts_date' },
  // Scripts are numbered by their first takes.
  script: { column: 'coalesce(script, -1)', index: 'facts_script' },
  duration: { column: 'duration_ms', index: 'facts_duration' },
  name: { column: 'name_key', index: 'facts_name' },
  size: { column: 'size_bytes', index: 'facts_size' },
  rating: { column: 'rating', index: 'facts_rating' },
};

/** Costs of reading a row in the order of the table, of sorting it, and of reading it in the order of an index. */
const COST = { scanned: 1, sorted: 4, walked: 20 };

/** The share of all items that must match for the index to be walked. */
const MIN_WALKED = 0.2;

/** The index is sifted for pages behind so many items, and where this share of all items matches. */
const FAR = 5000;
const MIN_SIFTED = 1 / 8;

/** What matches a filter: how many, and, if they are few, their `seq` as JSON, so that all are looked through once only. */
type Matched = { count: number; seqs: string | null };
const MAX_LISTED = 20_000;
/** Items given by `seq`. */
const AMONG = 'seq IN (SELECT value FROM json_each(?))';

const HOUR_MS = 60 * 60 * 1000;
/** Every difference of local times is a multiple of it. */
const QUARTER_HOUR_MS = HOUR_MS / 4;

/** Prepares the operations. @param onUnreadable called for each row that cannot be read. */
export function createFindRows(db: DatabaseSync, onUnreadable: ReportUnreadable): FindRows {
  const areFactsMade = createFactsKeeper(db, onUnreadable);
  const readItem = createBodyReader(libraryItemSchema, onUnreadable);
  const lookup = createValueLookup(db);
  const countStep = createFacetCounter(db, lookup);
  const selectBody = db.prepare('SELECT body FROM items WHERE seq = ?');
  const countRows = db.prepare('SELECT count(*) AS count FROM item_facts');
  const selectNames = db.prepare(NAMED_VALUES);
  // What this connection has written, and what others have.
  const selectVersion = db.prepare("SELECT total_changes() || ' ' || data_version AS version FROM pragma_data_version");
  const matched = createMemo<Matched>(() => String(selectVersion.get()?.version));

  const match = (filter: LibraryFilter, conditions: readonly Condition[]): Matched =>
    matched(JSON.stringify(filter), () => {
      const { sql, parameters } = allOf(conditions);
      const access = isPlain(conditions) ? '' : 'NOT INDEXED';
      const select = (what: string) => db.prepare(`SELECT ${what} FROM item_facts ${access} WHERE ${sql} LIMIT ?`);
      const few = isPlain(conditions) ? [] : select('seq').all(...parameters, MAX_LISTED + 1);
      if (few.length > 0 && few.length <= MAX_LISTED)
        return { count: few.length, seqs: JSON.stringify(few.map(({ seq }) => Number(seq))) };
      return { count: Number(select('count(*) AS count').get(...parameters, 1)?.count), seqs: null };
    });

  /** The rows of a page: by walking the index of the order, by sifting it, or by sorting all that match: what costs less. */
  function pageOf(column: 'seq' | 'id', { filter, sort, offset, limit }: FindQuery | MatchingIdsQuery) {
    const conditions = conditionsOf(filter, lookup);
    const { count: found, seqs } = match(filter, conditions);
    if (offset >= found) return { found, rows: [] };
    const { column: key, index } = SORT_COLUMNS[sort.by];
    const direction = sort.isDescending ? 'DESC' : 'ASC';
    const select = (access: string, { sql, parameters }: ReturnType<typeof allOf>) =>
      db
        .prepare(
          `SELECT ${column} FROM item_facts ${access} WHERE ${sql}
           ORDER BY ${key} ${direction}, seq ${direction} LIMIT ? OFFSET ?`,
        )
        .all(...parameters, limit, offset);
    const walk = `INDEXED BY ${index}`;
    const pageIn = (): Record<string, unknown>[] => {
      if (seqs !== null) return select('NOT INDEXED', { sql: AMONG, parameters: [seqs] });
      const all = allOf(conditions);
      if (isPlain(conditions) || isWalkShorter(found, offset + limit)) return select(walk, all);
      if (!isSiftShorter(found, offset + limit)) return select('NOT INDEXED', all);
      // The plus keeps SQLite from looking the items up one by one.
      const sifted = `is_trashed = ? AND +seq IN (SELECT seq FROM item_facts NOT INDEXED WHERE ${all.sql})`;
      return select(walk, { sql: sifted, parameters: [filter.isTrashed ? 1 : 0, ...all.parameters] });
    };
    const rows = pageIn();
    return { found, rows };
  }

  function isWalkShorter(found: number, wanted: number): boolean {
    const all = Number(countRows.get()?.count);
    // Those that match may all be at the far end of the index.
    if (found < all * MIN_WALKED) return false;
    const walked = (wanted * all) / found;
    return walked * COST.walked < all * COST.scanned + found * COST.sorted;
  }

  /** Whether it costs less to walk the index alone and ask of each item whether it is among those that match. */
  function isSiftShorter(found: number, wanted: number): boolean {
    return wanted > FAR && found > Number(countRows.get()?.count) * MIN_SIFTED;
  }

  return {
    find(query) {
      if (!areFactsMade()) return null;
      const { found, rows } = pageOf('seq', query);
      const bodies = rows.map(({ seq }) => selectBody.get(Number(seq))).filter((row) => row !== undefined);
      return { items: readAll(bodies, readItem), total: found };
    },
    matchingIds(query) {
      if (!areFactsMade()) return null;
      return pageOf('id', query).rows.map(({ id }) => String(id));
    },
    positionOf({ filter, sort, id }) {
      if (!areFactsMade()) return null;
      const { sql, parameters } = allOf(conditionsOf(filter, lookup));
      const { column } = SORT_COLUMNS[sort.by];
      const own = db
        .prepare(
          `SELECT seq, ${column} AS key FROM item_facts
           WHERE seq = (SELECT seq FROM items WHERE id = ?) AND ${sql}`,
        )
        .get(id, ...parameters);
      if (!own) return { offset: null };
      const isBefore = sort.isDescending ? '>' : '<';
      const key = typeof own.key === 'number' ? own.key : String(own.key);
      const before = db
        .prepare(`SELECT count(*) AS count FROM item_facts WHERE ${sql} AND (${column}, seq) ${isBefore} (?, ?)`)
        .get(...parameters, key, Number(own.seq));
      return { offset: Number(before?.count) };
    },
    timeline({ filter, sort }) {
      if (sort.by !== 'date' && sort.by !== 'script') return { groups: [] };
      if (!areFactsMade()) return null;
      const { sql, parameters } = allOf(conditionsOf(filter, lookup));
      const direction = sort.isDescending ? 'DESC' : 'ASC';
      const stepMs = dayStepMs();
      const key = sort.by === 'date' ? `created_at_ms / ${stepMs}` : SORT_COLUMNS.script.column;
      const counts = db
        .prepare(
          `SELECT ${key} AS key, count(*) AS count FROM item_facts WHERE ${sql} GROUP BY 1 ORDER BY 1 ${direction}`,
        )
        .all(...parameters)
        .map((row): [key: number, count: number] => [Number(row.key), Number(row.count)]);
      if (sort.by === 'date') return { groups: groupDays(counts.map(([step, found]) => [step * stepMs, found])) };
      const names = new Map(selectNames.all('script').map((row) => [Number(row.id), namedOf(row).label]));
      return { groups: groupScripts(counts, (script) => (names.has(script) ? (names.get(script) ?? null) : '')) };
    },
    countFacets: (filter, facets, after) => (areFactsMade() ? countStep(filter, facets, after) : null),
    nameFacets: (query, counts) => nameFacets(db, query, counts),
  };
}

/** Returns the longest time that no local day begins within: a quarter of an hour, or an hour where that suffices. */
function dayStepMs(): number {
  const lastYear = new Date().getFullYear() + 1;
  for (let year = 1970; year <= lastYear; year++)
    for (const month of [0, 6]) if (new Date(year, month, 1).getTimezoneOffset() % 60 !== 0) return QUARTER_HOUR_MS;
  return HOUR_MS;
}

/** Adds up counts by the day of their times, which are in order. */
function groupDays(counts: readonly (readonly [atMs: number, count: number])[]): TimelineGroups['groups'] {
  const groups: TimelineGroups['groups'] = [];
  let begins = 0;
  let ends = 0;
  let offset = 0;
  for (const [atMs, count] of counts) {
    const last = groups.at(-1);
    if (last && atMs >= begins && atMs < ends) last.count += count;
    else {
      const day = dayAt(atMs);
      begins = dayBeginsAt(day) ?? atMs;
      ends = dayBeginsAt(day, 1) ?? atMs;
      groups.push({ day, offset, count });
    }
    offset += count;
  }
  return groups;
}

/** The scripts in their order, with what comes before each. */
function groupScripts(
  counts: readonly (readonly [script: number, count: number])[],
  nameOf: (script: number) => string | null,
): TimelineGroups['groups'] {
  let offset = 0;
  return counts.map(([script, count]) => {
    offset += count;
    return { day: '', name: nameOf(script), offset: offset - count, count };
  });
}

/** Remembers the last result until something is written. @param version changes with everything that is written */
function createMemo<T>(version: () => string): (key: string, compute: () => T) => T {
  let last: { key: string; at: string; value: T } | undefined;
  return (key, compute) => {
    const at = version();
    if (last?.key === key && last.at === at) return last.value;
    const value = compute();
    last = { key, at, value };
    return value;
  };
}
