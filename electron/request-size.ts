// How large a request of the page is, before anything looks at what it means. A message of a few bytes can be endless: what
// it refers to many times is sent once, and looked at each time.

/** Values of a request (entries, fields, all inside them), and characters of its texts. */
export type RequestSize = { values: number; characters: number };

/** Counts until one is beyond `most`. What a request refers to several times counts each time; bytes are one value. */
export function sizeOfRequest(input: unknown, most: RequestSize): RequestSize {
  const size = { values: 1, characters: 0 };
  const open: unknown[] = [input];
  while (open.length > 0 && size.values <= most.values && size.characters <= most.characters) {
    const value = open.pop();
    if (typeof value === 'string') size.characters += value.length;
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    const names = Array.isArray(value) ? undefined : Object.keys(value);
    size.values += names?.length ?? (value as unknown[]).length;
    if (size.values > most.values) break;
    for (const name of names ?? []) size.characters += name.length;
    for (const part of names ? Object.values(value) : (value as unknown[])) open.push(part);
  }
  return size;
}
