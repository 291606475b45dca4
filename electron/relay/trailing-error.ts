// Keeps a JSON error that a relay appended to its audio out of that audio. Knows no format.

import { isFields, parseJson } from './json-fields.ts';

/** Lets audio through, but for an end that may be the beginning of a JSON error. */
export type TrailingErrorGuard = {
  /** @returns what is audio for certain. */
  push: (bytes: Uint8Array) => Uint8Array;
  /** What was held back: audio after all, or the text of an error. */
  end: () => { audio: Uint8Array; errorText: string | undefined };
};

/** A longer text is no trailing error. */
const MAX_ERROR_BYTES = 16 * 1024;
const [BRACE, QUOTE] = [0x7b, 0x22];
const ERROR_FIELDS = ['error', 'message', 'msg', 'detail', 'code'];
/** The beginning of an error whose end was cut off. */
const ERROR_HEAD = new RegExp(`^\\{\\s*"(${ERROR_FIELDS.join('|')})"\\s*:`);

/**
 * Holds back only what could become an error: from a brace on, when nothing but text follows. Audio hardly ever looks like that, so it
 * is not delayed. How the bytes are cut into chunks makes no difference to what comes out.
 */
export function createTrailingErrorGuard(): TrailingErrorGuard {
  let held: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const all = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const start = findBrace(all, textStart(all));
      held = all.subarray(start);
      return all.subarray(0, start);
    },
    end() {
      const rest = held;
      held = new Uint8Array(0);
      for (let at = 0; at < rest.length; at = findBrace(rest, at + 1)) {
        const errorText = asError(rest.subarray(at));
        if (errorText !== undefined) return { audio: rest.subarray(0, at), errorText };
      }
      return { audio: rest, errorText: undefined };
    },
  };
}

/** Where the text at the end of the bytes begins, looking back no further than an error can be long. */
function textStart(bytes: Uint8Array): number {
  const limit = Math.max(0, bytes.length - MAX_ERROR_BYTES);
  let start = bytes.length;
  while (start > limit && isText(bytes[start - 1] ?? 0)) start--;
  return start;
}

/** The first brace from `from` on that a quote follows, or that nothing follows yet; else the end. */
function findBrace(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(BRACE, from); at >= 0; at = bytes.indexOf(BRACE, at + 1)) {
    let next = at + 1;
    while (next < bytes.length && isSpace(bytes[next] ?? 0)) next++;
    if (next === bytes.length || bytes[next] === QUOTE) return at;
  }
  return bytes.length;
}

function asError(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder().decode(bytes);
  const body = parseJson(text);
  if (isFields(body)) return ERROR_FIELDS.some((name) => body[name] !== undefined) ? text : undefined;
  return ERROR_HEAD.test(text) ? text : undefined;
}

/** Printable, white space, or part of a longer UTF-8 character. */
function isText(byte: number): boolean {
  return byte >= 0x20 || isSpace(byte);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
