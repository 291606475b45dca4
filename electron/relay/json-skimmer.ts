// Extracts the strings of one field, which may be large, from JSON text while it arrives. Independent of envelopes and
// base64.

/**
 * A part of what was read, in order: remaining text, or a piece of an extracted string. In the text, an extracted
 * string is replaced by its number, from "0"; an empty string stays empty.
 */
type SkimPart = { kind: 'text'; bytes: Uint8Array } | SkimmedPiece;
/** A piece of the string with this number, with its escapes decoded; `isEnd` is set for the last one. */
type SkimmedPiece = { kind: 'piece'; number: number; text: string; isEnd: boolean };

/** Reads bytes of JSON. */
export type JsonSkimmer = { push: (chunk: Uint8Array) => SkimPart[] };

const [QUOTE, BACKSLASH, COLON, LF, CR] = [0x22, 0x5c, 0x3a, 0x0a, 0x0d];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '/': '/',
  '\\': '\\',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
/** A special character inside a string; used on text with one character per byte. */
const SPECIAL = /["\\\n\r]/g;

/**
 * Extracts every string value of the field `name`, at any depth. The parts do not depend on how the bytes are split,
 * except for the boundaries of pieces. Works on JSON (RFC 8259) and on lines of JSON, as in event streams: a raw line
 * break, which is not allowed in a JSON string, ends a string, so that one invalid line does not affect later lines.
 */
export function createJsonSkimmer(name: string): JsonSkimmer {
  let place: 'between' | 'string' | 'taken' = 'between';
  /** The last string, as far as it can still be `name`; undefined if it cannot, or if it is not a key. */
  let lastString: string | undefined;
  let hasColon = false;
  /** An escape sequence that may be incomplete at the end of the chunk. */
  let pendingEscape = '';
  let isEmpty = true;
  let count = 0;

  /** Reads between strings; returns the offset of the next quote, or the end. */
  function readBetween(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === QUOTE) return i;
      if (byte === COLON && !hasColon) hasColon = true;
      else if (byte !== 0x20 && byte !== 0x09 && byte !== LF && byte !== CR) lastString = undefined;
    }
    return chunk.length;
  }

  /** Reads a string that stays in the text; returns the offset after its end, or the end of the chunk. */
  function readString(chunk: Uint8Array, from: number): number {
    for (let i = from; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (pendingEscape !== '') {
        pendingEscape = '';
        lastString = undefined;
      } else if (byte === BACKSLASH) pendingEscape = '\\';
      else if (byte === QUOTE || byte === LF || byte === CR) {
        place = 'between';
        hasColon = false;
        if (byte !== QUOTE) lastString = undefined;
        return i + 1;
      } else if (lastString !== undefined) {
        lastString = lastString.length < name.length ? lastString + String.fromCharCode(byte) : undefined;
      }
    }
    return chunk.length;
  }

  /** Reads an extracted string; returns the offset of its terminator, or the end of the chunk. */
  function readTaken(chunk: Uint8Array, from: number, parts: SkimPart[]): number {
    const isPlain = pendingEscape === '' && [BACKSLASH, LF, CR].every((byte) => chunk.indexOf(byte, from) < 0);
    if (isPlain) {
      const quote = chunk.indexOf(QUOTE, from);
      const end = quote < 0 ? chunk.length : quote;
      give(latin1(chunk.subarray(from, end)), parts);
      return end;
    }
    const text = latin1(chunk.subarray(from));
    let clean = '';
    let at = 0;
    while (at < text.length) {
      if (pendingEscape !== '') {
        pendingEscape += text[at++];
        if (pendingEscape[1] !== 'u') clean += ESCAPES[pendingEscape[1] ?? ''] ?? '';
        else if (pendingEscape.length < 6) continue;
        else clean += String.fromCharCode(Number.parseInt(pendingEscape.slice(2), 16) || 0);
        pendingEscape = '';
        continue;
      }
      SPECIAL.lastIndex = at;
      const special = SPECIAL.exec(text);
      const end = special?.index ?? text.length;
      clean += text.slice(at, end);
      at = end + 1;
      if (special?.[0] === '\\') pendingEscape = '\\';
      else if (special) {
        give(clean, parts);
        return from + end;
      }
    }
    give(clean, parts);
    return chunk.length;
  }

  function give(text: string, parts: SkimPart[]): void {
    if (text === '') return;
    isEmpty = false;
    parts.push({ kind: 'piece', number: count, text, isEnd: false });
  }

  /** Ends an extracted string and writes its number to the text. */
  function endTaken(parts: SkimPart[]): void {
    place = 'between';
    lastString = undefined;
    pendingEscape = '';
    if (isEmpty) return;
    parts.push({ kind: 'piece', number: count, text: '', isEnd: true });
    parts.push({ kind: 'text', bytes: Buffer.from(String(count)) });
    count++;
  }

  return {
    push(chunk) {
      const parts: SkimPart[] = [];
      /** Offset of the remaining text that has not been returned yet. */
      let textFrom = 0;
      let at = 0;
      const giveText = (until: number): void => {
        if (until > textFrom) parts.push({ kind: 'text', bytes: chunk.subarray(textFrom, until) });
        textFrom = until;
      };
      while (at < chunk.length) {
        if (place === 'taken') {
          at = readTaken(chunk, at, parts);
          textFrom = at;
          if (at === chunk.length) return parts;
          endTaken(parts);
          // The quote stays, so that the text remains JSON; a line break stays, so that it still ends its line.
          if (chunk[at] === QUOTE) at++;
        } else if (place === 'string') {
          at = readString(chunk, at);
        } else {
          at = readBetween(chunk, at);
          if (at === chunk.length) break;
          at++;
          place = lastString === name && hasColon ? 'taken' : 'string';
          if (place === 'taken') {
            giveText(at);
            isEmpty = true;
          } else lastString = '';
        }
      }
      giveText(chunk.length);
      return parts;
    },
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
