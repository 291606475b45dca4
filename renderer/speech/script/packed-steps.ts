// The steps of a script that can be undone, packed as text for main. Nothing is known of a step but its size.

/** The state of the editor as JSON, as far as it is looked at here. */
export type EditorSnapshot = {
  doc: string;
  selection: unknown;
  history: { done: readonly unknown[]; undone: readonly unknown[] };
};

/** Raised when packed steps change their meaning. */
const VERSION = '1';
/** Longest JSON of the steps that are kept, in UTF-16 units: the oldest ones are left out. */
const MAX_STEPS_LENGTH = 8 * 1024 * 1024;
/** Shorter JSON is not worth the time to compress it. */
const COMPRESSED_FROM = 64 * 1024;
/** Bytes that become characters at once. */
const CHUNK_BYTES = 0x8000;

/** Returns what an editor gives as its state; null if it is something else. */
export function readSnapshot(state: unknown): EditorSnapshot | null {
  if (!isRecord(state) || typeof state.doc !== 'string' || !isRecord(state.history)) return null;
  const { done, undone } = state.history;
  if (!Array.isArray(done) || !Array.isArray(undone)) return null;
  return { doc: state.doc, selection: state.selection, history: { done, undone } };
}

/** Packs the steps of an editor; null if there are none. At once, so that it can be used while the page ends. */
export function packSteps({ doc, history }: EditorSnapshot): string | null {
  const done = lastOf(history.done, MAX_STEPS_LENGTH);
  const undone = lastOf(history.undone, MAX_STEPS_LENGTH - lengthOf(done));
  if (done.length + undone.length === 0) return null;
  const json = `{"done":[${done.join(',')}],"undone":[${undone.join(',')}]}`;
  return `${VERSION} ${fingerprint(json, doc)} plain ${json}`;
}

/** Compresses packed steps if they are long. */
export async function compressSteps(packed: string): Promise<string> {
  const { version, print, coding, content } = partsOf(packed);
  if (coding !== 'plain' || content.length < COMPRESSED_FROM) return packed;
  const stream = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let characters = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    characters += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return `${version} ${print} deflate ${btoa(characters)}`;
}

/** Unpacks the steps of a text. Null if they belong to another text, or are damaged in any way. */
export async function unpackSteps(packed: string, doc: string): Promise<EditorSnapshot['history'] | null> {
  const { version, print, coding, content } = partsOf(packed);
  if (version !== VERSION || (coding !== 'plain' && coding !== 'deflate')) return null;
  try {
    const json = coding === 'deflate' ? await inflated(content) : content;
    if (fingerprint(json, doc) !== print) return null;
    return readSnapshot({ doc, history: JSON.parse(json) })?.history ?? null;
  } catch {
    return null;
  }
}

type Parts = { version: string; print: string; coding: string; content: string };

function partsOf(packed: string): Parts {
  const ends: number[] = [];
  for (let end = packed.indexOf(' '); end !== -1 && ends.length < 3; end = packed.indexOf(' ', end + 1)) ends.push(end);
  const [first = 0, second = 0, third = 0] = ends;
  return {
    version: packed.slice(0, first),
    print: packed.slice(first + 1, second),
    coding: packed.slice(second + 1, third),
    content: packed.slice(third + 1),
  };
}

/** Rejects if it is not compressed text, or more than is ever packed. */
async function inflated(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  let text = '';
  for await (const piece of stream.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length > 2 * MAX_STEPS_LENGTH) throw new RangeError('Too long');
  }
  return text;
}

/** The JSON of the last steps that fit into a length together, oldest first. */
function lastOf(steps: readonly unknown[], maxLength: number): string[] {
  const kept: string[] = [];
  let left = maxLength;
  for (const step of steps.toReversed()) {
    const json = JSON.stringify(step);
    left -= json.length + 1;
    if (left < 0) break;
    kept.push(json);
  }
  return kept.reverse();
}

function lengthOf(steps: readonly string[]): number {
  return steps.reduce((sum, { length }) => sum + length + 1, 0);
}

/** A number of 53 bits that tells whether texts are as they were; no protection against intent. */
function fingerprint(...texts: readonly string[]): string {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 0x9e3779b1);
      high = Math.imul(high ^ code, 0x5f356495);
    }
    low = Math.imul(low ^ (low >>> 16) ^ text.length, 0x85ebca6b);
    high = Math.imul(high ^ (high >>> 13) ^ text.length, 0xc2b2ae35);
  }
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)).toString(36);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
