// The words of a search as conditions of SQL over `item_facts`.

import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { ITEM_KINDS } from '../../../shared/finding/facets.ts';
import { namedRanges } from '../../../shared/finding/named-days.ts';
import type { QueryTerm } from '../../../shared/finding/query-terms.ts';
import { toMatchQuery, toPhraseQuery } from '../search-text.ts';
import {
  type Condition,
  inCollections,
  type Parameter,
  rangeConditions,
  VALUE_IDS,
  valuesOf,
  withMarks,
  withNumbers,
  withTagNumbers,
} from './condition-parts.ts';
import type { ValueLookup } from './value-lookup.ts';

/** Items behind one `seq` and up to another. */
export type SeqRange = { after: number; last: number };

/** `nowMs`: what *today* is. `step`: the items that are looked at, if not all. */
type TermContext = { nowMs: number; step: SeqRange | undefined };

type TextTerm = QueryTerm & { type: 'text' };

/** Returns the conditions of a search, all of which must be true. */
export function termConditions(terms: readonly QueryTerm[], lookup: ValueLookup, context: TermContext): Condition[] {
  const different = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()];
  const texts = different.filter((term) => term.type === 'text');
  const wanted = texts.filter(({ isNegated }) => !isNegated);
  return [
    ...(wanted.length > 0 ? [textCondition(wanted, lookup, context) ?? NOTHING] : []),
    ...texts.filter(({ isNegated }) => isNegated).flatMap((term) => not(textCondition([term], lookup, context)) ?? []),
    ...different.flatMap((term) => {
      if (term.type === 'text') return [];
      const condition = conditionOf(term, lookup, context.nowMs);
      return (term.isNegated ? not(condition) : condition) ?? [];
    }),
  ];
}

/** Matches no item. */
const NOTHING: Condition = { facet: null, sql: '0', parameters: [] };

function not(condition: Condition | undefined): Condition | undefined {
  return condition && { ...condition, sql: `NOT coalesce(${condition.sql}, 0)` };
}

/** Items that have every word and phrase. A take is also found by the title of the script that it was made for. */
function textCondition(terms: readonly TextTerm[], lookup: ValueLookup, { step }: TermContext): Condition | undefined {
  const words = terms.filter(({ isPhrase }) => !isPhrase).map(({ text }) => text);
  const phrases = terms.filter(({ isPhrase }) => isPhrase).map(({ text }) => toPhraseQuery(text));
  const parts = [toMatchQuery(words.join(' ')), ...phrases].filter((part) => part !== undefined);
  if (parts.length === 0) return undefined;
  const match = parts.join(' AND ');
  const scripts = lookup.scriptsTitled(terms.map(({ text }) => text).join(' '), match);
  const rows = step ? 'AND rowid > ? AND rowid <= ?' : '';
  const inText = `seq IN (SELECT rowid FROM items_text WHERE items_text MATCH ? ${rows})`;
  const searched = step ? [match, step.after, step.last] : [match];
  return scripts.length === 0
    ? { facet: null, sql: inText, parameters: searched }
    : {
        facet: null,
        sql: `(${inText} OR coalesce(script IN (${VALUE_IDS}), 0))`,
        parameters: [...searched, 'script', JSON.stringify(scripts)],
      };
}

function conditionOf(term: Exclude<QueryTerm, TextTerm>, lookup: ValueLookup, nowMs: number): Condition {
  const one = (sql: string, ...parameters: Parameter[]): Condition => ({ facet: null, sql, parameters });
  switch (term.type) {
    case 'values':
      return valuesCondition(term, lookup);
    case 'days':
      return all([
        ...(term.from === null ? [] : [one('created_at_ms >= ?', dayBeginsAt(term.from) ?? 0)]),
        ...(term.to === null ? [] : [one('created_at_ms < ?', dayBeginsAt(term.to, 1) ?? 0)]),
      ]);
    case 'namedDays': {
      const { min, max } = namedRanges(nowMs)[term.days];
      return one('created_at_ms >= ? AND created_at_ms < ?', min, max);
    }
    case 'lengths':
      return all(rangeConditions(null, 'duration_ms', term));
    case 'sizes':
      return all(rangeConditions(null, 'size_bytes', term));
    case 'rating':
      return one('rating >= ?', term.min);
    case 'starred':
      return one('is_starred = ?', term.is ? 1 : 0);
    case 'protected':
      return one('is_protected = ?', term.is ? 1 : 0);
  }
}

function valuesCondition({ facet, values }: QueryTerm & { type: 'values' }, lookup: ValueLookup): Condition {
  switch (facet) {
    case 'kind': {
      const kinds = ITEM_KINDS.flatMap((kind, number) => (values.includes(kind) ? [number] : []));
      return { facet: null, sql: `kind IN (${kinds.join(', ')})`, parameters: [] };
    }
    case 'mark':
      return { ...withMarks(values), facet: null };
    case 'collection':
      return { ...inCollections(lookup.collectionsOf(values)), facet: null };
    case 'verdict':
      return { ...valuesOf('verdict', values), facet: null };
    case 'tag':
      return withTagNumbers(lookup.numbersOf('tag', values));
    default:
      return withNumbers(facet, lookup.numbersOf(facet, values));
  }
}

function all(conditions: readonly Condition[]): Condition {
  return {
    facet: null,
    sql: `(${conditions.map(({ sql }) => sql).join(' AND ') || '1'})`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}
