// Conditions of SQL over `item_facts`, and the parts that filters and searches have in common.

import type { Facet } from '../../../shared/finding/facets.ts';
import { markBit, type NumberedFacet } from './item-facts.ts';

/** A value that SQL is given. */
export type Parameter = string | number;

/** What must be true of an item. `facet`: the facet whose choice it is; its own values are counted without it. */
export type Condition = { facet: Facet | null; sql: string; parameters: Parameter[] };

/** The numbers of a facet's values; parameters: the facet, and the values as JSON. */
export const VALUE_IDS = 'SELECT id FROM facet_values WHERE facet = ? AND value IN (SELECT value FROM json_each(?))';

/** Items that have one of the values. */
export function valuesOf(facet: NumberedFacet, values: readonly string[]): Condition {
  return { facet, sql: `${facet} IN (${VALUE_IDS})`, parameters: [facet, JSON.stringify(values)] };
}

/** Items that have one of the values, given by number. */
export function withNumbers(facet: NumberedFacet, numbers: readonly number[]): Condition {
  return { facet: null, sql: `${facet} IN (SELECT value FROM json_each(?))`, parameters: [JSON.stringify(numbers)] };
}

/** Items that have one of the marks. */
export function withMarks(marks: readonly string[]): Condition {
  const bits = marks.reduce((all, mark) => all | markBit(mark), 0);
  return { facet: 'mark', sql: 'marks & ? <> 0', parameters: [bits] };
}

/** Items that have one of the tags, given by value. */
export function withTags(values: readonly string[]): Condition {
  const sql = `seq IN (SELECT seq FROM item_tags WHERE tag IN (${VALUE_IDS}))`;
  return { facet: 'tag', sql, parameters: ['tag', JSON.stringify(values)] };
}

/** Items that have one of the tags, given by number. */
export function withTagNumbers(numbers: readonly number[]): Condition {
  const sql = 'seq IN (SELECT seq FROM item_tags WHERE tag IN (SELECT value FROM json_each(?)))';
  return { facet: null, sql, parameters: [JSON.stringify(numbers)] };
}

/** Items that are in one of the collections. */
export function inCollections(ids: readonly string[]): Condition {
  const sql = `seq IN (SELECT items.seq FROM collection_items JOIN items ON items.id = item_id
    WHERE collection_id IN (SELECT value FROM json_each(?)))`;
  return { facet: 'collection', sql, parameters: [JSON.stringify(ids)] };
}

/** A number within a range: from `min` up to, not including, `max`. An item that has none, -1, is in no range. */
export function rangeConditions(
  facet: Facet | null,
  column: string,
  { min, max }: { min: number | null; max: number | null },
): Condition[] {
  if (min === null && max === null) return [];
  const least: Condition = { facet, sql: `${column} >= ?`, parameters: [min ?? 0] };
  return max === null ? [least] : [least, { facet, sql: `${column} < ?`, parameters: [max] }];
}
