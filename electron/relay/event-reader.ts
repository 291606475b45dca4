// Reads a reply in JSON while it arrives: server-sent events, one value per line, or one value in total. Independent of
// fields.

import { createParser } from 'eventsource-parser';
import { JSON_LIMITS, parseBounded } from '../../shared/json/bounded-json.ts';
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

/** Reads bytes; `isOverfull` after a line, an event or their number exceeded what one reply may have. */
export type EventReader = { push: (bytes: Uint8Array) => void; end: () => void; isOverfull: () => boolean };

/** Longest event or value, in characters. */
const MAX_LENGTH = JSON_LIMITS.reply.maxBytes;
/** Most objects of one reply: hours of speech in pieces of 20 ms. */
const MAX_OBJECTS = 500_000;
/** Most lines that look like an object and are none, or are no field of an event: each costs a hundred times a good one. */
const MAX_BROKEN_LINES = 10_000;
/** A line that may be an object. */
const OBJECT_LINE = /^[\s\uFEFF]*\{/;
/** A value over several lines is tried so often at once, then only when its text has doubled. */
const MAX_TRIES = 32;

/**
 * Reads server-sent events (WHATWG HTML §9.2): any line ending, comments, several data lines, no final blank line. Data
 * that is not JSON is read as far as it makes sense (`parseLoosely`), and of what is too much the beginning.
 */
export function createEventReader(onObject: (object: StreamObject) => void): EventReader {
  const decoder = new TextDecoder();
  const output = createOutput(onObject);
  let brokenLines = 0;
  const parser = createParser({
    maxBufferSize: MAX_LENGTH,
    onEvent({ event = '', data }) {
      if (data.trim() === DONE) output.give({ ...asObject({}, data), event: DONE });
      else output.readText(DATA_URL.test(data) ? `data:${data}` : data, event);
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded' || ++brokenLines > MAX_BROKEN_LINES) output.overfill();
    },
  });
  const feed = (text: string): void => {
    if (!output.isOverfull()) parser.feed(text);
  };
  return {
    push: (bytes) => feed(decoder.decode(bytes, { stream: true })),
    end() {
      feed(decoder.decode());
      // Many relays omit the blank line after the last event. Up to two line feeds are consumed after a lone CR, hence
      // three.
      feed('\n\n\n');
    },
    isOverfull: output.isOverfull,
  };
}

/**
 * Reads JSON: one value in total, or one object per line. The first line decides which: an object that ends with its
 * line is the first of several. What is not JSON is read as far as it makes sense (`parseLoosely`).
 */
export function createJsonReader(onObject: (object: StreamObject) => void): EventReader & { text: () => string } {
  const decoder = new TextDecoder();
  const output = createOutput(onObject);
  /** What came after the last line that was taken. */
  let pieces: string[] = [];
  let length = 0;
  let areLines: boolean | undefined;
  /** Lines that are no JSON, as long as they may be the start of a value over several lines. */
  let open = '';
  let brokenLines = 0;
  let tries = 0;
  let triedLength = 0;

  const hold = (text: string): void => {
    pieces = [text];
    length = text.length;
  };
  const giveOpen = (more = ''): void => {
    const text = open + more;
    open = '';
    tries = triedLength = 0;
    output.readText(text);
  };
  const isDue = (): boolean => {
    if (tries >= MAX_TRIES && open.length < 2 * triedLength) return false;
    tries++;
    triedLength = open.length;
    return true;
  };
  const takeLine = (line: string, value: unknown): void => {
    if (isFields(value)) {
      if (open !== '') giveOpen();
      output.give(asObject(value, line));
    } else if (line.trim() !== '') {
      const isFirst = open === '';
      open += `${line}\n`;
      if ((isFirst || /[\]}]\s*$/.test(line.slice(-LINE_END))) && isDue() && readText(open).objects.every(isWhole))
        giveOpen();
    }
  };
  const parseLine = (line: string): unknown => {
    if (!OBJECT_LINE.test(line) || !line.slice(-LINE_END).trimEnd().endsWith('}')) return undefined;
    const value = parseJson(line);
    if (value === undefined && ++brokenLines > MAX_BROKEN_LINES) output.overfill();
    return value;
  };
  const takeLines = (lines: string[]): void => {
    const rest = lines.pop() ?? '';
    for (const [index, line] of lines.entries()) {
      if (output.isOverfull()) break;
      const value = parseLine(line);
      if (line.trim() !== '') areLines ??= isFields(value);
      if (areLines === false) {
        hold([...lines.slice(index), rest].join('\n'));
        return;
      }
      if (areLines) takeLine(line, value);
    }
    hold(rest);
  };
  const take = (text: string): void => {
    length += text.length;
    if (length + open.length > MAX_LENGTH) output.overfill();
    if (output.isOverfull()) {
      hold('');
      open = '';
      return;
    }
    pieces.push(text);
    if (areLines !== false && text.includes('\n')) takeLines(pieces.join('').split('\n'));
  };
  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      take(decoder.decode());
      const text = pieces.join('');
      const value = parseJson(text);
      if (isFields(value)) {
        if (open !== '') giveOpen();
        output.give(asObject(value, text));
        hold('');
      } else giveOpen(text);
    },
    isOverfull: output.isOverfull,
    /** The text that was not an object. */
    text: () => pieces.join(''),
  };
}

/** So much of a line's end shows its last bracket. In characters. */
const LINE_END = 64;

/** Passes objects on, up to the limits of one reply. */
function createOutput(onObject: (object: StreamObject) => void) {
  let isOverfull = false;
  let count = 0;
  // Nothing follows what was too much, however the bytes are split.
  const give = (object: StreamObject): void => {
    if (isOverfull) return;
    isOverfull = ++count > MAX_OBJECTS;
    if (!isOverfull) onObject(object);
  };
  return {
    give,
    readText(text: string, event = ''): void {
      if (isOverfull) return;
      const read = readText(text);
      for (const object of read.objects) give({ ...object, event });
      isOverfull ||= read.isTooMuch;
    },
    overfill(): void {
      isOverfull = true;
    },
    isOverfull: (): boolean => isOverfull,
  };
}

/** Reads the values of a text that is complete: one in JSON, or what can be read. `isTooMuch`: the rest was not read. */
function readText(text: string): { objects: StreamObject[]; isTooMuch: boolean } {
  const parsed = parseBounded(text, 'reply');
  if (parsed.ok) return { objects: [asObject(parsed.data, text)], isTooMuch: false };
  const { values, isWhole, cutText } = parseLoosely(text);
  const objects = values.map((found, i) => {
    // Of several values, each has its own text.
    const object = asObject(found, isFields(found) ? JSON.stringify(found) : text);
    return i === values.length - 1 ? { ...object, isWhole, cutText } : object;
  });
  return { objects, isTooMuch: parsed.error !== 'invalid' };
}

function isWhole(object: StreamObject): boolean {
  return object.isWhole;
}

function asObject(value: unknown, text: string): StreamObject {
  return { event: '', value, fields: isFields(value) ? value : {}, text, isWhole: true, cutText: undefined };
}
