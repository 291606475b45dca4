// Reading JSON of unknown shape, as relays send it. Knows no field by name.

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined when it is none. A byte order mark before it does no harm. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** Parses a JSON object; undefined for anything else. */
export function parseFields(text: string): Fields | undefined {
  const value = parseJson(text);
  return isFields(value) ? value : undefined;
}

/** Whether a value is a JSON object, not an array. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself when it is a string, else an empty one: relays mean "absent" by both. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
