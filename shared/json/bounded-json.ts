// The parser of all JSON from outside: replies, files, requests. Judges a text in one pass before anything is built of
// it, because its values take many times the memory of the text, and minutes to build.

import { fail, ok, type Result } from '../result.ts';

/**
 * The most that is parsed of one kind of JSON. `maxBytes`: of a string, its characters. `maxDepth`: arrays and objects
 * in each other. `maxParts`: arrays, objects and strings, names included, each of which takes memory of its own.
 * `maxValues`: these and all other values; a file may be an array of numbers.
 */
export type JsonLimits = { maxBytes: number; maxDepth: number; maxParts: number; maxValues: number };

const MIB = 1024 * 1024;

/**
 * What each kind of JSON may have. `reply`: of a relay, without long base64; `errorReply`, `modelList`, `quota`: its
 * other replies; `ownFile`: settings, sidecars, drafts and rows; `script`; `manifest`: the list of a back-up's files;
 * `request`: what the practice relay is sent, pictures in base64 included.
 */
export const JSON_LIMITS = {
  reply: { maxBytes: 8 * MIB, maxDepth: 128, maxParts: 100_000, maxValues: 4_000_000 },
  errorReply: { maxBytes: MIB, maxDepth: 64, maxParts: 10_000, maxValues: 100_000 },
  modelList: { maxBytes: 4 * MIB, maxDepth: 32, maxParts: 300_000, maxValues: 600_000 },
  quota: { maxBytes: 64 * 1024, maxDepth: 16, maxParts: 1000, maxValues: 2000 },
  ownFile: { maxBytes: 64 * MIB, maxDepth: 64, maxParts: 2_000_000, maxValues: 4_000_000 },
  script: { maxBytes: 64 * MIB, maxDepth: 32, maxParts: 2_000_000, maxValues: 4_000_000 },
  manifest: { maxBytes: 64 * MIB, maxDepth: 16, maxParts: 2_000_000, maxValues: 4_000_000 },
  request: { maxBytes: 512 * MIB, maxDepth: 32, maxParts: 10_000, maxValues: 100_000 },
} as const satisfies Record<string, JsonLimits>;

/** A kind of JSON from outside. */
export type JsonKind = keyof typeof JSON_LIMITS;

/** Why JSON is not parsed: it has too many bytes, is nested too deep, has too many values, or is no JSON. */
export type JsonProblem = 'tooLarge' | 'tooDeep' | 'tooMany' | 'invalid';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Parses JSON within the limits of its kind. A byte order mark before it is accepted; bytes are read as UTF-8.
 * @returns the value, or why there is none. Never throws.
 */
export function parseBounded(source: string | Uint8Array, kind: JsonKind): Result<unknown, JsonProblem> {
  const problem = exceededJsonLimit(source, kind);
  if (problem) return fail(problem);
  try {
    const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
    return ok(JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text));
  } catch {
    return fail('invalid');
  }
}

/** Returns which limit of its kind a JSON text is beyond, or undefined. Any text can be judged; brackets in strings do not count. */
function exceededJsonLimit(source: string | Uint8Array, kind: JsonKind): Exclude<JsonProblem, 'invalid'> | undefined {
  const limits: JsonLimits = JSON_LIMITS[kind];
  if (source.length > limits.maxBytes) return 'tooLarge';
  // A shorter text can have neither the depth nor the number of values.
  if (source.length <= limits.maxDepth && source.length <= limits.maxParts) return undefined;
  return typeof source === 'string'
    ? judge(
        source.length,
        (at) => source.charCodeAt(at),
        (at) => source.indexOf('"', at),
        limits,
      )
    : judge(
        source.length,
        (at) => source[at] ?? 0,
        (at) => source.indexOf(QUOTE, at),
        limits,
      );
}

function judge(
  length: number,
  codeAt: (at: number) => number,
  findQuote: (from: number) => number,
  { maxDepth, maxParts, maxValues }: JsonLimits,
): 'tooDeep' | 'tooMany' | undefined {
  let [depth, parts, values] = [0, 0, 0];
  for (let at = 0; at < length; at++) {
    const code = codeAt(at);
    if (code === QUOTE) {
      parts++;
      at = endOfString(at + 1, length, codeAt, findQuote);
    } else if (code === COMMA || code === COLON) values++;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      parts++;
      values++;
      if (++depth > maxDepth) return 'tooDeep';
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth--;
    if (parts > maxParts || values > maxValues) return 'tooMany';
  }
  return undefined;
}

/** Position of the quote that ends a string; the end of the text if there is none. */
function endOfString(
  from: number,
  length: number,
  codeAt: (at: number) => number,
  findQuote: (from: number) => number,
): number {
  for (let end = findQuote(from); end >= 0; end = findQuote(end + 1)) {
    let before = end;
    while (before > from && codeAt(before - 1) === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return length;
}
