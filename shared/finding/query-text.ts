// Reads and writes searches: `voice:shiny used:no 2026-11 "good morning" -draft`. What is no condition is text.

import { dayAfter, dayBeginsAt } from './days.ts';
import { FACET_KEYS } from './facets.ts';
import { NAMED_DAYS, type QueryTerm, type WordFacet } from './query-terms.ts';
import { CLOSED_VALUES, closedValueOf, facetOf, LENGTH_UNITS, SIZE_UNITS } from './query-words.ts';

/** A piece between spaces. `key` is what is before an unquoted colon; `parts` what is between unquoted commas. */
type Piece = {
  /** Without the sign of negation. */
  raw: string;
  isNegated: boolean;
  key: string | null;
  parts: string[];
  /** It begins with a quotation mark. */
  isQuoted: boolean;
  /** Where it begins and ends in the text. */
  start: number;
  end: number;
};

type Condition = QueryTerm extends infer T ? (T extends QueryTerm ? Omit<T, 'isNegated'> : never) : never;

/** Reads a search. It never fails: what is not understood is text. A key without a value is passed over. */
export function parseQuery(text: string): QueryTerm[] {
  return piecesOf(text).flatMap((piece) => {
    const condition = conditionOf(piece);
    return condition === undefined ? [] : [{ ...condition, isNegated: piece.isNegated } as QueryTerm];
  });
}

/** Writes a search which reads as the same terms. @param language of the keys and words, 0 for English, 1 for Chinese */
export function printQuery(terms: readonly QueryTerm[], language: 0 | 1 = 0): string {
  return terms.map((term) => `${term.isNegated ? '-' : ''}${printTerm(term, language)}`).join(' ');
}

/** What is being typed at a place of a search. */
export type TypedPiece = Pick<Piece, 'key' | 'start' | 'end' | 'isNegated'> & { value: string };

/** Returns the piece whose end is at a place of a search, for suggestions; undefined if none is. */
export function pieceAt(text: string, place: number): TypedPiece | undefined {
  const piece = piecesOf(text).find(({ start, end }) => start < place && place <= end);
  return piece && { ...piece, value: piece.parts.at(-1) ?? '' };
}

function conditionOf(piece: Piece): Condition | undefined {
  const facet = piece.key === null ? undefined : facetOf(piece.key);
  if (facet === undefined) {
    if (piece.isQuoted) return { type: 'text', text: piece.parts.join(','), isPhrase: true };
    return daysOf(piece.raw, true) ?? { type: 'text', text: piece.raw, isPhrase: false };
  }
  const values = piece.parts.filter((part) => part !== '');
  const [first] = values;
  if (first === undefined) return undefined;
  const text: Condition = { type: 'text', text: piece.raw, isPhrase: false };
  switch (facet) {
    case 'date':
      return namedDaysOf(first) ?? daysOf(first, false) ?? text;
    case 'duration':
      return rangeOf('lengths', first, LENGTH_UNITS, 1000) ?? text;
    case 'size':
      return rangeOf('sizes', first, SIZE_UNITS, 1) ?? text;
    case 'rating':
      return /^[1-5]$/.test(first) ? { type: 'rating', min: Number(first) } : text;
    case 'starred':
    case 'protected': {
      const truth = closedValueOf(facet, first);
      return truth === undefined ? text : { type: facet, is: truth === 'yes' };
    }
    default: {
      if (!(facet in CLOSED_VALUES)) return { type: 'values', facet, values };
      const known = values.map((value) => closedValueOf(facet, value));
      return known.every((value) => value !== undefined) ? { type: 'values', facet, values: known } : text;
    }
  }
}

function namedDaysOf(word: string): Condition | undefined {
  const value = closedValueOf('date', word);
  const days = NAMED_DAYS.find((name) => name === value);
  return days && { type: 'namedDays', days };
}

const ONE_DAY = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The first and the last day that `2026-11-23`, `2026-11` or `2026` means. */
function daySpan(text: string): { first: string; last: string } | undefined {
  const parts = ONE_DAY.exec(text);
  if (!parts) return undefined;
  const [, year = '', month, day] = parts;
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (dayBeginsAt(first) === undefined) return undefined;
  if (day !== undefined) return { first, last: first };
  if (month === undefined) return { first, last: `${year}-12-31` };
  // 31 days after the first of a month is always in the next one.
  const inNext = dayAfter(first, 31);
  return { first, last: dayAfter(`${inNext.slice(0, 8)}01`, -1) };
}

/** Days, or a range of them: `2026-11..2026-12`, `..2026-11-23`. @param isBare without a key, where a year is a number */
function daysOf(text: string, isBare: boolean): Condition | undefined {
  const [one = '', other, ...more] = text.split('..');
  if (more.length > 0 || (one === '' && !other)) return undefined;
  if (other === undefined) {
    if (isBare && !one.includes('-')) return undefined;
    const span = daySpan(one);
    return span && { type: 'days', from: span.first, to: span.last };
  }
  if (isBare && !text.includes('-')) return undefined;
  const from = one === '' ? null : daySpan(one)?.first;
  const to = other === '' ? null : daySpan(other)?.last;
  return from === undefined || to === undefined ? undefined : { type: 'days', from, to };
}

/** `>5s`, `<2min`, `5s..1min`, or `5s`, which is up to the next whole one. */
function rangeOf(
  type: 'lengths' | 'sizes',
  text: string,
  units: ReadonlyMap<string, number>,
  usual: number,
): Condition | undefined {
  const amount = (written: string): { value: number; unit: number } | undefined => {
    const parts = /^(\d{1,9}(?:\.\d{1,3})?)(\D*)$/u.exec(written);
    const [, number, name = ''] = parts ?? [];
    const unit = name === '' ? usual : units.get(name.toLowerCase());
    return number && unit !== undefined ? { value: Math.round(Number(number) * unit), unit } : undefined;
  };
  const sign = /^(>=|<=|[<>＞＜])/.exec(text)?.[0] ?? '';
  if (sign !== '') {
    const limit = amount(text.slice(sign.length));
    if (!limit) return undefined;
    return '>＞'.includes(sign[0] ?? '')
      ? { type, min: limit.value, max: null }
      : { type, min: null, max: limit.value };
  }
  const [one = '', other, ...more] = text.split('..');
  if (more.length > 0 || (one === '' && !other)) return undefined;
  const min = one === '' ? null : amount(one);
  if (other === undefined) return min ? { type, min: min.value, max: min.value + min.unit } : undefined;
  const max = other === '' ? null : amount(other);
  return min === undefined || max === undefined
    ? undefined
    : { type, min: min?.value ?? null, max: max?.value ?? null };
}

const SPACE = /\s/u;
const COLON = /[:：]/;
const COMMA = /[,，]/;

/** Cuts a text at spaces that are not quoted. In quotation marks `\"` and `\\` stand for the mark and the stroke. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (SPACE.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const start = at;
    const isNegated = text[at] === '-' && at + 1 < text.length && !SPACE.test(text[at + 1] ?? '');
    if (isNegated) at += 1;
    const from = at;
    const isQuoted = text[at] === '"';
    let key: string | null = null;
    const parts: string[] = [''];
    let mayQuote = true;
    const addTo = (added: string): void => void parts.push(`${parts.pop() ?? ''}${added}`);
    while (at < text.length && !SPACE.test(text[at] ?? '')) {
      const letter = text[at] ?? '';
      if (letter === '"' && mayQuote) {
        at += 1;
        for (; at < text.length && text[at] !== '"'; at++) {
          if (text[at] === '\\' && /["\\]/.test(text[at + 1] ?? '')) at += 1;
          addTo(text[at] ?? '');
        }
        at += 1;
        mayQuote = false;
        // A phrase ends with its quotation mark.
        if (isQuoted) break;
        continue;
      }
      if (key === null && !isQuoted && COLON.test(letter)) {
        key = text.slice(from, at);
        parts.splice(0, parts.length, '');
        mayQuote = true;
      } else if (key !== null && COMMA.test(letter)) {
        parts.push('');
        mayQuote = true;
      } else {
        addTo(letter);
        mayQuote = false;
      }
      at += 1;
    }
    const end = Math.min(at, text.length);
    at = end;
    pieces.push({ raw: text.slice(from, end), isNegated, key, parts, isQuoted, start, end });
  }
  return pieces;
}

function printTerm(term: QueryTerm, language: 0 | 1): string {
  const keyed = (facet: keyof typeof FACET_KEYS, value: string): string => `${FACET_KEYS[facet][language]}:${value}`;
  const closed = (facet: WordFacet | 'date' | 'starred' | 'protected', value: string): string =>
    CLOSED_VALUES[facet]?.find(([known]) => known === value)?.[language + 1] ?? quoted(value);
  switch (term.type) {
    case 'text':
      return term.isPhrase ? alwaysQuoted(term.text) : term.text;
    case 'values':
      return keyed(term.facet, term.values.map((value) => closed(term.facet, value)).join(','));
    case 'namedDays':
      return keyed('date', closed('date', term.days));
    case 'days':
      return printDays(term.from, term.to, (text) => keyed('date', text));
    case 'lengths':
      return keyed(
        'duration',
        printRange(term, (ms) => `${ms}ms`),
      );
    case 'sizes':
      return keyed(
        'size',
        printRange(term, (bytes) => `${bytes}b`),
      );
    case 'rating':
      return keyed('rating', String(term.min));
    case 'starred':
    case 'protected':
      return keyed(term.type, closed(term.type, term.is ? 'yes' : 'no'));
  }
}

function printDays(from: string | null, to: string | null, keyed: (text: string) => string): string {
  if (from === null || to === null) return keyed(`${from ?? ''}..${to ?? ''}`);
  const short = [from, from.slice(0, 7), from.slice(0, 4)].find((text) => {
    const span = daySpan(text);
    return span?.first === from && span.last === to;
  });
  if (short === undefined) return keyed(`${from}..${to}`);
  return short.includes('-') ? short : keyed(short);
}

function printRange(
  { min, max }: { min: number | null; max: number | null },
  print: (value: number) => string,
): string {
  if (min === null) return max === null ? '..' : `<${print(max)}`;
  return max === null ? `>${print(min)}` : `${print(min)}..${print(max)}`;
}

/** Returns a value as it is written after a key. */
export function quoted(value: string): string {
  return value === '' || /[\s"\\,，]/u.test(value) ? alwaysQuoted(value) : value;
}

function alwaysQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
