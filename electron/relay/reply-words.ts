// Reads what a reply says in words, whatever its shape: an error, or a success without a result. Independent of HTTP and
// of what the words mean.

import { type Fields, isFields, parseJson } from './json-fields.ts';
import { parseLoosely } from './loose-json.ts';
import { isSuccess } from './said-error.ts';

/** Message and code of a reply; either may be empty. */
export type ReplyWords = { message: string; code: string };

/** Names under which relays say something, and objects in which they do, the plainest first. */
const PLACES = [
  ['error', 'message', 'msg', 'detail', 'errors'],
  ['error_message', 'errorMessage', 'error_msg', 'err_msg', 'errmsg', 'errMsg', 'status_msg', 'error_description'],
  [
    'refusal',
    'finishMessage',
    'blockReasonMessage',
    'failure_reason',
    'fail_reason',
    'failReason',
    'failure',
    'reason',
  ],
  ['description', 'title', 'base_resp', 'promptFeedback', 'choices', 'candidates', 'delta', 'content', 'parts'],
  ['data', 'output', 'result', 'response', 'task', 'blockReason', 'finish_reason', 'finishReason', 'revised_prompt'],
].flat();
/** A text in these may be the result, or repeat the request: it counts only if it consists of words. */
const RESULTS: ReadonlySet<string> = new Set(['content', 'data', 'output', 'result', 'response', 'text']);
/** Reasons that are none. */
const ORDINARY_ENDS = /^(stop|end_turn|length|max_tokens|finish_reason_unspecified|blocked_reason_unspecified)$/i;
const CODES = ['code', 'status_code', 'err_code', 'errcode', 'error_code', 'errorCode'];
/** The field that an entry of a list is about. */
const FIELD_NAMES = ['loc', 'field', 'param', 'path', 'property', 'pointer'];
/** The parts of a request, which are no fields. */
const REQUEST_PARTS = /^(body|query|path|header|cookie|form)$/;
const MAX_DEPTH = 8;
const MAX_ENTRIES = 20;
/** So much of a page or of XML is looked at. In characters. */
const MAX_MARKUP_LENGTH = 16 * 1024;
const PAGE = /<(!doctype\s+html|html|head|body|title|center|h1|div|p|br)\b/i;
const DOCUMENT = /^<(\?xml|!doctype|html)\b/i;
const XML = /^\s*<(\?xml|[a-z_][\w:.-]{0,100}[\s/>])/i;

/**
 * Returns what the text of a reply says: in JSON, also cut off, in strings of JSON, in events, in XML, or as it is. Never
 * JSON, XML or a web page itself; of a page that is a message its title.
 */
export function wordsOf(text: string): ReplyWords {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (XML.test(trimmed)) return wordsOfMarkup(trimmed);
  const events = /^(event|data|id|retry)?:/.test(trimmed) ? trimmed.match(/^data:.*$/gm) : null;
  if (events) return wordsOfAny(events.slice(0, MAX_ENTRIES).map((line) => valueIn(line.slice('data:'.length).trim())));
  if (!/^[[{"]/.test(trimmed)) return { message: trimmed, code: '' };
  return wordsOfAny([valueIn(trimmed)]);
}

/** Whether a text is XML, and no web page in it. */
export function isXml(text: string): boolean {
  return XML.test(text.replace(/^\uFEFF/, '')) && !PAGE.test(text.slice(0, MAX_MARKUP_LENGTH));
}

/** Whether a value of a reply says something in words. */
export function hasWords(value: unknown): boolean {
  return isFields(value) && messageOf(value) !== '';
}

/** Returns what an object says. */
export function messageOf(fields: Fields): string {
  return said(fields, 0);
}

/** Returns the code beside a message; empty if there is none. */
export function codeOf(fields: Fields): string {
  const { error, errors, base_resp: status } = fields;
  for (const place of [error, fields, status, ...(Array.isArray(errors) ? errors.slice(0, 1) : [])]) {
    if (!isFields(place)) continue;
    const code = CODES.map((name) => place[name]).find((found) => found !== '' && /string|number/.test(typeof found));
    if (code !== undefined) return String(code);
  }
  return '';
}

function wordsOfAny(values: readonly unknown[]): ReplyWords {
  const found = values.map((value) => ({ message: said(value, 0), code: isFields(value) ? codeOf(value) : '' }));
  return found.find(({ message }) => message !== '') ?? found.find(({ code }) => code !== '') ?? NOTHING;
}

const NOTHING: ReplyWords = { message: '', code: '' };

/** What a text in JSON stands for, read as far as it makes sense. */
function valueIn(text: string): unknown {
  const parsed = parseJson(text, 'errorReply');
  if (parsed !== undefined || !/^[[{"]/.test(text)) return parsed ?? text;
  const { values } = parseLoosely(text);
  return values.find((value) => said(value, 0) !== '') ?? values[0];
}

/** The words of a value: of success only if it has no others. */
function said(value: unknown, depth: number): string {
  if (typeof value === 'string') return textSaid(value, depth);
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) return listSaid(value, depth);
  if (!isFields(value)) return '';
  let ofSuccess = '';
  for (const name of PLACES) {
    const words = placeSaid(name, value[name], depth + 1);
    if (words === '') continue;
    if (!isSuccess(words)) return words;
    ofSuccess ||= words;
  }
  return ofSuccess;
}

function placeSaid(name: string, value: unknown, depth: number): string {
  if (value === undefined || value === null) return '';
  if (name === 'errors' && isFields(value)) return fieldsSaid(value, depth);
  if (typeof value === 'string' && RESULTS.has(name) && !isWords(value)) return '';
  if (typeof value === 'string' && /reason$/i.test(name) && ORDINARY_ENDS.test(value)) return '';
  if (/^(content|parts)$/.test(name) && Array.isArray(value)) {
    const parts = value.slice(0, MAX_ENTRIES).map((part) => (isFields(part) ? part.text : part));
    return placeSaid(
      'text',
      joined(
        parts.filter((part) => typeof part === 'string'),
        ' ',
      ),
      depth,
    );
  }
  return said(value, depth);
}

function textSaid(text: string, depth: number): string {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    const inside = depth > MAX_DEPTH ? undefined : parseJson(trimmed, 'errorReply');
    if (inside !== undefined) return said(inside, depth + 1);
  }
  if (!XML.test(trimmed) && !PAGE.test(trimmed)) return trimmed;
  // A message with tags in it is no document: it is shown as it is.
  return wordsOfMarkup(trimmed).message || (DOCUMENT.test(trimmed) ? '' : trimmed);
}

/** Problems one after the other, each with the field that it is about. */
function listSaid(list: readonly unknown[], depth: number): string {
  return joined(
    list.slice(0, MAX_ENTRIES).map((entry) => {
      const words = said(entry, depth + 1);
      const field = isFields(entry) ? fieldOf(entry) : '';
      return words === '' || field === '' ? words : `${field}: ${words}`;
    }),
    '; ',
  );
}

/** Problems by the name of their field. */
function fieldsSaid(fields: Fields, depth: number): string {
  const problems = Object.entries(fields).slice(0, MAX_ENTRIES);
  return joined(
    problems.map(([field, problem]) => {
      const words = said(problem, depth + 1);
      return words === '' ? '' : `${field}: ${words}`;
    }),
    '; ',
  );
}

function fieldOf(entry: Fields): string {
  const source = isFields(entry.source) ? entry.source.pointer : undefined;
  const named = FIELD_NAMES.map((name) => entry[name]).find((found) => found !== undefined && found !== null) ?? source;
  const steps = (Array.isArray(named) ? named : [named]).filter((step) => /string|number/.test(typeof step));
  return steps.filter((step, at) => at > 0 || steps.length === 0 || !REQUEST_PARTS.test(String(step))).join('.');
}

function joined(texts: readonly string[], separator: string): string {
  return [...new Set(texts.filter(Boolean))].join(separator);
}

/** Not a number, an id, an address or encoded bytes. */
function isWords(text: string): boolean {
  return /\s|\P{ASCII}/u.test(text.trim()) || /^[[{]/.test(text.trim());
}

function wordsOfMarkup(text: string): ReplyWords {
  const start = text.slice(0, MAX_MARKUP_LENGTH);
  if (PAGE.test(start)) return { message: elementOf(start, 'title|h1') || withoutTags(start), code: '' };
  const message = elementOf(start, 'message|errormessage|faultstring|text|description|detail|reason|error|string');
  return { message, code: elementOf(start, 'code|errorcode|faultcode') };
}

/** The text of the first element of that name that has one. */
function elementOf(markup: string, names: string): string {
  for (const name of names.split('|')) {
    const found = new RegExp(
      `<(?:\\w{1,40}:)?${name}(?:\\s[^<>]{0,500})?>([^<]*(?:<!\\[CDATA\\[[^\\]]*\\]\\]>)?)`,
      'i',
    ).exec(markup);
    const text = plain((found?.[1] ?? '').replace(/<!\[CDATA\[|\]\]>/g, ''));
    if (text !== '') return text;
  }
  return '';
}

function withoutTags(markup: string): string {
  return plain(
    markup
      .replace(/<(script|style)\b[^<]*<\/\1>/gi, ' ')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/<[\s\S]*$/, ''),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

function plain(text: string): string {
  return text
    .replace(
      /&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi,
      (whole, name: string) => ENTITIES[name] ?? characterOf(name) ?? whole,
    )
    .replace(/\s+/g, ' ')
    .trim();
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
