// A reply that is a stream of JSON objects, read while it arrives: server-sent events, or one object a line. Knows no field of them.

import { createParser } from 'eventsource-parser';
import { type Fields, parseFields } from './json-fields.ts';

/** Ends a stream of events in some dialects; it comes through as an event of this name without fields. */
const DONE = '[DONE]';

/** An object of the stream. `event` is its name where the stream names it, else empty. */
export type StreamObject = { event: string; fields: Fields; text: string };

/** Reads bytes; `isOverfull` once a line or an event is longer than any honest one. */
export type EventReader = { push: (bytes: Uint8Array) => void; end: () => void; isOverfull: () => boolean };

/**
 * Reads server-sent events (WHATWG HTML §9.2): any line ending, comments, several data lines, no final blank line. What holds no JSON
 * object is passed over.
 * @param maxLength longest event, in characters; a longer one ends the reading.
 */
export function createEventReader(maxLength: number, onObject: (object: StreamObject) => void): EventReader {
  const decoder = new TextDecoder();
  let isOverfull = false;
  const parser = createParser({
    maxBufferSize: maxLength,
    onEvent({ event = '', data }) {
      const fields = data.trim() === DONE ? {} : parseFields(data);
      if (fields) onObject({ event: data.trim() === DONE ? DONE : event, fields, text: data });
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') isOverfull = true;
    },
  });
  const feed = (text: string): void => {
    if (!isOverfull) parser.feed(text);
  };
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end() {
      feed(decoder.decode());
      // Many a relay leaves out the blank line that ends the last event; what follows a lone CR is swallowed, hence three.
      feed('\n\n\n');
    },
    isOverfull: () => isOverfull,
  };
}

/**
 * Reads JSON: one object as a whole, or one object a line. Which of the two it is, the first line tells: an object that ends with its
 * line is the first of several.
 * @param maxLength longest object, in characters.
 */
export function createJsonReader(
  maxLength: number,
  onObject: (object: StreamObject) => void,
): EventReader & { text: () => string } {
  const decoder = new TextDecoder();
  let pending = '';
  let areLines: boolean | undefined;
  let isOverfull = false;

  const give = (text: string): boolean => {
    const fields = parseFields(text);
    if (fields) onObject({ event: '', fields, text });
    return fields !== undefined;
  };
  const take = (text: string): void => {
    pending += text;
    isOverfull ||= pending.length > maxLength;
    if (isOverfull) pending = '';
    while (areLines !== false && !isOverfull) {
      const end = pending.indexOf('\n');
      if (end < 0) return;
      const line = pending.slice(0, end);
      if (line.trim() !== '' || areLines) {
        const isObject = give(line);
        areLines ??= isObject;
        if (!areLines) return;
      }
      pending = pending.slice(end + 1);
    }
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      take(decoder.decode());
      if (give(pending)) pending = '';
    },
    isOverfull: () => isOverfull,
    /** What was no object. */
    text: () => pending,
  };
}
