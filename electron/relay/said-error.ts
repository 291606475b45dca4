// Decides whether an object of a reply reports an error, beside a result or instead of one.

import { type Fields, isFields } from './json-fields.ts';

/** Codes of success: HTTP's own, and those of speech and picture providers. */
const SUCCESS_CODES: ReadonlySet<string> = new Set(['0', '200', '1000', '3000', '10000', '20000000']);
const SUCCESS = /^\s*(success(ful|fully)?|succeed(ed)?|ok|done|completed?|none|null|(请求|操作)?成功)?[.!。！]?\s*$/i;
const CODES = ['code', 'status_code', 'statusCode', 'err_no', 'errcode', 'err_code', 'error_code'];
const MESSAGES = ['message', 'msg', 'status_msg', 'err_msg', 'errmsg', 'error_msg', 'error_message'];

/**
 * Whether an object reports an error: a non-empty `error`, an event named so, or a code of failure with a message, at
 * the top or in an object directly inside (`base_resp`). "Success" is none.
 * @param type the name of the event, empty if it has none.
 */
export function saysError(fields: Fields, type: string): boolean {
  return isSaid(fields.error) || /error|failed/.test(type) || [fields, ...Object.values(fields)].some(hasErrorCode);
}

/** Whether a text only says that all went well. */
export function isSuccess(text: string): boolean {
  return SUCCESS.test(text);
}

function isSaid(error: unknown): boolean {
  if (isFields(error)) return Object.values(error).some(isSaid);
  return typeof error === 'string' ? !SUCCESS.test(error) : typeof error === 'number' ? error !== 0 : error === true;
}

function hasErrorCode(value: unknown): boolean {
  if (!isFields(value)) return false;
  const code = CODES.map((name) => value[name]).find((found) => found !== undefined && found !== null && found !== '');
  if (code === undefined || SUCCESS_CODES.has(String(code)) || SUCCESS.test(String(code))) return false;
  return MESSAGES.some((name) => typeof value[name] === 'string' && !SUCCESS.test(value[name]));
}
