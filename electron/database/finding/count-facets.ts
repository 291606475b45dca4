// Counts the values of facets, some items at a time, so that other work of the database's thread goes on in between.

import type { DatabaseSync } from 'node:sqlite';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { dayAfter, dayAt, dayBeginsAt } from '../../../shared/finding/days.ts';
import {
  DURATION_RANGES,
  type Facet,
  ITEM_KINDS,
  MARKS,
  type NamedRange,
  SIZE_RANGES,
} from '../../../shared/finding/facets.ts';
import { allOf, type Condition, conditionsOf, type FindScripts } from './conditions.ts';
import { NUMBERED_FACETS, type NumberedFacet } from './item-facts.ts';

/** Items counted in one step: about 30 ms. */
const STEP_ITEMS = 20_000;

/** How often each key of a facet was found: the number of a value, or a value itself. */
export type KeyCounts = Map<number | string, number>;

/** What one step has counted, in the order of the facets asked for. `next`: where to go on; null at the end. */
export type CountedStep = { counts: KeyCounts[]; next: number | null };

/** Of a facet: the column that is read, and which keys a row's value of it stands for. */
type Reader = { column: string; keysOf: (value: unknown) => readonly (number | string)[] };

/**
 * Counts facets in the items behind `after` in the order in which they were added; null for the first step. An item
 * counts for a facet if it matches everything but what is chosen of that facet.
 */
export function countFacetsStep(
  db: DatabaseSync,
  findScripts: FindScripts,
  filter: LibraryFilter,
  facets: readonly Facet[],
  after: number | null,
): CountedStep {
  const first = after ?? Number.MIN_SAFE_INTEGER;
  const last = db
    .prepare(`SELECT max(seq) AS seq, count(*) AS count FROM
      (SELECT seq FROM item_facts WHERE seq > ? ORDER BY seq LIMIT ${STEP_ITEMS})`)
    .get(first);
  const counts = facets.map((): KeyCounts => new Map());
  if (!last || last.seq === null) return { counts, next: null };
  const step: Condition = { facet: null, sql: 'seq > ? AND seq <= ?', parameters: [first, Number(last.seq)] };
  const conditions = [step, ...conditionsOf(filter, findScripts)];
  countRows(db, conditions, facets, counts);
  facets.forEach((facet, index) => {
    const found = counts[index];
    if (facet === 'tag' && found) countTags(db, conditions, found);
    if (facet === 'collection' && found) countCollections(db, conditions, found);
  });
  return { counts, next: Number(last.count) < STEP_ITEMS ? null : Number(last.seq) };
}

/** Counts in one pass: a row that fails the choices of one facet only counts for that facet. */
function countRows(
  db: DatabaseSync,
  conditions: readonly Condition[],
  facets: readonly Facet[],
  counts: readonly KeyCounts[],
): void {
  const readers = facets.map(readerOf);
  const columns = [...new Set(readers.flatMap((reader) => reader?.column ?? []))];
  const chosen = facets.map((facet) => conditions.filter((one) => one.facet === facet));
  const mask = chosen.flatMap((own, index) =>
    own.length > 0 ? `(${2 ** index} * (${allOf(own).sql} IS NOT TRUE))` : [],
  );
  const always = allOf(conditions.filter(({ facet }) => facet === null || !facets.includes(facet)));
  const select = db.prepare(
    `SELECT ${[mask.join(' + ') || '0', ...columns].join(', ')} FROM item_facts NOT INDEXED WHERE ${always.sql}`,
  );
  select.setReturnArrays(true);
  const places = readers.map((reader) => (reader ? columns.indexOf(reader.column) + 1 : -1));
  const parameters = [...chosen.flatMap((own) => allOf(own).parameters), ...always.parameters];
  // Arrays, as asked for above; the types know objects only.
  const rows = select.iterate(...parameters) as unknown as Iterable<readonly unknown[]>;
  for (const row of rows) {
    const failed = Number(row[0]);
    readers.forEach((reader, index) => {
      if (!reader || (failed !== 0 && failed !== 2 ** index)) return;
      const own = counts[index];
      for (const key of reader.keysOf(row[places[index] ?? 0])) own?.set(key, (own.get(key) ?? 0) + 1);
    });
  }
}

/** Counts the tags, of which an item has several. */
function countTags(db: DatabaseSync, conditions: readonly Condition[], found: KeyCounts): void {
  const { sql, parameters } = allOf(conditions.filter(({ facet }) => facet !== 'tag'));
  const rows = db
    .prepare(
      `SELECT tag, count(*) AS count FROM item_tags
       WHERE seq IN (SELECT seq FROM item_facts WHERE ${sql}) GROUP BY tag`,
    )
    .all(...parameters);
  for (const { tag, count } of rows) found.set(Number(tag), Number(count));
}

/** Counts the collections that an item is in. */
function countCollections(db: DatabaseSync, conditions: readonly Condition[], found: KeyCounts): void {
  const { sql, parameters } = allOf(conditions.filter(({ facet }) => facet !== 'collection'));
  const rows = db
    .prepare(
      `SELECT collection_id AS id, count(*) AS count FROM collection_items
       WHERE item_id IN (SELECT id FROM item_facts WHERE ${sql}) GROUP BY collection_id`,
    )
    .all(...parameters);
  for (const { id, count } of rows) found.set(String(id), Number(count));
}

/** How a facet is read from a row; undefined for those that have rows of their own. */
function readerOf(facet: Facet): Reader | undefined {
  if (isNumbered(facet)) return { column: facet, keysOf: (value) => (value === null ? [] : [Number(value)]) };
  switch (facet) {
    case 'kind':
      return { column: 'kind', keysOf: (value) => [ITEM_KINDS[Number(value)] ?? ''] };
    case 'mark':
      return { column: 'marks', keysOf: (value) => marksOf(Number(value)) };
    case 'starred':
      return { column: 'is_starred', keysOf: yesOrNo };
    case 'protected':
      return { column: 'is_protected', keysOf: yesOrNo };
    case 'rating':
      return { column: 'rating', keysOf: (value) => [String(value)] };
    case 'duration':
      return { column: 'duration_ms', keysOf: inRanges(DURATION_RANGES) };
    case 'size':
      return { column: 'size_bytes', keysOf: inRanges(SIZE_RANGES) };
    case 'date':
      return { column: 'created_at_ms', keysOf: inRanges(dateRanges(Date.now())) };
    default:
      return undefined;
  }
}

/** Whether the values of a facet are numbered. */
export function isNumbered(facet: Facet): facet is NumberedFacet {
  return NUMBERED_FACETS.some((name) => name === facet);
}

const NO_MARKS: readonly string[] = [];

function marksOf(bits: number): readonly string[] {
  return bits === 0 ? NO_MARKS : MARKS.filter((_, index) => (bits & (2 ** index)) !== 0);
}

function yesOrNo(value: unknown): readonly string[] {
  if (value === null) return [];
  return value === 1 ? ['yes'] : ['no'];
}

/** The ranges that a number is in; it is negative if the item has none. */
function inRanges(ranges: readonly NamedRange[]): Reader['keysOf'] {
  return (value) => {
    const number = Number(value);
    if (number < 0) return [];
    return ranges
      .filter(({ min, max }) => (min === null || number >= min) && (max === null || number < max))
      .map(({ name }) => name);
  };
}

/** The days that can be chosen by name, as times. They overlap. */
function dateRanges(nowMs: number): NamedRange[] {
  const today = dayAt(nowMs);
  const since = (day: string): number => dayBeginsAt(day) ?? 0;
  const tomorrow = dayBeginsAt(today, 1) ?? nowMs;
  return [
    { name: 'today', min: since(today), max: tomorrow },
    { name: 'yesterday', min: since(dayAfter(today, -1)), max: since(today) },
    { name: 'last7days', min: since(dayAfter(today, -6)), max: tomorrow },
    { name: 'last30days', min: since(dayAfter(today, -29)), max: tomorrow },
    { name: 'thisYear', min: since(`${today.slice(0, 4)}-01-01`), max: tomorrow },
  ];
}
