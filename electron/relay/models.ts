// The free requests that test a connection: GET /v1/models, and the quota if the relay reports one.

import { endpoint } from '../../shared/connection/base-url.ts';
import { type ConnectionTest, MAX_LISTED_MODELS, type Quota } from '../../shared/contract/settings.ts';
import { type AppError, appError } from '../../shared/errors.ts';
import { JSON_LIMITS } from '../../shared/json/bounded-json.ts';
import { fail, ok, type Result } from '../../shared/result.ts';
import { withoutHidden } from '../../shared/text/hidden-characters.ts';
import type { Reach } from './agents.ts';
import { readDecoded, toErrorReply } from './error-reply.ts';
import type { RelayHttp, RelayReply } from './http.ts';
import { parseJson } from './json-fields.ts';
import { redactKey } from './redact.ts';
import { errorFromReply } from './reply-errors.ts';
import type { TransportFailure } from './transport-errors.ts';

const TIMEOUT_MS = 20_000;
const QUOTA_TIMEOUT_MS = 5000;
/** Longest part of an error's message that a test passes on, in characters. */
const MAX_SAID_LENGTH = 200;

/** What is tested: the address, the key, and the model ids expected in the list. */
export type TestTarget = { baseUrl: string; key: string; models: readonly string[]; reach: Reach };

/** A reply to a free request, with as much of its content as is needed. */
type FreeReply = { status: number; headers: RelayReply['headers']; text: string; isHtml: boolean; json: unknown };

/**
 * Requests the models of a relay. 404 is not an error: many relays have no such list. If the address has a path and
 * nothing is found there, the list is requested from the same host without the path, to detect a wrong path.
 */
export async function testConnection(http: RelayHttp, target: TestTarget): Promise<Result<ConnectionTest, AppError>> {
  const startedAt = performance.now();
  const reply = await get(http, endpoint(target.baseUrl, 'models'), target, 'modelList', TIMEOUT_MS);
  if (!reply.ok) return fail(unreached(reply.error));
  const elapsedMs = Math.round(performance.now() - startedAt);
  const ids = readModelIds(reply.data);
  if (ids === undefined) {
    const better = isNowhere(reply.data) ? await findBetterBase(http, target) : undefined;
    if (better) return fail(appError('relay.not_found', { status: reply.data.status, suggestion: better }));
    if (!saysNothing(reply.data)) return fail(meaningOf(reply.data, target.key));
  }
  return ok({
    elapsedMs,
    modelCount: ids?.length ?? null,
    models: offeredModels(ids ?? [], target.key),
    missingModels: ids ? target.models.filter((model) => !ids.includes(model)) : [],
    quota: await readQuota(http, target),
  });
}

/** The remaining and total quota, if the relay reports both; in the relay's own unit. */
async function readQuota(http: RelayHttp, target: TestTarget): Promise<Quota | null> {
  const ask = async (name: string): Promise<unknown> => {
    const url = endpoint(target.baseUrl, `dashboard/billing/${name}`);
    const reply = await get(http, url, target, 'quota', QUOTA_TIMEOUT_MS);
    return reply.ok && reply.data.status === 200 ? reply.data.json : undefined;
  };
  const [subscription, usage] = await Promise.all([ask('subscription'), ask('usage')]);
  const total = numberIn(subscription, 'hard_limit_usd') ?? numberIn(subscription, 'system_hard_limit_usd');
  // Usage is reported in hundredths.
  const used = numberIn(usage, 'total_usage');
  if (total === undefined || used === undefined || total <= 0) return null;
  return { total, remaining: total - used / 100 };
}

/** Returns the origin if it has a model list and the address with a path has none. */
async function findBetterBase(http: RelayHttp, target: TestTarget): Promise<string | undefined> {
  const { origin } = new URL(target.baseUrl);
  if (origin === target.baseUrl) return undefined;
  const reply = await get(http, endpoint(origin, 'models'), target, 'modelList', QUOTA_TIMEOUT_MS);
  return reply.ok && readModelIds(reply.data) ? origin : undefined;
}

async function get(
  http: RelayHttp,
  url: string,
  { key, reach }: TestTarget,
  kind: 'modelList' | 'quota',
  timeoutMs: number,
): Promise<Result<FreeReply, TransportFailure>> {
  const sent = await http.call({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    timeoutMs,
    reach,
  });
  if (!sent.ok) return sent;
  const { status, headers, body } = sent.data;
  try {
    // An incomplete list counts as no list; the status is still significant.
    const { bodyText, isHtml } = toErrorReply(sent.data, await readDecoded(sent.data, JSON_LIMITS[kind].maxBytes));
    return ok({ status, headers, text: bodyText, isHtml, json: parseJson(bodyText, kind) });
  } finally {
    body.destroy();
  }
}

/** A GET is free: a failure after it was sent also means only that the relay was not reached. */
function unreached({ code, details }: TransportFailure): AppError {
  return appError(code === 'cancelled' || code === 'outcome.unknown' ? 'network.unreachable' : code, details);
}

/**
 * The error of a failed test. Anything may be at an address that is tested: of its reply only what has the shape of a
 * relay's error is passed on, and little of that.
 */
function meaningOf({ status, headers, text, isHtml, json }: FreeReply, key: string): AppError {
  const isError = isRecord(json) && ['error', 'message', 'msg', 'detail'].some((name) => Object.hasOwn(json, name));
  const error = errorFromReply({ status, headers, bodyText: isError ? text : '', isHtml }, key);
  const { relayMessage, ...details } = error.details;
  const said = typeof relayMessage === 'string' ? { relayMessage: relayMessage.slice(0, MAX_SAID_LENGTH) } : {};
  return { ...error, details: { ...details, ...said }, billed: 'no' };
}

/** The address has nothing of the API. */
function isNowhere({ status, isHtml }: FreeReply): boolean {
  return status === 404 || status === 405 || isHtml;
}

/** There is no model list, or it has an unknown shape; neither is an error of the connection. */
function saysNothing({ status, isHtml, json }: FreeReply): boolean {
  if (isHtml) return false;
  return status === 404 || status === 405 || (status === 200 && isRecord(json) && !('error' in json));
}

function readModelIds({ status, json }: FreeReply): string[] | undefined {
  if (status !== 200 || !isRecord(json) || !Array.isArray(json.data)) return undefined;
  return json.data.flatMap((entry: unknown) => (isRecord(entry) && typeof entry.id === 'string' ? [entry.id] : []));
}

/** The ids that can be chosen as a model. One that contains the key never leaves this process; one with hidden characters looks like another. */
function offeredModels(ids: readonly string[], key: string): string[] {
  const offered = ids
    .map((id) => id.trim())
    .filter((id) => id !== '' && id.length <= 200 && redactKey(id, key) === id && withoutHidden(id) === id);
  return [...new Set(offered)].slice(0, MAX_LISTED_MODELS);
}

function numberIn(value: unknown, name: string): number | undefined {
  const found = isRecord(value) ? value[name] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
