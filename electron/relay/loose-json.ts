// Reads what can be read of JSON that does not parse: cut off, several values one after another, NaN, a trailing comma,
// single quotes, other text around it. Independent of field names.

import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';

/**
 * The values found, in order. `isWhole` is false if the text ended inside the last one, which then has what came;
 * `cutText` is the string in which it ended, as far as it came.
 */
export type LooseJson = { values: unknown[]; isWhole: boolean; cutText: string | undefined };

/** The beginning of what is too much is read: an error, or the first pictures, are there. */
const MAX = { ...JSON_LIMITS.reply, maxParts: 20_000 };
const QUOTES = `"'`;
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const WORDS: Readonly<Record<string, unknown>> = { true: true, True: true, false: false, False: false };

/**
 * Reads text as JSON as far as it makes sense. Text outside of brackets is a string, without the white space around it.
 * Never throws, and reads no more than a reply may have: of a longer one the beginning.
 */
export function parseLoosely(text: string): LooseJson {
  let at = 0;
  let parts = 0;
  let words = 0;
  let isWhole = true;
  let cutText: string | undefined;

  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    at = pattern.exec(text)?.index ?? text.length;
  };

  const isFull = (): boolean => parts > MAX.maxParts || words > MAX.maxValues;

  function readString(): string {
    parts++;
    const quote = text[at++] ?? '"';
    const special = quote === '"' ? /["\\]/g : /['\\]/g;
    let value = '';
    for (;;) {
      const from = at;
      skip(special);
      value += text.slice(from, at);
      if (at >= text.length) {
        isWhole = false;
        cutText = value;
        return value;
      }
      if (text[at++] === quote) return value;
      const escaped = text[at++] ?? '';
      if (escaped === 'u') {
        value += String.fromCharCode(Number.parseInt(text.slice(at, at + 4), 16) || 0);
        at += 4;
      } else value += ESCAPES[escaped] ?? escaped;
    }
  }

  /** A word without quotes: a number, a literal, a name, or text. */
  function readWord(): unknown {
    words++;
    const from = at;
    skip(/[\s,:[\]{}"']/g);
    const word = text.slice(from, at);
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    if (/^(null|None|undefined|-?NaN|-?Infinity)$/.test(word)) return null;
    return /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(word) ? Number(word) : word;
  }

  function readValue(depth: number): unknown {
    const opener = text[at] ?? ' ';
    if (QUOTES.includes(opener)) return readString();
    if (opener !== '{' && opener !== '[') return readWord();
    at++;
    parts++;
    if (depth >= MAX.maxDepth) at = text.length;
    return opener === '{' ? readObject(depth + 1) : readArray(depth + 1);
  }

  /** Moves to what comes next inside brackets; returns false at their end. */
  function hasNext(closer: string): boolean {
    skip(/[^\s,:]/g);
    if (isFull()) at = text.length;
    if (at >= text.length) {
      isWhole = false;
      return false;
    }
    if (text[at] !== closer) return true;
    at++;
    return false;
  }

  function readArray(depth: number): unknown[] {
    const values: unknown[] = [];
    while (hasNext(']')) {
      if (text[at] === '}') at++;
      else values.push(readValue(depth));
    }
    return values;
  }

  function readObject(depth: number): Record<string, unknown> {
    const fields: [string, unknown][] = [];
    while (hasNext('}')) {
      if (/[[\]{]/.test(text[at] ?? '')) {
        at++;
        continue;
      }
      const name = String(readValue(depth));
      skip(/\S/g);
      if (text[at] !== ':') continue;
      at++;
      if (hasNext('}')) fields.push([name, readValue(depth)]);
      else break;
    }
    return Object.fromEntries(fields);
  }

  const values: unknown[] = [];
  skip(/[^\s\uFEFF]/g);
  // Python's bytes.
  if (text[at] === 'b' && QUOTES.includes(text[at + 1] ?? ' ')) at++;
  while (QUOTES.includes(text[at] ?? ' ') && !isFull()) {
    values.push(readString());
    skip(/[^\s,]/g);
  }
  while (at < text.length && !isFull()) {
    const from = at;
    skip(/[[{]/g);
    const between = text.slice(from, at).trim();
    if (between !== '') values.push(between);
    if (at < text.length) values.push(readValue(0));
  }
  return { values, isWhole: isWhole && !isFull(), cutText };
}
