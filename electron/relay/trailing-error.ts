// Separates a JSON error that a relay appended to its audio from that audio. Independent of audio formats.

import { isFields, parseJson } from './json-fields.ts';

/** Passes audio on, except for an end that may be the start of a JSON error. */
export type TrailingErrorGuard = {
  /** @returns what is certainly audio. */
  push: (bytes: Uint8Array) => Uint8Array;
  /** The bytes that were held back: audio after all, or the text of an error. */
  end: () => { audio: Uint8Array; errorText: string | undefined };
};

/** A longer text is not a trailing error. */
const MAX_ERROR_BYTES = 16 * 1024;
const [BRACE, QUOTE] = [0x7b, 0x22];
const ERROR_FIELDS = ['error', 'message', 'msg', 'detail', 'code'];
/** The start of an error whose end was cut off. */
const ERROR_HEAD = new RegExp(`^\\{\\s*"(${ERROR_FIELDS.join('|')})"\\s*:`);

/**
 * Creates a guard that holds back only what could become an error: from a brace on, if only text follows. Audio hardly
 * ever looks like that, so it is not delayed. The result does not depend on how the bytes are split into chunks.
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

/** Offset of the text at the end of the bytes, within the maximum length of an error. */
function textStart(bytes: Uint8Array): number {
  const limit = Math.max(0, bytes.length - MAX_ERROR_BYTES);
  let start = bytes.length;
  while (start > limit && isText(bytes[start - 1] ?? 0)) start--;
  return start;
}

/** Offset of the first brace from `from` on that is followed by a quote, or by nothing yet; otherwise the end. */
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
  const body = parseJson(text, 'errorReply');
  if (isFields(body)) return ERROR_FIELDS.some((name) => body[name] !== undefined) ? text : undefined;
  return ERROR_HEAD.test(text) ? text : undefined;
}

/** Printable, white space, or part of a UTF-8 sequence. */
function isText(byte: number): boolean {
  return byte >= 0x20 || isSpace(byte);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
