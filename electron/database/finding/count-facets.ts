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
import {
  BLOCK_ITEMS,
  type Column,
  type CountedColumn,
  type FactBlock,
  type FactColumns,
  factColumnsOf,
  firstOf,
  NO_VALUE,
  NOTE_ROW,
} from './fact-columns.ts';
import { markBit, NUMBERED_FACETS, type NumberedFacet } from './item-facts.ts';
import type { SeqRange } from './term-conditions.ts';
import type { ValueLookup } from './value-lookup.ts';

/** Blocks of items counted in one step at most: about 30 ms. A search is carried out anew in each. */
const STEP_BLOCKS = 16;

/** How often each key of a facet was found: the number of a value, or a value itself. */
export type KeyCounts = Map<number | string, number>;

/** What one step has counted, in the order of the facets asked for. `next`: where to go on; null at the end. */
export type CountedStep = { counts: KeyCounts[]; next: number | null };

/** The keys for which a value counts. */
type KeysOf = (value: number) => readonly (number | string)[];

/** Of a facet: the column that is read, and the keys of its values, or ranges of them. */
type Reader = { column: CountedColumn } & ({ keysOf: KeysOf } | { ranges: readonly NamedRange[] });

/** Values up to here are counted in an array. */
const MAX_SLOTS = 1_000_000;

/** The rows of a block that count for a facet. */
type Rows = ArrayLike<number>;

/**
 * Counts facets in the items behind `after` in the order in which they were added; null for the first step. An item
 * counts for a facet if it matches everything but what is chosen of that facet.
 */
export type CountFacetsStep = (filter: LibraryFilter, facets: readonly Facet[], after: number | null) => CountedStep;

/** Prepares counting; once for each connection. */
export function createFacetCounter(db: DatabaseSync, lookup: ValueLookup): CountFacetsStep {
  const factColumns = factColumnsOf(db);
  const selectNext = db.prepare('SELECT min(seq) AS seq FROM item_facts WHERE seq > ?');
  return (filter, facets, after) => {
    const counts = facets.map((): KeyCounts => new Map());
    const next = selectNext.get(after ?? Number.MIN_SAFE_INTEGER)?.seq ?? null;
    if (next === null) return { counts, next };
    const collections = counts[facets.indexOf('collection')];
    if (collections && after === null) countCollections(db, conditionsOf(filter, lookup), collections);
    const first = firstOf(Number(next));
    const blocks = factColumns.blocks(first, STEP_BLOCKS);
    const step = { after: first - 1, last: first + blocks.length * BLOCK_ITEMS - 1 };
    const conditions = conditionsOf(filter, lookup, step);
    const matched = matchIn(factColumns, blocks, conditions, facets, step);
    const readers = facets.map(readerOf);
    const isChosen = facets.map((facet) => conditions.some((one) => one.facet === facet));
    blocks.forEach((block, at) => {
      const own = matched.subarray(at * BLOCK_ITEMS, (at + 1) * BLOCK_ITEMS);
      const inAll = rowsOf(own);
      facets.forEach((facet, index) => {
        const rows = isChosen[index] ? rowsOf(own, index) : inAll;
        const [found, reader] = [counts[index], readers[index]];
        if (found && facet === 'tag') countTags(block, rows, found);
        if (!found || !reader) return;
        const column = block.columns[reader.column];
        if ('ranges' in reader) countRanges(column, rows, reader.ranges, found);
        else countValues(column, rows, reader.keysOf, found);
      });
    });
    return { counts, next: step.last };
  };
}

function within({ after, last }: SeqRange): Condition {
  return { facet: null, sql: 'seq > ? AND seq <= ?', parameters: [after, last] };
}

/** The row has failed none of the choices: it counts for all facets. */
const NO_CHOICE = 0;
/** The row has failed what is no choice of a facet, or there is no item. */
const NOT_MATCHED = -1;

/**
 * Returns, for each row of a step, the choices that it has failed, a bit for each facet in the order of `facets`. What
 * reads one column is found in memory, everything else by SQL in one pass.
 */
function matchIn(
  factColumns: FactColumns,
  blocks: readonly FactBlock[],
  conditions: readonly Condition[],
  facets: readonly Facet[],
  step: SeqRange,
): Int32Array {
  const bySql = conditions.filter(({ test }) => test === undefined);
  const matched = new Int32Array(step.last - step.after).fill(bySql.length === 0 ? NO_CHOICE : NOT_MATCHED);
  if (bySql.length > 0) matchBySql(factColumns, bySql, facets, step, matched);
  for (const { facet, test } of conditions) {
    if (test === undefined) continue;
    const index = facet === null ? -1 : facets.indexOf(facet);
    const { column, accepts } = test;
    blocks.forEach(({ columns }, at) => {
      const values = columns[column];
      const own = matched.subarray(at * BLOCK_ITEMS, (at + 1) * BLOCK_ITEMS);
      for (let row = 0; row < BLOCK_ITEMS; row++) {
        const failed = own[row] ?? NOT_MATCHED;
        if (failed === NOT_MATCHED || accepts(values[row] ?? NO_VALUE)) continue;
        own[row] = index < 0 ? NOT_MATCHED : failed | (2 ** index);
      }
    });
  }
  return matched;
}

/** Notes the items that match, with the choices that they have failed. */
function matchBySql(
  factColumns: FactColumns,
  conditions: readonly Condition[],
  facets: readonly Facet[],
  step: SeqRange,
  matched: Int32Array,
): void {
  const chosen = facets.map((facet) => conditions.filter((one) => one.facet === facet));
  const failed = chosen.flatMap((own, index) =>
    own.length > 0 ? `(${2 ** index} * ((${allOf(own).sql}) IS NOT TRUE))` : [],
  );
  const always = allOf([...conditions.filter(({ facet }) => facet === null || !facets.includes(facet)), within(step)]);
  factColumns.forEachRow(
    `SELECT ${NOTE_ROW}(seq, ${failed.join(' + ') || NO_CHOICE}) FROM item_facts NOT INDEXED WHERE ${always.sql}`,
    [...chosen.flatMap((own) => allOf(own).parameters), ...always.parameters],
    (seq, bits) => {
      matched[seq - step.after - 1] = bits;
    },
  );
}

/**
 * Returns which rows of a block count for a facet: those that fail the choices of this facet only, or none.
 * @param index its place, if something is chosen of it
 */
function rowsOf(matched: Int32Array, index?: number): number[] {
  const ownChoice = index === undefined ? NO_CHOICE : 2 ** index;
  const rows: number[] = [];
  for (let row = 0; row < matched.length; row++)
    if (matched[row] === NO_CHOICE || matched[row] === ownChoice) rows.push(row);
  return rows;
}

/** Counts how often each value is there, and then the keys for which it counts. */
function countValues(column: Column, rows: Rows, keysOf: KeysOf, found: KeyCounts): void {
  let most = 0;
  for (let at = 0; at < rows.length; at++) most = Math.max(most, column[rows[at] ?? 0] ?? NO_VALUE);
  // Plain loops over arrays of integers, unless values are larger than any that the app has written.
  const slots = most < MAX_SLOTS ? new Int32Array(most + 1) : [];
  for (let at = 0; at < rows.length; at++) {
    const value = column[rows[at] ?? 0] ?? NO_VALUE;
    if (value !== NO_VALUE) slots[value] = (slots[value] ?? 0) + 1;
  }
  slots.forEach((many: number, value: number) => {
    if (many > 0) for (const key of keysOf(value)) add(found, key, many);
  });
}

/** Counts the ranges that a number is in; it is negative if the item has none. */
function countRanges(column: Column, rows: Rows, ranges: readonly NamedRange[], found: KeyCounts): void {
  for (const { name, min, max } of ranges) {
    const [from, to] = [min ?? 0, max ?? Number.POSITIVE_INFINITY];
    let many = 0;
    for (let at = 0; at < rows.length; at++) {
      const value = column[rows[at] ?? 0] ?? NO_VALUE;
      if (value >= from && value < to) many += 1;
    }
    if (many > 0) add(found, name, many);
  }
}

/** Counts the tags, of which an item has several. */
function countTags({ tagRows, tags }: FactBlock, rows: Rows, found: KeyCounts): void {
  const isCounted = new Uint8Array(BLOCK_ITEMS);
  for (let at = 0; at < rows.length; at++) isCounted[rows[at] ?? 0] = 1;
  for (let at = 0; at < tagRows.length; at++)
    if (isCounted[tagRows[at] ?? 0] === 1) add(found, tags[at] ?? NO_VALUE, 1);
}

function add(found: KeyCounts, key: number | string, many: number): void {
  found.set(key, (found.get(key) ?? 0) + many);
}

/** Counts the items of collections, of all items. */
function countCollections(db: DatabaseSync, conditions: readonly Condition[], found: KeyCounts): void {
  const { sql, parameters } = allOf(conditions.filter(({ facet }) => facet !== 'collection'));
  const rows = db
    .prepare(
      `SELECT collection_id AS id, count(*) AS count FROM collection_items JOIN items ON items.id = item_id
       WHERE (SELECT 1 FROM item_facts WHERE item_facts.seq = items.seq AND ${sql}) GROUP BY collection_id`,
    )
    .all(...parameters);
  for (const { id, count } of rows) found.set(String(id), Number(count));
}

/** How a facet is read from a row; undefined for those that have rows of their own. */
function readerOf(facet: Facet): Reader | undefined {
  if (isNumbered(facet)) return { column: facet, keysOf: (value) => [value] };
  switch (facet) {
    case 'kind':
      return { column: 'kind', keysOf: (value) => ITEM_KINDS.slice(value, value + 1) };
    case 'mark':
      return { column: 'marks', keysOf: (bits) => MARKS.filter((mark) => (bits & markBit(mark)) !== 0) };
    case 'starred':
      return { column: 'is_starred', keysOf: yesOrNo };
    case 'protected':
      return { column: 'is_protected', keysOf: yesOrNo };
    case 'rating':
      return { column: 'rating', keysOf: (value) => [String(value)] };
    case 'duration':
      return { column: 'duration_ms', ranges: DURATION_RANGES };
    case 'size':
      return { column: 'size_bytes', ranges: SIZE_RANGES };
    case 'date':
      return { column: 'created_at_ms', ranges: rangesOfDays() };
    default:
      return undefined;
  }
}

function yesOrNo(value: number): string[] {
  return [value === 1 ? 'yes' : 'no'];
}

/** Whether the values of a facet are numbered. */
export function isNumbered(facet: Facet): facet is NumberedFacet {
  return NUMBERED_FACETS.some((name) => name === facet);
}

function rangesOfDays(): NamedRange[] {
  return Object.entries(namedRanges(Date.now())).map(([name, range]) => ({ name, ...range }));
}
