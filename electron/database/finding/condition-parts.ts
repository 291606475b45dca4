// Conditions of SQL over `item_facts`, and the parts that filters and searches have in common.

import type { Facet } from '../../../shared/finding/facets.ts';
import type { CountedColumn } from './fact-columns.ts';
import { markBit } from './item-facts.ts';

/** A value that SQL is given. */
export type Parameter = string | number;

/** A condition on one column, as it is kept in memory (`fact-columns.ts`). */
type ColumnTest = { column: CountedColumn; accepts: (value: number) => boolean };

/**
 * What must be true of an item. `facet`: the facet whose choice it is; its own values are counted without it. `test`: the
 * same as the SQL, if that reads one column only.
 */
export type Condition = { facet: Facet | null; sql: string; parameters: Parameter[]; test?: ColumnTest };

/** Items whose column has one of the numbers. */
export function withNumbers(facet: Facet | null, column: CountedColumn, numbers: readonly number[]): Condition {
  const wanted = new Set(numbers);
  return {
    facet,
    sql: `${column} IN (SELECT value FROM json_each(?))`,
    parameters: [JSON.stringify(numbers)],
    test: { column, accepts: (value) => wanted.has(value) },
  };
}

/** Items that have one of the marks. */
export function withMarks(facet: Facet | null, marks: readonly string[]): Condition {
  const bits = marks.reduce((all, mark) => all | markBit(mark), 0);
  const test: ColumnTest = { column: 'marks', accepts: (value) => (value & bits) !== 0 };
  return { facet, sql: 'marks & ? <> 0', parameters: [bits], test };
}

/** Items that have one of the tags, given by number. */
export function withTags(facet: Facet | null, numbers: readonly number[]): Condition {
  const sql = 'seq IN (SELECT seq FROM item_tags WHERE tag IN (SELECT value FROM json_each(?)))';
  return { facet, sql, parameters: [JSON.stringify(numbers)] };
}

/** Items that are in one of the collections. */
export function inCollections(facet: Facet | null, ids: readonly string[]): Condition {
  const sql = `seq IN (SELECT items.seq FROM collection_items JOIN items ON items.id = item_id
    WHERE collection_id IN (SELECT value FROM json_each(?)))`;
  return { facet, sql, parameters: [JSON.stringify(ids)] };
}

/** A number from `min` up to, not including, `max`; null is open. An item that has none, -1, is in no range. */
export function inRange(
  facet: Facet | null,
  column: CountedColumn,
  { min, max }: { min: number | null; max: number | null },
): Condition {
  const from = Math.max(0, min ?? 0);
  const to = max ?? Number.POSITIVE_INFINITY;
  const test: ColumnTest = { column, accepts: (value) => value >= from && value < to };
  return max === null
    ? { facet, sql: `${column} >= ?`, parameters: [from], test }
    : { facet, sql: `(${column} >= ? AND ${column} < ?)`, parameters: [from, max], test };
}

/** Items for which a condition is not true. */
export function not({ facet, sql, parameters, test }: Condition): Condition {
  return {
    facet,
    sql: `NOT coalesce(${sql}, 0)`,
    parameters,
    ...(test && { test: { column: test.column, accepts: (value) => !test.accepts(value) } }),
  };
}
