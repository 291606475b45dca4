// Classifies an error reply: maps status, bytes and text to one of the app's error codes. Handles the usual bodies of
// relays.

import { type AppError, appError, type ErrorCode, type ErrorDetails } from '../../shared/errors.ts';
import { withoutHidden } from '../../shared/text/hidden-characters.ts';
import { classifyWords, isAboutMadeResult, providerCode } from './error-meaning.ts';
import { type Fields, parseJson } from './json-fields.ts';
import { redactKey } from './redact.ts';
import { codeOf, messageOf, type ReplyWords, wordsOf } from './reply-words.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { type Task, taskOf } from './task-reply.ts';

/** An error reply, read completely (or up to the limit). */
export type ErrorReply = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bodyText: string;
  isHtml: boolean;
};

const MAX_MESSAGE_LENGTH = 600;
/** Of a task. */
const MAX_ID_LENGTH = 200;
const MAX_URL_LENGTH = 2000;
/** The same request has to be sent to another address. */
const SENT_ELSEWHERE: ReadonlySet<number> = new Set([301, 302, 307, 308]);
/** A proxy in front of the relay stopped waiting, or says that the app did: the outcome of the request is unknown. */
const GATEWAY_GAVE_UP: ReadonlySet<number> = new Set([408, 499, 502, 504, 520, 522, 524]);
/** The relay refused the request unseen, because it is too busy. */
const TOO_BUSY: ReadonlySet<number> = new Set([503, 529]);
/** A server in front of the relay could not reach it. */
const UNREACHED: ReadonlySet<number> = new Set([521, 523, 530]);
/** The same request is under way, or was carried out before: either may have been billed. */
const CONFLICT = 409;
/** Longest time, in seconds, after which requests are allowed again where only their rate is limited. */
const MAX_RATE_S = 3600;
/** The provider was too busy: 3003 concurrency, 3005 busy. */
const BUSY_CODES: ReadonlySet<string> = new Set(['3003', '3005']);

/**
 * Maps an error reply to the app's error. The relay's own message and request id are kept, with the key removed from
 * both.
 *
 * `retryable` is true if an automatic retry is safe: 429 that is not about quota, a relay that was not reached, and 503
 * or 529 with `Retry-After`, an empty body or a busy code; never if the relay asks for a longer wait than anybody waits. A
 * refusal with status 500 or 200 says nothing about billing. A success that speaks of a task instead of a result is
 * `outcome.accepted`.
 * @param key the key that was sent, which relays often echo.
 * @param askedUrl where the request was sent, by which addresses in the reply are judged; empty if that is not known.
 */
export function errorFromReply(reply: ErrorReply, key: string, askedUrl = ''): AppError {
  const { status } = reply;
  const words = wordsOf(reply.bodyText);
  const task =
    status < 300 && !reply.isHtml ? taskOf({ ...reply, value: parseJson(reply.bodyText, 'errorReply') }) : null;
  if (task) {
    const said = detailsOf(words, findRequestId(reply, words.message), key);
    return appError('outcome.accepted', { status, ...said, ...taskDetails(task, key, askedUrl) });
  }
  const isAskedToWait = status === 429 || TOO_BUSY.has(status);
  const retryAfterS = isAskedToWait ? retryAfterSeconds(reply.headers, words.message) : undefined;
  const code = codeFor(reply, words, retryAfterS);
  const error = appError(code, {
    status,
    ...detailsOf(reply.isHtml ? { message: '', code: '' } : words, findRequestId(reply, words.message), key),
    ...(retryAfterS !== undefined && Number.isFinite(retryAfterS) && { retryAfterS }),
  });
  const billed = error.billed === 'no' && mayBeBilled(reply, words) ? 'unknown' : error.billed;
  return { ...error, billed, retryable: billed === 'no' && mayRepeat(reply, words, code, retryAfterS) };
}

/** How a task can be found again. It is asked only where the request was sent: it is asked with the key. */
function taskDetails({ id, address }: Task, key: string, askedUrl: string): ErrorDetails {
  const url = URL.parse(address, askedUrl === '' ? undefined : askedUrl);
  const taskUrl = redactKey(address === '' ? '' : (url?.href ?? address), key);
  const isOwn = url !== null && address !== '' && url.origin === URL.parse(askedUrl)?.origin;
  return {
    ...(id && { taskId: redactKey(id, key).slice(0, MAX_ID_LENGTH) }),
    ...(taskUrl && { taskUrl: taskUrl.slice(0, MAX_URL_LENGTH) }),
    ...(isOwn && url.href === taskUrl && taskUrl.length <= MAX_URL_LENGTH && { canAsk: true }),
  };
}

/** Maps the error of one result among others (the `error` object of an entry in relay API §2.4's data). */
export function errorOfResult(error: Fields, key: string): AppError {
  const words = { message: messageOf(error), code: codeOf(error) };
  return appError('result.failed', detailsOf(words, '', key));
}

function detailsOf({ message, code }: ReplyWords, requestId: string, key: string): ErrorDetails {
  const [relayMessage, relayCode, id] = [message, code, requestId].map((text) => redactKey(withoutHidden(text), key));
  return {
    ...(relayMessage && { relayMessage: relayMessage.slice(0, MAX_MESSAGE_LENGTH) }),
    ...(relayCode && { relayCode: relayCode.slice(0, 100) }),
    ...(id && { requestId: id.slice(0, 80) }),
  };
}

function codeFor(
  { status, isHtml, bodyText }: ErrorReply,
  words: ReplyWords,
  retryAfterS: number | undefined,
): ErrorCode {
  if (status >= 300 && status < 400) return 'network.redirected';
  if (GATEWAY_GAVE_UP.has(status)) return 'outcome.unknown';
  if (UNREACHED.has(status)) return 'relay.unreached';
  if (status === 413) return 'relay.too_large';
  // What has no words has names that say something.
  const named = isHtml
    ? undefined
    : classifyWords(words.message === '' ? { ...words, message: bodyText } : words, status);
  // A quota that comes back within the hour is one of requests in a time.
  const isSpent = named === 'relay.quota_used' && (retryAfterS === undefined || retryAfterS > MAX_RATE_S);
  if (status === 429) return isSpent ? named : 'relay.rate_limited';
  if (TOO_BUSY.has(status)) return named ?? 'relay.busy';
  if (isHtml && status < 500) return 'relay.web_page';
  if (named === 'relay.quota_used' || status === 402) return 'relay.quota_used';
  if (status === 401) return 'relay.key_refused';
  if (status === 501) return 'relay.unsupported';
  if (named) return named;
  if (status === 403) return 'relay.not_allowed';
  if (status === 404 || status === 405) return 'relay.not_found';
  if (status >= 500) return 'relay.failed';
  if (status >= 400) return 'relay.bad_request';
  return 'relay.refused';
}

function mayRepeat(
  { status, headers, bodyText }: ErrorReply,
  words: ReplyWords,
  code: ErrorCode,
  retryAfterS: number | undefined,
): boolean {
  if (code === 'relay.quota_used' || retryAfterS === Number.POSITIVE_INFINITY) return false;
  if (status === 429 || UNREACHED.has(status)) return true;
  if (!TOO_BUSY.has(status)) return false;
  const isBusy = BUSY_CODES.has(providerCode(words));
  return isBusy || bodyText.trim() === '' || retryAfterSeconds(headers, '') !== undefined;
}

/**
 * Below 300, and from 500 on, work may have been done; also if the request conflicts with one that was taken, if a
 * finished result was refused, or if a redirect does not ask for the same request elsewhere: *See Other* leads to the
 * result of one that was done (RFC 9110 §15.4.4). 501 and 503 refuse a request unseen if the relay itself sent them; a
 * page of that status is from a server in front of it, which may have stopped waiting.
 */
function mayBeBilled({ status, isHtml }: ErrorReply, words: ReplyWords): boolean {
  const isRefusedUnseen =
    SENT_ELSEWHERE.has(status) ||
    (status >= 400 && status < 500 && status !== CONFLICT) ||
    UNREACHED.has(status) ||
    (!isHtml && (status === 501 || TOO_BUSY.has(status)));
  return !isRefusedUnseen || isAboutMadeResult(words);
}

function findRequestId({ headers, bodyText }: ErrorReply, message: string): string {
  const named = /request[ _-]?id["']?\s*[:：=]\s*["']?([\w-]{3,80})/i;
  const said = named.exec(message)?.[1] ?? named.exec(bodyText)?.[1];
  const header = Object.keys(headers).find((name) => /(^|-)request-id$/i.test(name));
  return said ?? firstText(header && headers[header]);
}

function firstText(...values: unknown[]): string {
  for (const value of values) {
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}
