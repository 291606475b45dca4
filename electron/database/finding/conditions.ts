// Filters as conditions of SQL over `item_facts`.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { type Facet, ITEM_KINDS } from '../../../shared/finding/facets.ts';
import { toMatchQuery } from '../search-text.ts';
import { markBit, NUMBERED_FACETS } from './item-facts.ts';

/** A value that SQL is given. */
export type Parameter = string | number;

/** What must be true of an item. `facet`: the facet whose choice it is; its own values are counted without it. */
export type Condition = { facet: Facet | null; sql: string; parameters: Parameter[] };

/** Finds the ids of the scripts whose titles have what a person typed. */
export type FindScripts = (typed: string, match: string) => string[];

/** The condition of a filter that matches nothing. */
const NOTHING: Condition = { facet: null, sql: '0', parameters: [] };

/** Returns the conditions of a filter, all of which must be true. Deleted items are apart: the first condition. */
export function conditionsOf(filter: LibraryFilter, findScripts: FindScripts): Condition[] {
  const { kinds, values, fromDay, toDay } = filter;
  const all: Condition[] = [{ facet: null, sql: 'is_trashed = ?', parameters: [filter.isTrashed ? 1 : 0] }];
  const add = (facet: Facet | null, sql: string, ...parameters: Parameter[]): void =>
    void all.push({ facet, sql, parameters });

  if (filter.search.trim() !== '') all.push(textCondition(filter.search, findScripts));
  if (kinds.length > 0) add('kind', `kind IN (${kinds.map((kind) => ITEM_KINDS.indexOf(kind)).join(', ')})`);
  for (const facet of NUMBERED_FACETS)
    if (values[facet].length > 0) add(facet, `${facet} IN (${VALUE_IDS})`, facet, JSON.stringify(values[facet]));
  if (values.mark.length > 0)
    add(
      'mark',
      'marks & ? <> 0',
      values.mark.reduce((bits, mark) => bits | markBit(mark), 0),
    );
  if (values.tag.length > 0)
    add('tag', `seq IN (SELECT seq FROM item_tags WHERE tag IN (${VALUE_IDS}))`, 'tag', JSON.stringify(values.tag));
  if (values.collection.length > 0) add('collection', IN_COLLECTIONS, JSON.stringify(values.collection));
  if (fromDay !== null) add('date', 'created_at_ms >= ?', dayBeginsAt(fromDay) ?? 0);
  if (toDay !== null) add('date', 'created_at_ms < ?', dayBeginsAt(toDay, 1) ?? 0);
  if (filter.isStarred !== null) add('starred', 'is_starred = ?', filter.isStarred ? 1 : 0);
  if (filter.minRating > 0) add('rating', 'rating >= ?', filter.minRating);
  if (filter.isProtected !== null) add('protected', 'is_protected = ?', filter.isProtected ? 1 : 0);
  addRange('duration', 'duration_ms', filter.durationMs);
  addRange('size', 'size_bytes', filter.sizeBytes);
  return all;

  function addRange(facet: Facet, column: string, { min, max }: LibraryFilter['sizeBytes']): void {
    // What has no length is in no range of lengths.
    if (min !== null || max !== null) add(facet, `${column} >= ?`, min ?? 0);
    if (max !== null) add(facet, `${column} < ?`, max);
  }
}

/** Items of collections that a person filled. */
const IN_COLLECTIONS = `id IN (SELECT item_id FROM collection_items
  WHERE collection_id IN (SELECT value FROM json_each(?)))`;

/** The numbers of a facet's values. */
const VALUE_IDS = 'SELECT id FROM facet_values WHERE facet = ? AND value IN (SELECT value FROM json_each(?))';

/** Items that have every word. A take is also found by the title of the script that it was made for. */
function textCondition(typed: string, findScripts: FindScripts): Condition {
  const match = toMatchQuery(typed);
  if (match === undefined) return NOTHING;
  const scripts = findScripts(typed, match);
  const inText = 'seq IN (SELECT rowid FROM items_text WHERE items_text MATCH ?)';
  return scripts.length === 0
    ? { facet: null, sql: inText, parameters: [match] }
    : {
        facet: null,
        sql: `(${inText} OR coalesce(script IN (${VALUE_IDS}), 0))`,
        parameters: [match, 'script', JSON.stringify(scripts)],
      };
}

/** Returns the conditions as one. */
export function allOf(conditions: readonly Condition[]): { sql: string; parameters: Parameter[] } {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1',
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
