// The words of a search as conditions of SQL over `item_facts`.

import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { ITEM_KINDS } from '../../../shared/finding/facets.ts';
import { namedRanges } from '../../../shared/finding/named-days.ts';
import type { QueryTerm } from '../../../shared/finding/query-terms.ts';
import { toMatchQuery, toPhraseQuery } from '../search-text.ts';
import { type Condition, inCollections, inRange, not, withMarks, withNumbers, withTags } from './condition-parts.ts';
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
    ...texts
      .filter(({ isNegated }) => isNegated)
      .flatMap((term) => textCondition([term], lookup, context) ?? [])
      .map(not),
    ...different.flatMap((term) => {
      if (term.type === 'text') return [];
      const condition = conditionOf(term, lookup, context.nowMs);
      return term.isNegated ? not(condition) : condition;
    }),
  ];
}

/** Matches no item. */
const NOTHING: Condition = { facet: null, sql: '0', parameters: [] };

/** Local days, both included, as a range of times; null is open. */
export function daysAsTimes(from: string | null, to: string | null): { min: number | null; max: number | null } {
  return { min: from === null ? null : (dayBeginsAt(from) ?? 0), max: to === null ? null : (dayBeginsAt(to, 1) ?? 0) };
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
        sql: `(${inText} OR coalesce(script IN (SELECT value FROM json_each(?)), 0))`,
        parameters: [...searched, JSON.stringify(lookup.idsOf('script', scripts))],
      };
}

function conditionOf(term: Exclude<QueryTerm, TextTerm>, lookup: ValueLookup, nowMs: number): Condition {
  switch (term.type) {
    case 'values':
      return valuesCondition(term, lookup);
    case 'days':
      return inRange(null, 'created_at_ms', daysAsTimes(term.from, term.to));
    case 'namedDays':
      return inRange(null, 'created_at_ms', namedRanges(nowMs)[term.days]);
    case 'lengths':
      return inRange(null, 'duration_ms', term);
    case 'sizes':
      return inRange(null, 'size_bytes', term);
    case 'rating':
      return inRange(null, 'rating', { min: term.min, max: null });
    case 'starred':
      return withNumbers(null, 'is_starred', [term.is ? 1 : 0]);
    case 'protected':
      return withNumbers(null, 'is_protected', [term.is ? 1 : 0]);
  }
}

function valuesCondition({ facet, values }: QueryTerm & { type: 'values' }, lookup: ValueLookup): Condition {
  switch (facet) {
    case 'kind': {
      const kinds = ITEM_KINDS.flatMap((kind, number) => (values.includes(kind) ? [number] : []));
      return withNumbers(null, 'kind', kinds);
    }
    case 'mark':
      return withMarks(null, values);
    case 'collection':
      return inCollections(null, lookup.collectionsOf(values));
    case 'verdict':
      return withNumbers(null, 'verdict', lookup.idsOf('verdict', values));
    case 'tag':
      return withTags(null, lookup.numbersOf('tag', values));
    default:
      return withNumbers(null, facet, lookup.numbersOf(facet, values));
  }
}
