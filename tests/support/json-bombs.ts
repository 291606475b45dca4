// Replies that are small on the wire, and would block the app or fill its memory if they were read without limits.

/** What each bomb is made of: a beginning, a unit that is repeated, an end. A unit may be numbered. */
type Bomb = { head: string; unit: string | ((index: number) => string); end: string };

/** The bombs by name. */
export const JSON_BOMBS = {
  brackets: { head: '', unit: '[', end: '' },
  objects: { head: '', unit: '{},', end: '' },
  'objects of a list': { head: '[', unit: '{},', end: '0]' },
  numbers: { head: '{"data":[', unit: '1,', end: '1]}' },
  names: { head: '{"data":[{"b64_json":""', unit: (i) => `,"k${i}":1`, end: '}]}' },
  addresses: { head: '{"data":[', unit: (i) => `{"url":"https://cdn.example.com/${i}.png"},`, end: '{}]}' },
  'addresses without names': { head: '{"images":[', unit: (i) => `"https://cdn.example.com/${i}.png",`, end: '""]}' },
  'short pictures': {
    head: '{"data":[',
    unit: (i) => `{"b64_json":"iVBORw0KGgo${String(i).padStart(5, 'A')}"},`,
    end: '{}]}',
  },
  failures: { head: '{"data":[', unit: (i) => `{"error":"e${i}"},`, end: '{}]}' },
  'JSON in strings': { head: '{"data":[', unit: `"[${'[],'.repeat(50)}[]]",`, end: '""]}' },
  'open lines': { head: '{"a":1}\n[[[\n', unit: '{}\n', end: '' },
  'lines of brackets': { head: '{"a":1}\n["\n', unit: ']\n', end: '' },
  'broken lines': { head: '{"a":1}\n', unit: '{x}\n', end: '' },
  'lines of objects': { head: '', unit: '{"a":1}\n', end: '' },
  'short pieces of sound': { head: '', unit: 'data: {"type":"speech.audio.delta","delta":"QUJD"}\n\n', end: '' },
  'events with addresses': {
    head: '',
    unit: (i) => `data: {"image_index":${i},"url":"https://cdn.example.com/${i}.png"}\n\n`,
    end: '',
  },
  'events of failure': { head: '', unit: (i) => `data: {"image_index":${i},"error":{"message":"no"}}\n\n`, end: '' },
  // Each is an error of the stream, which has a stack of its own.
  'lines that are no fields': { head: 'data: {"a":1}\n\n', unit: '1\n', end: '\n' },
  'lines of data': { head: '', unit: 'data: a\n', end: '\n' },
  escapes: { head: '{"audio":"', unit: '\\u0041', end: '"}' },
  backslashes: { head: '{"delta":"', unit: '\\\\', end: '"}' },
  'words of base64': { head: '{"b64_json":"', unit: 'QUJD ', end: '"}' },
  'pictures in Markdown': { head: '{"text":"', unit: '![', end: '"}' },
  'addresses in Markdown': { head: '{"text":"![', unit: '](a', end: '"}' },
  'long pieces of base64': {
    head: '{"data":[',
    unit: (i) => `{"audio":"${String(i).padEnd(8, 'A').repeat(2100)}"},`,
    end: '{}]}',
  },
} as const satisfies Record<string, Bomb>;

/** The name of a bomb. */
export type JsonBomb = keyof typeof JSON_BOMBS;

const CHUNK_LENGTH = 64 * 1024;

/** Yields a bomb of about that many bytes, in chunks as they come from a socket. */
export function* chunksOfBomb(name: JsonBomb, sizeBytes: number): Generator<Uint8Array> {
  const { head, unit, end }: Bomb = JSON_BOMBS[name];
  let sent = 0;
  let text = head;
  for (let i = 0; sent + text.length < sizeBytes; i++) {
    text += typeof unit === 'string' ? unit : unit(i);
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    sent += text.length;
    text = '';
  }
  yield Buffer.from(text + end);
}
