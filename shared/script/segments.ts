// Ends of words and graphemes by the platform's segmenter, asked about short stretches only: it is slow, and its
// dictionaries differ by version.

import { codePointBefore, isUnspaced } from './characters.ts';

/** How far around a wanted place is looked at first, in UTF-16 units. */
const NEAR = 64;
/** What is read before and behind a stretch, so that its ends are found as in the whole text. */
const CONTEXT = 32;

// The language makes no difference: rules and dictionaries go by script.
const segmenters = {
  word: new Intl.Segmenter('en', { granularity: 'word' }),
  grapheme: new Intl.Segmenter('en', { granularity: 'grapheme' }),
};

/** Where a segment may begin: from `first` to `last`, and of these the nearest by `distance`. */
export type Search = {
  text: string;
  /** Where a grapheme is known to begin, at or before `first`. */
  from: number;
  first: number;
  last: number;
  wanted: number;
  distance: (at: number) => number;
};

/**
 * The offset from `first` to `last` at which a word (not punctuation) or a grapheme begins, which `isAllowed`, and which is
 * nearest; looks around `wanted` first. Undefined if there is none.
 */
export function nearestStart(
  search: Search,
  kind: 'word' | 'grapheme',
  isAllowed: (at: number) => boolean,
): number | undefined {
  const { first, last, wanted } = search;
  const near = { ...search, first: Math.max(first, wanted - NEAR), last: Math.min(last, wanted + NEAR) };
  const found = nearestIn(near, kind, isAllowed);
  if (found !== undefined || (near.first === first && near.last === last)) return found;
  return nearestIn(search, kind, isAllowed);
}

/** Whether a letter of a script without spaces is before or behind `at`. */
export function isInUnspaced(text: string, at: number): boolean {
  return isUnspaced(codePointBefore(text, at)) || isUnspaced(text.codePointAt(at) ?? 0);
}

function nearestIn(
  { text, from, first, last, distance }: Search,
  kind: 'word' | 'grapheme',
  isAllowed: (at: number) => boolean,
): number | undefined {
  if (first > last) return undefined;
  const start = certainStart(text, from, Math.max(from, first - CONTEXT));
  let nearest: number | undefined;
  for (const segment of segmenters[kind].segment(text.slice(start, last + CONTEXT))) {
    const at = start + segment.index;
    if (at > last) break;
    if (at < first || segment.isWordLike === false || !isAllowed(at)) continue;
    if (nearest === undefined || distance(at) < distance(nearest)) nearest = at;
  }
  return nearest;
}

/** The last offset up to `at`, not before `from`, at which a grapheme begins whatever is before it. */
function certainStart(text: string, from: number, at: number): number {
  let start = at;
  while (start > from && !(isPlain(text.charCodeAt(start)) && isPlain(text.charCodeAt(start - 1)))) start--;
  return start;
}

/** Printable ASCII or a Chinese character: between two of them there is always the end of a grapheme. */
function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || (code >= 0x4e00 && code <= 0x9fff);
}
