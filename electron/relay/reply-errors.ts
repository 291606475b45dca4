// What an error reply means: from status, bytes and words to one of our codes. Knows the usual bodies of relays.

import { type AppError, appError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts';
import { redactKey } from './redact.ts';

/** An error reply, read in full (or as far as it is worth reading). */
export type ErrorReply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bodyText: string;
  isHtml: boolean;
};

const MAX_MESSAGE_LENGTH = 600;
/** Provider codes for "busy". */
const BUSY = /\b(3003|3005)\b/;
const QUOTA = /quota|balance|insufficient|额度|余额|欠费/i;
const CONCURRENCY = /concurrency|并发/i;

/**
 * Maps an error reply to our error. The relay's own message and request id are kept, with the key removed from both.
 * @param key the key that was sent, which relays like to echo.
 */
export function errorFromReply(reply: ErrorReply, key: string): AppError {
  const words = readErrorBody(reply.bodyText);
  const message = redactKey(words.message, key).slice(0, MAX_MESSAGE_LENGTH);
  const requestId = redactKey(findRequestId(reply, words.message), key);
  const details: ErrorDetails = {
    status: reply.status,
    ...(message && !reply.isHtml && { relayMessage: message }),
    ...(words.code && { relayCode: redactKey(words.code, key).slice(0, 100) }),
    ...(requestId && { requestId }),
  };
  const code = codeFor(reply, words.message);
  return appError(code, code === 'relay.rate_limited' ? { ...details, ...namedWait(reply, words.message) } : details);
}

function codeFor({ status, headers, isHtml, bodyText }: ErrorReply, message: string): ErrorCode {
  if (status >= 300 && status < 400) return 'network.redirected';
  if (status === 502 || status === 504 || status === 524) return 'outcome.unknown';
  if (isHtml) return 'relay.web_page';
  if (status === 401) return 'relay.key_refused';
  if (status === 402) return 'relay.quota_used';
  if (status === 403) return QUOTA.test(message) ? 'relay.quota_used' : 'relay.not_allowed';
  if (status === 404 || status === 405) return 'relay.not_found';
  if (status === 413) return 'relay.too_large';
  if (status === 429)
    return QUOTA.test(message) && !CONCURRENCY.test(message) ? 'relay.quota_used' : 'relay.rate_limited';
  if (status === 501) return 'relay.unsupported';
  if (status === 503) {
    const isBusy = bodyText.trim() === '' || headers['retry-after'] !== undefined || BUSY.test(bodyText);
    return isBusy ? 'relay.rate_limited' : 'relay.model_unavailable';
  }
  if (status >= 500) return 'relay.failed';
  if (status >= 400) return 'relay.bad_request';
  return 'relay.refused';
}

/** Finds message and code in the bodies relays use: `{error:{…}}`, `{message}`, `{detail}`, `{code,msg}`, a JSON string, plain text. */
function readErrorBody(text: string): { message: string; code: string } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { message: text.trim(), code: '' };
  }
  if (typeof body === 'string') return { message: body, code: '' };
  const outer = asRecord(body);
  const inner = typeof outer.error === 'string' ? { message: outer.error } : asRecord(outer.error);
  const message = firstText(inner.message, inner.msg, outer.message, outer.msg, outer.detail);
  return { message: message || text.trim(), code: firstText(inner.code, outer.code) };
}

/** Seconds to wait, where the relay names some: `Retry-After` in seconds or as a date, or minutes in the text. */
function namedWait({ headers }: Pick<ErrorReply, 'headers'>, message: string): { retryAfterS?: number } {
  const header = headers['retry-after'];
  const after = typeof header === 'string' ? header.trim() : '';
  if (/^\d{1,6}$/.test(after)) return { retryAfterS: Number(after) };
  const until = Date.parse(after);
  if (after !== '' && !Number.isNaN(until)) return { retryAfterS: Math.max(0, Math.ceil((until - Date.now()) / 1000)) };
  const minutes = /(\d{1,3})\s*(分钟|minutes?)/i.exec(message);
  return minutes ? { retryAfterS: Number(minutes[1]) * 60 } : {};
}

function findRequestId({ headers }: ErrorReply, message: string): string {
  const named = /request id:?\s*([\w-]{4,80})/i.exec(message)?.[1];
  return (
    named ?? firstText(headers['x-request-id'], headers['x-oneapi-request-id'], headers['request-id']).slice(0, 80)
  );
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function firstText(...values: unknown[]): string {
  for (const value of values) {
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}
