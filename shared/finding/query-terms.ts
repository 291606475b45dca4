// What a search consists of once it is read: words of text, and conditions written as words.

import type { ValueFacet } from './facets.ts';

/** Facets whose values a person writes as words. */
export type WordFacet = ValueFacet | 'kind';

/** Days that move on with the calendar. */
export const NAMED_DAYS = ['today', 'yesterday', 'last7days', 'last30days', 'thisYear'] as const;
export type NamedDays = (typeof NAMED_DAYS)[number];

/** From `min` up to, not including, `max`; null is open. */
type Range = { min: number | null; max: number | null };

/**
 * One word of a search. `values`: one of them is meant; what they are compared with is the matter of the facet. `days`:
 * local days, both included. `lengths` are in milliseconds, `sizes` in bytes.
 */
export type QueryTerm = { isNegated: boolean } & (
  | { type: 'text'; text: string; isPhrase: boolean }
  | { type: 'values'; facet: WordFacet; values: string[] }
  | { type: 'days'; from: string | null; to: string | null }
  | { type: 'namedDays'; days: NamedDays }
  | ({ type: 'lengths' } & Range)
  | ({ type: 'sizes' } & Range)
  | { type: 'rating'; min: number }
  | { type: 'starred'; is: boolean }
  | { type: 'protected'; is: boolean }
);
