// Removes API keys from any text from outside, in every encoding they may have.

import { isShortKey } from '../../shared/connection/short-keys.ts';

const MARK = '[key removed]';
/** What is sent as a key, whoever's it is. */
const BEARER = /Bearer\s{1,100}([^\s"',}]+)/gi;
/** Before a short key, which is a part of many words: only here it is the key. */
const BEFORE_SHORT = `\\b(?:Bearer\\s|authorization["']?\\s{0,9}[:=]\\s{0,9}["']?(?:Bearer\\s)?)\\s{0,100}`;
/** Longest text before a short key that shows what it is. */
const SHORT_CONTEXT = 256;

/** What encoders of JSON write as `\u00…` so that it may stand in a web page; which of it differs between them. */
const ESCAPED_FOR_PAGES = [/[<>&]/, /[<>&+'"`]/, /\W/];

/** A text of these alone can be changed as a whole, which is many times as fast. */
const ASCII = /^[\0-\x7f]*$/;

/** A part of a text: from, and to before which. */
type Range = readonly [start: number, end: number];

/** Replaces a key in `text`, as `redactKeys` does. An empty key changes nothing. */
export function redactKey(text: string, key: string): string {
  return redactKeys(text, [key]);
}

/**
 * Replaces keys in `text`, in any case of their letters: raw, percent-encoded (what has to be, or every character),
 * JSON-escaped (with and without escaped slashes, and as for web pages), hexadecimal, reversed and base64, the latter at
 * each of the three alignments; short keys (`isShortKey`) only where they stand as `Bearer …` or in an authorization
 * header. All keys at once: what stands for one is not searched for another.
 */
export function redactKeys(text: string, keys: readonly string[]): string {
  const used = keys.filter((key) => key !== '');
  if (used.length === 0) return text;
  return withoutRanges(text, [...used.flatMap((key) => createFinder(key)(text)), ...endsOf(BEARER, text)]);
}

/** Creates the search for a key in any of its encodings. */
function createFinder(key: string): (text: string) => Range[] {
  if (isShortKey(key)) {
    const pattern = new RegExp(`${BEFORE_SHORT}(${key.replace(/\W/g, '\\$&')})(?![\\w.~+/=-])`, 'gi');
    return (text) => endsOf(pattern, text);
  }
  const found = spellings(key);
  return (text) => {
    const lower = inLowerCase(text);
    return found.flatMap((spelling) => placesOf(spelling, lower));
  };
}

/** The places of the only group of a pattern, which ends with it. */
function endsOf(pattern: RegExp, text: string): Range[] {
  return [...text.matchAll(pattern)].map(({ index, 0: all, 1: own = '' }): Range => {
    const end = index + all.length;
    return [end - own.length, end];
  });
}

function placesOf(part: string, text: string): Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const last = found.at(-1);
    if (last && at < last[1]) found[found.length - 1] = [last[0], at + part.length];
    else found.push([at, at + part.length]);
  }
  return found;
}

/** Ranges in order; those that overlap become one. */
function joined(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && start < last[1]) found[found.length - 1] = [last[0], Math.max(last[1], end)];
    else found.push([start, end]);
  }
  return found;
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  let clean = '';
  let from = 0;
  for (const [start, end] of joined(ranges)) {
    clean += text.slice(from, start) + MARK;
    from = end;
  }
  return clean + text.slice(from);
}

/** In lower case, as names of hosts and headers are, and as long as before: letters beyond ASCII stay. */
function inLowerCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** All spellings that are looked for, longest first, in lower case. */
function spellings(key: string): string[] {
  const percent = encodeURIComponent(key);
  const json = JSON.stringify(key).slice(1, -1);
  const hex = bytesOf(key).toString('hex');
  const found = new Set([
    key,
    percent,
    encodeURIComponent(percent),
    hex.replace(/../g, '%$&'),
    hex,
    [...key].reverse().join(''),
    json,
    json.replaceAll('/', '\\/'),
    ...ESCAPED_FOR_PAGES.map((signs) => escapedForPages(key, signs)),
    // JSON in JSON.
    JSON.stringify(json).slice(1, -1),
    JSON.stringify(json.replaceAll('/', '\\/')).slice(1, -1),
  ]);
  for (let shift = 0; shift < 3; shift++) {
    // Characters that depend on the neighbours of the key are removed; the rest is the same at every position.
    const encoded = bytesOf(' '.repeat(shift) + key)
      .toString('base64')
      .replace(/=+$/, '');
    const own = encoded.slice(Math.ceil((shift * 8) / 6), key.length + shift > 2 ? -1 : undefined);
    if (own.length >= 8) {
      found.add(own);
      found.add(own.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...new Set([...found].map(inLowerCase))].sort((a, b) => b.length - a.length);
}

function escapedForPages(key: string, signs: RegExp): string {
  const encode = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return key
    .split('')
    .map((unit) => (signs.test(unit) ? encode(unit) : JSON.stringify(unit).slice(1, -1)))
    .join('');
}

/** The length of what a search has to see at once: the longest encoding, or what stands before a short key. */
function reachOf(key: string): number {
  return isShortKey(key) ? SHORT_CONTEXT : (spellings(key)[0]?.length ?? 1);
}

/** Whether bytes contain a key, in any of its encodings. */
export async function hasKey(chunks: AsyncIterable<Uint8Array>, key: string): Promise<boolean> {
  if (key === '') return false;
  const find = createFinder(key);
  const reach = reachOf(key);
  let end = '';
  for await (const chunk of chunks) {
    const text = end + latin1(chunk);
    if (find(text).length > 0) return true;
    end = text.slice(-reach);
  }
  return false;
}

/** Replaces a key in bytes, as `redactKey` does in texts, except for other bearer tokens. */
export async function* removeKey(chunks: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  if (key === '') return yield* chunks;
  const find = createFinder(key);
  const reach = reachOf(key);
  /** Already given, but needed to see what a short key stands after; and what is not sure yet. */
  let given = '';
  let open = '';
  for await (const chunk of chunks) {
    open += latin1(chunk);
    const { clean, rest } = take(open.length - reach);
    if (clean !== '') yield Buffer.from(clean, 'latin1');
    open = rest;
  }
  const { clean } = take(open.length);
  if (clean !== '') yield Buffer.from(clean, 'latin1');

  /** Cleans what is before `end`, or up to the end of a key that begins there. */
  function take(end: number): { clean: string; rest: string } {
    if (end <= 0) return { clean: '', rest: open };
    const ranges = joined(find(given + open))
      .map(([start, stop]): Range => [Math.max(0, start - given.length), stop - given.length])
      .filter(([start, stop]) => start < end && stop > 0);
    const sure = Math.max(end, ranges.at(-1)?.[1] ?? 0);
    const text = open.slice(0, sure);
    given = (given + text).slice(-SHORT_CONTEXT);
    return { clean: withoutRanges(text, ranges), rest: open.slice(sure) };
  }
}

/** The bytes of a key, beside Node's pool: what lies in that may be sent with a view of it. */
function bytesOf(key: string): Buffer {
  return Buffer.from(new TextEncoder().encode(key).buffer);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
