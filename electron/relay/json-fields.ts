// Reads JSON of unknown shape, as relays send it. Independent of field names.

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Bounds of what is parsed: nesting, and arrays and objects altogether. These take many times the memory of their text:
 * 8 MiB of `[` would take half a gigabyte.
 */
export const JSON_BOUNDS = { depth: 128, containers: 500_000 } as const;

/** A shorter array of small numbers is no file. */
const MIN_ARRAY_BYTES = 256;

/** Parses JSON; undefined if it is invalid or exceeds `JSON_BOUNDS`. A byte order mark before it is accepted. */
export function parseJson(text: string): unknown {
  if (!isWithinBounds(text)) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
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
 * in it, and an array of bytes for its base64: programs write buffers so.
 * @param skip objects that are left out.
 */
export function stringsIn(value: unknown, skip: ReadonlySet<unknown> = new Set()): FoundString[] {
  const found: FoundString[] = [];
  const walk = (node: unknown, names: readonly string[], parent: Fields): void => {
    if (skip.has(node)) return;
    if (typeof node === 'string') {
      const inside = /^\s*[{[]/.test(node) ? parseJson(node) : undefined;
      if (inside === undefined) found.push({ names, text: node, parent });
      else walk(inside, names, parent);
    }
    if (isBytes(node)) found.push({ names, text: Buffer.from(node).toString('base64'), parent });
    else if (Array.isArray(node)) for (const entry of node) walk(entry, names, parent);
    else if (isFields(node)) for (const [name, entry] of Object.entries(node)) walk(entry, [...names, name], node);
  };
  walk(value, [], {});
  return found;
}

function isBytes(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.length >= MIN_ARRAY_BYTES &&
    value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  );
}

/** Counts nesting, arrays and objects of JSON text without parsing it; brackets in strings do not count. */
function isWithinBounds(text: string): boolean {
  if (text.length <= JSON_BOUNDS.depth) return true;
  const special = /["[\]{}]/g;
  let depth = 0;
  let containers = 0;
  for (let match = special.exec(text); match; match = special.exec(text)) {
    const [character] = match;
    if (character === '"') special.lastIndex = endOfString(text, special.lastIndex);
    else if (character === ']' || character === '}') depth--;
    else {
      depth++;
      containers++;
    }
    if (depth > JSON_BOUNDS.depth || containers > JSON_BOUNDS.containers) return false;
  }
  return true;
}

/** Offset after the quote that ends a string. */
function endOfString(text: string, from: number): number {
  const end = /["\\]/g;
  end.lastIndex = from;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    if (match[0] === '"') return end.lastIndex;
    end.lastIndex++;
  }
  return text.length;
}
