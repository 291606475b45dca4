// Filters as conditions of SQL over `item_facts`.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { type Facet, ITEM_KINDS } from '../../../shared/finding/facets.ts';
import { parseQuery } from '../../../shared/finding/query-text.ts';
import {
  type Condition,
  inCollections,
  type Parameter,
  rangeConditions,
  valuesOf,
  withMarks,
  withTags,
} from './condition-parts.ts';
import { NUMBERED_FACETS } from './item-facts.ts';
import { type SeqRange, termConditions } from './term-conditions.ts';
import type { ValueLookup } from './value-lookup.ts';

/**
 * Returns the conditions of a filter, all of which must be true; the first says whether items are deleted.
 * @param step only items behind the first and up to the last `seq` are looked at; their condition is not included
 */
export function conditionsOf(filter: LibraryFilter, lookup: ValueLookup, step?: SeqRange): Condition[] {
  const { kinds, values, fromDay, toDay } = filter;
  const chosen: Condition[] = [];
  const add = (facet: Facet, sql: string, ...parameters: Parameter[]): void =>
    void chosen.push({ facet, sql, parameters });
  if (kinds.length > 0) add('kind', `kind IN (${kinds.map((kind) => ITEM_KINDS.indexOf(kind)).join(', ')})`);
  if (values.mark.length > 0) chosen.push(withMarks(values.mark));
  if (values.tag.length > 0) chosen.push(withTags(values.tag));
  if (values.collection.length > 0) chosen.push(inCollections(values.collection));
  if (fromDay !== null) add('date', 'created_at_ms >= ?', dayBeginsAt(fromDay) ?? 0);
  if (toDay !== null) add('date', 'created_at_ms < ?', dayBeginsAt(toDay, 1) ?? 0);
  if (filter.isStarred !== null) add('starred', 'is_starred = ?', filter.isStarred ? 1 : 0);
  if (filter.minRating > 0) add('rating', 'rating >= ?', filter.minRating);
  if (filter.isProtected !== null) add('protected', 'is_protected = ?', filter.isProtected ? 1 : 0);
  return [
    { facet: null, sql: 'is_trashed = ?', parameters: [filter.isTrashed ? 1 : 0] },
    ...termConditions(parseQuery(filter.search), lookup, { nowMs: Date.now(), step }),
    ...NUMBERED_FACETS.filter((facet) => values[facet].length > 0).map((facet) => valuesOf(facet, values[facet])),
    ...chosen,
    ...rangeConditions('duration', 'duration_ms', filter.durationMs),
    ...rangeConditions('size', 'size_bytes', filter.sizeBytes),
  ];
}

/** Returns the conditions as one. */
export function allOf(conditions: readonly Condition[]): { sql: string; parameters: Parameter[] } {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** Whether nothing is asked for but that items are deleted, or are not: an index has all of it. */
export function isPlain(conditions: readonly Condition[]): boolean {
  return conditions.length === 1;
}
