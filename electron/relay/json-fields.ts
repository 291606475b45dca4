// Reads JSON of unknown shape, as relays send it. Independent of field names.

/** The fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined if it is invalid. A byte order mark before it is accepted. */
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

/** Returns a string unchanged, and an empty string for other values: relays use both for "absent". */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
