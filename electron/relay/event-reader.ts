// Reads a reply that is a stream of JSON objects while it arrives: server-sent events, or one object per line.
// Independent of their fields.

import { createParser } from 'eventsource-parser';
import { type Fields, parseFields } from './json-fields.ts';

/** Ends a stream of events in some dialects; reported as an event of this name without fields. */
const DONE = '[DONE]';

/** An object of the stream. `event` is its name if the stream has names, otherwise empty. */
export type StreamObject = { event: string; fields: Fields; text: string };

/** Reads bytes; `isOverfull` after a line or an event exceeded the maximum length. */
export type EventReader = { push: (bytes: Uint8Array) => void; end: () => void; isOverfull: () => boolean };

/**
 * Reads server-sent events (WHATWG HTML §9.2): any line ending, comments, several data lines, no final blank line.
 * Events without a JSON object are skipped.
 * @param maxLength longest event, in characters; reading stops at a longer one.
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
      // Many relays omit the blank line after the last event. Up to two line feeds are consumed after a lone CR, hence
      // three.
      feed('\n\n\n');
    },
    isOverfull: () => isOverfull,
  };
}

/**
 * Reads JSON: one object in total, or one object per line. The first line decides which: an object that ends with its
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
    /** The text that was not an object. */
    text: () => pending,
  };
}
