// Reads a reply in JSON while it arrives: server-sent events, one value per line, or one value in total. Independent of
// fields.

import { createParser } from 'eventsource-parser';
import { type Fields, isFields, parseJson } from './json-fields.ts';
import { parseLoosely } from './loose-json.ts';

/** Ends a stream of events in some dialects; reported as an event of this name without fields. */
const DONE = '[DONE]';
/** A `data:` URL alone looks like the data of an event. */
const DATA_URL = /^\w+\/[\w.+-]+;base64,/;

/**
 * A value of the stream, and the text it was read from. `event` is its name if the stream has names, otherwise empty.
 * `fields` are those of an object, empty for other values. `isWhole` is false if the text ended inside the value, which
 * then has what came; `cutText` is the string in which it ended.
 */
export type StreamObject = {
  event: string;
  value: unknown;
  fields: Fields;
  text: string;
  isWhole: boolean;
  cutText: string | undefined;
};

/** Reads bytes; `isOverfull` after a line or an event exceeded the maximum length. */
export type EventReader = { push: (bytes: Uint8Array) => void; end: () => void; isOverfull: () => boolean };

/**
 * Reads server-sent events (WHATWG HTML §9.2): any line ending, comments, several data lines, no final blank line. Data
 * that is not JSON is read as far as it makes sense (`parseLoosely`).
 * @param maxLength longest event, in characters; reading stops at a longer one.
 */
export function createEventReader(maxLength: number, onObject: (object: StreamObject) => void): EventReader {
  const decoder = new TextDecoder();
  let isOverfull = false;
  const parser = createParser({
    maxBufferSize: maxLength,
    onEvent({ event = '', data }) {
      if (data.trim() === DONE) onObject({ ...asObject({}, data), event: DONE });
      else for (const object of readText(DATA_URL.test(data) ? `data:${data}` : data)) onObject({ ...object, event });
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
 * Reads JSON: one value in total, or one object per line. The first line decides which: an object that ends with its
 * line is the first of several. What is not JSON is read as far as it makes sense (`parseLoosely`).
 * @param maxLength longest value, in characters.
 */
export function createJsonReader(
  maxLength: number,
  onObject: (object: StreamObject) => void,
): EventReader & { text: () => string } {
  const decoder = new TextDecoder();
  let pending = '';
  let areLines: boolean | undefined;
  let isOverfull = false;
  /** Lines that are no JSON, as long as they may be the start of a value over several lines. */
  let open = '';

  const giveOpen = (more = ''): void => {
    const text = open + more;
    open = '';
    for (const object of readText(text)) onObject(object);
  };
  const takeLine = (line: string): void => {
    const value = parseJson(line);
    if (isFields(value)) {
      giveOpen();
      onObject(asObject(value, line));
    } else if (line.trim() !== '') {
      const isFirst = open === '';
      open += `${line}\n`;
      if ((isFirst || /[\]}]\s*$/.test(line)) && readText(open).every(({ isWhole }) => isWhole)) giveOpen();
    }
  };
  const take = (text: string): void => {
    pending += text;
    isOverfull ||= pending.length + open.length > maxLength;
    if (isOverfull) pending = open = '';
    while (areLines !== false && !isOverfull) {
      const end = pending.indexOf('\n');
      if (end < 0) return;
      const line = pending.slice(0, end);
      if (line.trim() !== '') areLines ??= isFields(parseJson(line));
      if (areLines === false) return;
      if (areLines) takeLine(line);
      pending = pending.slice(end + 1);
    }
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      take(decoder.decode());
      const isObject = isFields(parseJson(pending));
      if (isObject) giveOpen();
      giveOpen(pending);
      if (isObject) pending = '';
    },
    isOverfull: () => isOverfull,
    /** The text that was not an object. */
    text: () => pending,
  };
}

/** Reads the values of a text that is complete: one in JSON, or what can be read. */
function readText(text: string): StreamObject[] {
  const value = parseJson(text);
  if (value !== undefined) return [asObject(value, text)];
  const { values, isWhole, cutText } = parseLoosely(text);
  return values.map((found, i) => {
    // Of several values, each has its own text.
    const object = asObject(found, isFields(found) ? JSON.stringify(found) : text);
    return i === values.length - 1 ? { ...object, isWhole, cutText } : object;
  });
}

function asObject(value: unknown, text: string): StreamObject {
  return { event: '', value, fields: isFields(value) ? value : {}, text, isWhole: true, cutText: undefined };
}
