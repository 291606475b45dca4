// Reads JSON of unknown shape, as relays send it. Independent of field names.

import { JSON_LIMITS, type JsonKind, parseBounded } from '../../shared/json/bounded-json.ts';

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A shorter array of small numbers is no file. */
const MIN_ARRAY_BYTES = 256;

/** A reply may have JSON in strings of JSON; deeper is not looked. */
const MAX_SEARCH_DEPTH = 2 * JSON_LIMITS.reply.maxDepth;

/** Parses JSON; undefined if it is invalid or exceeds the limits of its kind. */
export function parseJson(text: string, kind: JsonKind = 'reply'): unknown {
  const parsed = parseBounded(text, kind);
  return parsed.ok ? parsed.data : undefined;
}

/** Whether a value is a JSON object, not an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a string unchanged, and an empty string for other values: relays use both for "absent". */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A string inside a value. `names` lead to it; positions in arrays are left out. `parent` is the object around it. */
export type FoundString = { names: readonly string[]; text: string; parent: Fields };

/**
 * Returns every string inside a value in document order, at any depth. A string that is JSON itself stands for what is
 * in it, and an array of bytes for its base64: programs write buffers so. Ends where all of it together is more than one
 * reply may have.
 * @param skip objects that are left out.
 */
export function stringsIn(value: unknown, skip: ReadonlySet<unknown> = new Set()): FoundString[] {
  const found: FoundString[] = [];
  let left: number = JSON_LIMITS.reply.maxParts;
  const walk = (node: unknown, names: readonly string[], parent: Fields, depth: number): void => {
    const isPart = typeof node === 'string' || (typeof node === 'object' && node !== null);
    if (!isPart || skip.has(node) || depth > MAX_SEARCH_DEPTH || --left < 0) return;
    if (typeof node === 'string') {
      const inside = /^\s*[{[]/.test(node) ? parseJson(node) : undefined;
      if (inside === undefined) found.push({ names, text: node, parent });
      else walk(inside, names, parent, depth + 1);
    } else if (isBytes(node)) found.push({ names, text: Buffer.from(node).toString('base64'), parent });
    else if (Array.isArray(node)) for (const entry of node) walk(entry, names, parent, depth + 1);
    else if (isFields(node))
      for (const [name, entry] of Object.entries(node)) walk(entry, [...names, name], node, depth + 1);
  };
  walk(value, [], {}, 0);
  return found;
}

function isBytes(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= MIN_ARRAY_BYTES &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  );
}
