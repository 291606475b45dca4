// Base64 in pieces: decodes text while it arrives, encodes a file while it is read. Independent of the content.

import { createReadStream } from 'node:fs';

/** Decodes text that arrives in pieces. */
export type Base64Decoder = {
  push: (text: string) => Uint8Array;
  /** Returns the remaining bytes after the text has ended. */
  end: () => Uint8Array;
};

/** A longer start of the text is not a `data:` prefix. In characters. */
const MAX_PREFIX_LENGTH = 1024;
/** A shorter text may be base64 that happens to consist of hexadecimal digits. */
const MIN_HEX_LENGTH = 32;
/** The codes of all characters of both alphabets and of padding. */
const OWN = new Uint8Array(256);
for (const own of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_=-') OWN[own.charCodeAt(0)] = 1;

/**
 * Creates a decoder of base64 (RFC 4648 §4 and §5, padded or not) with or without a data-URL prefix. Line breaks and
 * other foreign characters are skipped; what follows padding is another base64 text, whose bytes are appended. What
 * forms do to base64 is undone: percent-encoding, and blanks in place of `+`. The result does not depend on how the
 * text is split into pieces.
 */
export function createBase64Decoder(): Base64Decoder {
  let head: string | undefined = '';
  let carry = '';
  const respell = createSpeller();

  /** Returns the text after the prefix; undefined while the end of the prefix is not known. */
  function afterPrefix(text: string): string | undefined {
    if (head === undefined) return text;
    head = (head + text).trimStart();
    const known = head;
    const mayBePrefix = known.length < 5 ? 'data:'.startsWith(known) : known.startsWith('data:');
    const comma = known.indexOf(',');
    if (mayBePrefix && comma < 0 && known.length < MAX_PREFIX_LENGTH) return undefined;
    head = undefined;
    return mayBePrefix && comma >= 0 ? known.slice(comma + 1) : known;
  }

  function decode(text: string, isFinal: boolean): Uint8Array {
    const all = carry + text;
    const length = all.length - (all.length % 4);
    const plain = isFinal ? undefined : decodePlain(all.slice(0, length));
    if (plain) {
      carry = all.slice(length);
      return plain;
    }
    const clean = withoutForeign(all);
    if (clean.includes('=')) {
      const texts = clean.split(/=+/);
      carry = '';
      const last = texts.pop() ?? '';
      return Buffer.concat([...texts.map((padded) => Buffer.from(padded, 'base64')), decode(last, isFinal)]);
    }
    const whole = isFinal ? clean.length : clean.length - (clean.length % 4);
    carry = clean.slice(whole);
    return Buffer.from(clean.slice(0, whole), 'base64');
  }

  return {
    push(text) {
      const rest = afterPrefix(text);
      return rest === undefined ? Buffer.alloc(0) : decode(respell(rest, false), false);
    },
    end() {
      const rest = head ?? '';
      head = undefined;
      return decode(respell(rest, true), true);
    },
  };
}

/** The characters of base64 in percent-encoding, and those that wrap it. */
const ENCODED_CHARACTER = /%(?:2[bf]|3d|0[ad]|20)/gi;
const ENCODED_START = /%[0-3]?$/;
/** So many characters of the beginning show what blanks are. */
const JUDGED_LENGTH = 2048;
/** Characters that no form leaves beside blanks in place of `+`: itself, and those of the other alphabet. */
const OTHER = /[+_-]/;

/** Brings base64 that went through a form back to base64, in pieces. Holds back what the next piece decides. */
function createSpeller(): (text: string, isFinal: boolean) => string {
  let held = '';
  /** The beginning, by which blanks are judged. */
  let start = '';
  /** Whether blanks are in place of `+`; undefined until one is judged. */
  let isPlus: boolean | undefined;
  let hasOther = false;

  function unescaped(text: string, isFinal: boolean): string {
    if (!text.includes('%')) return text;
    const cut = isFinal ? -1 : text.search(ENCODED_START);
    if (cut >= 0) held = text.slice(cut);
    const whole = cut >= 0 ? text.slice(0, cut) : text;
    return whole.replace(ENCODED_CHARACTER, (raw) => String.fromCharCode(Number.parseInt(raw.slice(1), 16)));
  }

  return (text, isFinal) => {
    const given = held + text;
    held = '';
    let all = unescaped(given, isFinal);
    // What is before the first character is layout.
    if (start === '') all = all.trimStart();
    const blank = all.indexOf(' ');
    if (isPlus === undefined && blank >= 0) {
      const known = start + all.slice(0, JUDGED_LENGTH - start.length);
      if (known.length < JUDGED_LENGTH && !isFinal) {
        const before = all.slice(0, blank);
        held = all.slice(blank) + held;
        start += before;
        hasOther ||= OTHER.test(before);
        return before;
      }
      isPlus =
        !hasOther && !OTHER.test(all.slice(0, blank)) && isOfPlus(known, isFinal && known.length < JUDGED_LENGTH);
    }
    if (start.length < JUDGED_LENGTH) start += all.slice(0, JUDGED_LENGTH - start.length);
    if (isPlus === undefined) hasOther ||= OTHER.test(all);
    if (!isPlus) return all;
    const end = isFinal ? all.length : all.trimEnd().length;
    held = all.slice(end) + held;
    return all.slice(0, end).replace(/(?<!=) /g, '+');
  };
}

/**
 * Whether blanks are in place of `+`. Those between lines of one length are layout, and so are those with which a whole
 * text would have an impossible length.
 */
function isOfPlus(text: string, isWhole: boolean): boolean {
  if (OTHER.test(text)) return false;
  const lines = text
    .trimEnd()
    .split(/\s* \s*/)
    .slice(0, -1);
  const length = lines[0]?.length ?? 0;
  if (length >= 16 && lines.length > 1 && lines.every((line) => line.length === length)) return false;
  if (!isWhole) return true;
  const characters = text.trimEnd().replace(/[\r\n]/g, '').length;
  return text.includes('=') ? characters % 4 === 0 : characters % 4 !== 1;
}

/** A complete base64 text without what a form does to it. */
export function respelled(text: string): string {
  return createSpeller()(text, true);
}

/**
 * Decodes base64 without padding or foreign characters; undefined for any other text. Much faster than looking for those:
 * the decoder skips them, so that it returns fewer bytes. @param text of a length that is a multiple of four.
 */
export function decodePlain(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === (text.length / 4) * 3 ? bytes : undefined;
}

/** Creates a decoder of hexadecimal digits; other characters are skipped, and a last single digit is dropped. */
export function createHexDecoder(): Base64Decoder {
  let carry = '';
  return {
    push(text) {
      const clean = carry + text.replace(/[^0-9a-fA-F]/g, '');
      const whole = clean.length - (clean.length % 2);
      carry = clean.slice(whole);
      return Buffer.from(clean.slice(0, whole), 'hex');
    },
    end: () => Buffer.alloc(0),
  };
}

/**
 * Whether a text, or the start of one, consists of hexadecimal digits. Base64 of these alone is as good as impossible,
 * except for silence (`AAAA…`).
 */
export function isHex(text: string): boolean {
  return text.length >= MIN_HEX_LENGTH && /[0-9]/.test(text) && /^(?:[0-9a-f\s]+|[0-9A-F\s]+)$/.test(text);
}

/** Returns the decoder for a text that starts like this: `createHexDecoder` or `createBase64Decoder`. */
export function createDecoder(head: string): Base64Decoder {
  return isHex(head) ? createHexDecoder() : createBase64Decoder();
}

/** Decodes a complete base64 text by the same rules. */
export function decodeBase64(text: string): Uint8Array {
  const decoder = createBase64Decoder();
  return Buffer.concat([decoder.push(text), decoder.end()]);
}

/** Whether a text consists of base64 only (apart from white space), in either alphabet. */
export function isBase64(text: string): boolean {
  const encoded = respelled(text.replace(/^\s*data:[^,]{0,200},/, ''));
  if (!/^[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/.test(encoded)) return false;
  const { length } = withoutForeign(encoded);
  return length > 0 && length % 4 !== 1;
}

/** Removes line breaks and other foreign characters, which may be every second one. */
function withoutForeign(text: string): string {
  const own = Buffer.allocUnsafe(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (OWN[code] === 1) own[length++] = code;
  }
  return own.toString('latin1', 0, length);
}

/** Length of the base64 of that many bytes, in characters. */
export function base64Length(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 3) * 4;
}

/** Yields a file as base64 (ASCII bytes), encoded while it is read. */
export async function* encodeFile(path: string): AsyncGenerator<Uint8Array> {
  let carry: Uint8Array = new Uint8Array(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 3 * 64 * 1024 }) as AsyncIterable<Buffer>) {
    const bytes = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    if (whole > 0) yield Buffer.from(bytes.toString('base64', 0, whole), 'latin1');
    carry = bytes.subarray(whole);
  }
  if (carry.length > 0) yield Buffer.from(Buffer.from(carry).toString('base64'), 'latin1');
}
