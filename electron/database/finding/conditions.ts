// Filters as conditions of SQL over `item_facts`.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { ITEM_KINDS } from '../../../shared/finding/facets.ts';
import { parseQuery } from '../../../shared/finding/query-text.ts';
import {
  type Condition,
  inCollections,
  inRange,
  type Parameter,
  withMarks,
  withNumbers,
  withTags,
} from './condition-parts.ts';
import { NUMBERED_FACETS } from './item-facts.ts';
import { daysAsTimes, type SeqRange, termConditions } from './term-conditions.ts';
import type { ValueLookup } from './value-lookup.ts';

/**
 * Returns the conditions of a filter, all of which must be true; the first says whether items are deleted.
 * @param step only items behind the first and up to the last `seq` are looked at; their condition is not included
 */
export function conditionsOf(filter: LibraryFilter, lookup: ValueLookup, step?: SeqRange): Condition[] {
  const { kinds, values, fromDay, toDay, durationMs, sizeBytes, isStarred, minRating, isProtected } = filter;
  const chosen: Condition[] = [];
  const add = (isSet: boolean, condition: () => Condition): void => void (isSet && chosen.push(condition()));
  const isRange = ({ min, max }: { min: number | null; max: number | null }): boolean => min !== null || max !== null;
  for (const facet of NUMBERED_FACETS)
    add(values[facet].length > 0, () => withNumbers(facet, facet, lookup.idsOf(facet, values[facet])));
  add(kinds.length > 0, () =>
    withNumbers(
      'kind',
      'kind',
      kinds.map((kind) => ITEM_KINDS.indexOf(kind)),
    ),
  );
  add(values.mark.length > 0, () => withMarks('mark', values.mark));
  add(values.tag.length > 0, () => withTags('tag', lookup.idsOf('tag', values.tag)));
  add(values.collection.length > 0, () => inCollections('collection', values.collection));
  add(fromDay !== null || toDay !== null, () => inRange('date', 'created_at_ms', daysAsTimes(fromDay, toDay)));
  add(isStarred !== null, () => withNumbers('starred', 'is_starred', [isStarred ? 1 : 0]));
  add(minRating > 0, () => inRange('rating', 'rating', { min: minRating, max: null }));
  add(isProtected !== null, () => withNumbers('protected', 'is_protected', [isProtected ? 1 : 0]));
  add(isRange(durationMs), () => inRange('duration', 'duration_ms', durationMs));
  add(isRange(sizeBytes), () => inRange('size', 'size_bytes', sizeBytes));
  const { isTrashed } = filter;
  const trashed: Condition = {
    facet: null,
    sql: 'is_trashed = ?',
    parameters: [isTrashed ? 1 : 0],
    test: { column: 'is_trashed', accepts: (value) => value === (isTrashed ? 1 : 0) },
  };
  return [trashed, ...termConditions(parseQuery(filter.search), lookup, { nowMs: Date.now(), step }), ...chosen];
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
