// A key as people paste it, made the key that it holds.

import { withoutHidden } from '../text/hidden-characters.ts';

/** What stands before a key where it was copied: a header, or the variable that it is kept in. */
const BEFORE =
  /^(?:export\s+|set\s+)?(?:(?:x-api-key|authorization|api[ _-]?key|[a-z0-9_]*key|token)\s*[:=]\s*)?["'`“‘]?(?:bearer(?:\s+|$))?/i;
const QUOTES = /^["'`“”‘’«»]+|["'`“”‘’«»,;]+$/g;

/**
 * Takes away what is no part of a key: the words of a header or of a variable before it, quotation marks around it, white
 * space and characters that nobody sees. No key has any of them (RFC 6750 §2.1). What cannot be sent stays, and is refused.
 */
export function pastedKey(text: string): string {
  return withoutHidden(text).trim().replace(BEFORE, '').trim().replace(QUOTES, '').replace(/\s/g, '');
}
