// Removes the API key from any text from outside, in every encoding it may have.

const MARK = '[key removed]';

/**
 * Replaces a key in `text`: raw, percent-encoded (in either case), JSON-escaped (with and without escaped slashes) and
 * base64, the latter at each of the three alignments. An empty key changes nothing.
 */
export function redactKey(text: string, key: string): string {
  if (key === '') return text;
  let clean = text;
  for (const spelling of spellings(key)) clean = clean.replaceAll(spelling, MARK);
  return clean.replace(/Bearer\s+[^\s"',}]+/gi, `Bearer ${MARK}`);
}

function spellings(key: string): string[] {
  const percent = encodeURIComponent(key);
  const json = JSON.stringify(key).slice(1, -1);
  const found = new Set([
    key,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    json,
    json.replaceAll('/', '\\/'),
  ]);
  for (let shift = 0; shift < 3; shift++) {
    // Characters that depend on the neighbours of the key are removed; the rest is the same at every position.
    const encoded = Buffer.from(' '.repeat(shift) + key)
      .toString('base64')
      .replace(/=+$/, '');
    const own = encoded.slice(Math.ceil((shift * 8) / 6), key.length + shift > 2 ? -1 : undefined);
    if (own.length >= 8) {
      found.add(own);
      found.add(own.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...found].sort((a, b) => b.length - a.length);
}

/** Whether bytes contain a key, in any of its encodings. */
export async function hasKey(chunks: AsyncIterable<Uint8Array>, key: string): Promise<boolean> {
  if (key === '') return false;
  const found = spellings(key);
  const overlap = (found[0]?.length ?? 1) - 1;
  let end = '';
  for await (const chunk of chunks) {
    const text = end + latin1(chunk);
    if (found.some((spelling) => text.includes(spelling))) return true;
    end = overlap === 0 ? '' : text.slice(-overlap);
  }
  return false;
}

/** Replaces a key in bytes, as `redactKey` does in texts. An empty key changes nothing. */
export async function* removeKey(chunks: AsyncIterable<Uint8Array>, key: string): AsyncGenerator<Uint8Array> {
  if (key === '') return yield* chunks;
  const found = spellings(key);
  const overlap = (found[0]?.length ?? 1) - 1;
  let end = '';
  const clean = (text: string): string => found.reduce((left, spelling) => left.replaceAll(spelling, MARK), text);
  for await (const chunk of chunks) {
    const text = clean(end + latin1(chunk));
    const sure = Math.max(0, text.length - overlap);
    if (sure > 0) yield Buffer.from(text.slice(0, sure), 'latin1');
    end = text.slice(sure);
  }
  if (end !== '') yield Buffer.from(end, 'latin1');
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
