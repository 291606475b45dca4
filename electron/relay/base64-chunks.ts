// Decodes base64 (or hex) that a stream sends in several strings, of which it says neither whether each is encoded
// separately nor whether one text was cut anywhere. Independent of the content.

import { type Base64Decoder, createBase64Decoder, createHexDecoder, isHex, respelled } from './base64.ts';

/** Receives the strings in order. */
export type ChunkDecoder = {
  push: (text: string) => Uint8Array;
  /** Returns the remaining bytes after the last string. */
  end: () => Uint8Array;
};

/** So many strings that leave it open decide by their alphabet. */
const MAX_OPEN = 16;
/** The last characters of base64 whose unused bits are 0, by the length of the last group. */
const ZERO_BITS: Readonly<Record<number, RegExp>> = { 2: /[AQgw]$/, 3: /[AEIMQUYcgkosw048]$/ };

/**
 * Creates a decoder that finds out how the strings were made. A string whose length is a multiple of four reads the
 * same either way. Others decide: unused bits that are not 0, or a single last character, occur only where one text was
 * cut; strings that leave it open wait for the next. If all do, the alphabet of RFC 4648 §4 shows one text: whoever
 * encodes parts in it pads them. The first string decides between base64 and hex.
 */
export function createChunkDecoder(): ChunkDecoder {
  let decoder: Base64Decoder | undefined;
  let isHexText: boolean | undefined;
  /** Whether one text was cut; undefined while that is open. */
  let isOneText: boolean | undefined;
  let open: string[] = [];

  function decode(text: string): Uint8Array {
    decoder ??= createBase64Decoder();
    const bytes = decoder.push(text);
    if (isOneText) return bytes;
    const rest = decoder.end();
    decoder = undefined;
    return rest.length === 0 ? bytes : Buffer.concat([bytes, rest]);
  }

  function decodeOpen(): Uint8Array {
    const texts = open;
    open = [];
    if (isOneText === undefined && texts.some((text) => lengthOf(text) % 4 !== 0))
      isOneText = texts.some((text) => /[+/]/.test(text));
    return texts.length === 1 ? decode(texts[0] ?? '') : Buffer.concat(texts.map(decode));
  }

  return {
    push(text) {
      isHexText ??= isHex(text);
      if (isHexText) {
        decoder ??= createHexDecoder();
        return decoder.push(text);
      }
      isOneText ??= judge(text, open.length > 0);
      open.push(text);
      const isOpen = isOneText === undefined && (open.length > 1 || lengthOf(text) % 4 !== 0);
      return isOpen && open.length < MAX_OPEN ? Buffer.alloc(0) : decodeOpen();
    },
    end() {
      const bytes = decodeOpen();
      return decoder ? Buffer.concat([bytes, decoder.end()]) : bytes;
    },
  };
}

/** What one string shows: true for a part of one text, false for a text of its own, undefined if it may be either. */
function judge(text: string, isAfterOpen: boolean): boolean | undefined {
  const length = lengthOf(text);
  const isPadded = text.trimEnd().endsWith('=');
  if (length % 4 === 0) return isPadded && isAfterOpen ? false : undefined;
  if (length % 4 === 1 || isPadded) return true;
  return ZERO_BITS[length % 4]?.test(text.trimEnd()) ? undefined : true;
}

/** Length of the base64 in a text, in characters, with its padding. */
function lengthOf(text: string): number {
  return respelled(text.replace(/^\s*data:[^,]*,/, '')).replace(/[^A-Za-z0-9+/_=-]/g, '').length;
}
