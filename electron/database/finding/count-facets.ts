// Counts the values of facets, some items at a time, so that other work of the database's thread goes on in between.

import type { DatabaseSync } from 'node:sqlite';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import {
  DURATION_RANGES,
  type Facet,
  ITEM_KINDS,
  MARKS,
  type NamedRange,
  SIZE_RANGES,
} from '../../../shared/finding/facets.ts';
import { namedRanges } from '../../../shared/finding/named-days.ts';
import type { Condition } from './condition-parts.ts';
import { allOf, conditionsOf } from './conditions.ts';
import { NUMBERED_FACETS, type NumberedFacet } from './item-facts.ts';
import type { ValueLookup } from './value-lookup.ts';

/** Items counted in one step: about 20 ms. */
const STEP_ITEMS = 5000;

/** How often each key of a facet was found: the number of a value, or a value itself. */
export type KeyCounts = Map<number | string, number>;

/** What one step has counted, in the order of the facets asked for. `next`: where to go on; null at the end. */
export type CountedStep = { counts: KeyCounts[]; next: number | null };

/** Counts by place: an array is several times faster than a map of keys. */
type Slots = number[];

/** Of a facet: the column that is read, how a row's value of it is counted, and which key a place stands for. */
type Reader = {
  column: string;
  count: (value: number | null, slots: Slots) => void;
  keyOf: (place: number) => number | string;
};

/**
 * Counts facets in the items behind `after` in the order in which they were added; null for the first step. An item
 * counts for a facet if it matches everything but what is chosen of that facet.
 */
export function countFacetsStep(
  db: DatabaseSync,
  lookup: ValueLookup,
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
  const step = { after: first, last: Number(last.seq) };
  const inStep: Condition = { facet: null, sql: 'seq > ? AND seq <= ?', parameters: [step.after, step.last] };
  const conditions = [inStep, ...conditionsOf(filter, lookup, step)];
  countRows(db, conditions, facets, counts);
  facets.forEach((facet, index) => {
    const found = counts[index];
    if (facet === 'tag' && found) countTags(db, inStep, conditions, found);
    if (facet === 'collection' && found && after === null) countCollections(db, conditionsOf(filter, lookup), found);
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
  const counters = readers.flatMap((reader, index) => {
    const found = counts[index];
    if (!reader || !found) return [];
    const slots: Slots = [];
    return [{ ...reader, bit: 2 ** index, at: columns.indexOf(reader.column) + 1, slots, found }];
  });
  const parameters = [...chosen.flatMap((own) => allOf(own).parameters), ...always.parameters];
  // Arrays of integers, as asked for above; the types know objects only.
  const rows = select.iterate(...parameters) as unknown as Iterable<readonly (number | null)[]>;
  for (const row of rows) {
    const failed = row[0];
    for (const { bit, at, count, slots } of counters) if (failed === 0 || failed === bit) count(row[at] ?? null, slots);
  }
  for (const { slots, keyOf, found } of counters)
    slots.forEach((count, place) => {
      found.set(keyOf(place), count);
    });
}

/** Counts the tags, of which an item has several. */
function countTags(db: DatabaseSync, inStep: Condition, conditions: readonly Condition[], found: KeyCounts): void {
  const { sql, parameters } = allOf(conditions.filter(({ facet }) => facet !== 'tag'));
  const rows = db
    .prepare(
      `SELECT tag, count(*) AS count FROM item_tags
       WHERE ${inStep.sql} AND seq IN (SELECT seq FROM item_facts NOT INDEXED WHERE ${sql}) GROUP BY tag`,
    )
    .all(...inStep.parameters, ...parameters);
  for (const { tag, count } of rows) found.set(Number(tag), Number(count));
}

/** Counts the items of collections, of all items in the first step. */
function countCollections(db: DatabaseSync, conditions: readonly Condition[], found: KeyCounts): void {
  const { sql, parameters } = allOf(conditions.filter(({ facet }) => facet !== 'collection'));
  const rows = db
    .prepare(
      `SELECT collection_id AS id, count(*) AS count FROM collection_items JOIN items ON items.id = item_id
       WHERE items.seq IN (SELECT seq FROM item_facts WHERE ${sql}) GROUP BY collection_id`,
    )
    .all(...parameters);
  for (const { id, count } of rows) found.set(String(id), Number(count));
}

/** How a facet is read from a row; undefined for those that have rows of their own. */
function readerOf(facet: Facet): Reader | undefined {
  if (isNumbered(facet)) return { column: facet, count: addValue, keyOf: (place) => place };
  switch (facet) {
    case 'kind':
      return { column: 'kind', count: addValue, keyOf: (place) => ITEM_KINDS[place] ?? '' };
    case 'mark':
      return { column: 'marks', count: addBits, keyOf: (place) => MARKS[place] ?? '' };
    case 'starred':
      return { column: 'is_starred', count: addValue, keyOf: yesOrNo };
    case 'protected':
      return { column: 'is_protected', count: addValue, keyOf: yesOrNo };
    case 'rating':
      return { column: 'rating', count: addValue, keyOf: String };
    case 'duration':
      return rangeReader('duration_ms', DURATION_RANGES);
    case 'size':
      return rangeReader('size_bytes', SIZE_RANGES);
    case 'date':
      return rangeReader('created_at_ms', rangesOfDays());
    default:
      return undefined;
  }
}

function addValue(value: number | null, slots: Slots): void {
  if (value !== null) slots[value] = (slots[value] ?? 0) + 1;
}

function addBits(bits: number | null, slots: Slots): void {
  for (let place = 0, left = bits ?? 0; left > 0; place++, left >>= 1)
    if ((left & 1) === 1) slots[place] = (slots[place] ?? 0) + 1;
}

function yesOrNo(place: number): string {
  return place === 1 ? 'yes' : 'no';
}

/** Counts the ranges that a number is in; it is negative if the item has none. */
function rangeReader(column: string, ranges: readonly NamedRange[]): Reader {
  const limits = ranges.map(({ min, max }) => [min ?? 0, max ?? Number.POSITIVE_INFINITY] as const);
  const count: Reader['count'] = (value, slots) => {
    if (value === null) return;
    for (let place = 0; place < limits.length; place++) {
      const [min, max] = limits[place] ?? [0, 0];
      if (value >= min && value < max) slots[place] = (slots[place] ?? 0) + 1;
    }
  };
  return { column, count, keyOf: (place) => ranges[place]?.name ?? '' };
}

/** Whether the values of a facet are numbered. */
export function isNumbered(facet: Facet): facet is NumberedFacet {
  return NUMBERED_FACETS.some((name) => name === facet);
}

function rangesOfDays(): NamedRange[] {
  return Object.entries(namedRanges(Date.now())).map(([name, range]) => ({ name, ...range }));
}
