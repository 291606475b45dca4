// What can be offered while a search is typed: keys, words of closed sets, and values that items have.

import type { Facet } from './facets.ts';
import { FACET_KEYS } from './facets.ts';
import { pieceAt, quoted, type TypedPiece } from './query-text.ts';
import { CLOSED_VALUES, facetOf } from './query-words.ts';

/** A text on offer, and the search that choosing it makes. */
export type Suggestion = { text: string; search: string };

/** Of what is being typed: the facet whose values are wanted from the library, and what their names must have. */
export type WantedValues = { facet: Facet; contains: string };

const MAX_SUGGESTIONS = 10;

/** Returns which values of the library would help; undefined if none would. */
export function wantedValues(search: string): WantedValues | undefined {
  const piece = pieceAt(search, search.length);
  const facet = piece?.key == null ? undefined : facetOf(piece.key);
  return piece && facet !== undefined && isOpen(facet) ? { facet, contains: piece.value } : undefined;
}

/**
 * Returns what is on offer at the end of a search. @param language of the words: 0 English, 1 Chinese
 * @param values of the facet that `wantedValues` names
 */
export function suggest(search: string, language: 0 | 1, values: readonly string[]): Suggestion[] {
  const piece = pieceAt(search, search.length);
  if (!piece) return [];
  const before = `${search.slice(0, piece.start)}${piece.isNegated ? '-' : ''}`;
  const facet = piece.key === null ? undefined : facetOf(piece.key);
  if (piece.key === null) {
    const typed = piece.value.toLowerCase();
    return Object.values(FACET_KEYS)
      .map((keys) => [keys[language], ...keys].find((key) => key.startsWith(typed)))
      .filter((key) => key !== undefined && typed !== '')
      .map((key) => ({ text: `${key}:`, search: `${before}${key}:` }));
  }
  if (facet === undefined) return [];
  const offered = isOpen(facet) ? values.map(quoted) : closedWords(facet, language, piece);
  const kept = keptBefore(search, piece);
  return offered
    .filter((value) => `${kept}${value}` !== search.slice(piece.start))
    .slice(0, MAX_SUGGESTIONS)
    .map((value) => ({ text: `${piece.key}:${value}`, search: `${search.slice(0, piece.start)}${kept}${value} ` }));
}

/** What stays of a piece: sign, key, and the values before the last one. */
function keptBefore(search: string, piece: TypedPiece): string {
  const text = search.slice(piece.start, piece.end);
  const last = Math.max(...[':', '：', ',', '，'].map((mark) => text.lastIndexOf(mark)));
  return text.slice(0, last + 1);
}

function closedWords(facet: Facet, language: 0 | 1, { value }: TypedPiece): string[] {
  const typed = value.toLowerCase();
  return (CLOSED_VALUES[facet] ?? []).flatMap(([, ...words]) => {
    const known = words.some((word) => word.startsWith(typed));
    return known ? [words[language] ?? ''] : [];
  });
}

/** Facets whose values only the library knows. */
function isOpen(facet: Facet): boolean {
  return !(facet in CLOSED_VALUES) && !['duration', 'size', 'rating'].includes(facet);
}
