// Classifies a failed call: whether the request was sent, and why it failed.

import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts';

/** A call that ended without a usable reply. `code` is final; `details` contain the technical cause. */
export type TransportFailure = { code: ErrorCode | 'cancelled'; details: ErrorDetails };

const TLS_CODES = /^(ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL|EPROTO|UND_ERR_PRX_TLS)/;
/** undici's message about a proxy's answer to CONNECT. The error has no code of its own. */
const TUNNEL_REFUSED = /^Proxy response \((\d{3})\)/;
const PROXY_AUTH_REQUIRED = 407;

/** SOCKS 5: the proxy requires a name and password. */
const SOCKS_AUTH = /^UND_ERR_SOCKS5_AUTH/;
/** SOCKS 5: the proxy reports that it could not reach the relay. */
const SOCKS_REPLY = /^UND_ERR_SOCKS5_REPLY_\d/;

/**
 * Reasons why a file could not be sent as it was when the request began: a body that is shorter or longer than announced,
 * undici's reading of a changed file, a file that is gone.
 */
const FILE_CHANGED = new Set(['UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', 'NotReadableError', 'ENOENT']);

/** What is known about the call. `proxy` is the proxy it was sent through, if any. */
type CallFacts = { isSent: boolean; isTimedOut: boolean; proxy?: string | null };

/**
 * Classifies an error thrown by undici or a socket. A request that was not yet on the wire cannot have been billed;
 * afterwards the outcome is unknown and the request may have been billed, so it must not be repeated automatically.
 */
export function describeTransportError(
  error: unknown,
  { isSent, isTimedOut, proxy = null }: CallFacts,
): TransportFailure {
  const cause = rootCause(error);
  const reason = cause.code || cause.name;
  if (isTimedOut || reason === 'TimeoutError') {
    return isSent ? { code: 'outcome.unknown', details: { reason: 'timeout' } } : unreached('timeout', proxy);
  }
  const refusal = TUNNEL_REFUSED.exec(cause.message)?.[1];
  if (refusal !== undefined && !isSent) return refusedByProxy(Number(refusal), proxy ?? '');
  if (reason === 'AbortError' || reason === 'ABORT_ERR' || reason === 'UND_ERR_ABORTED')
    return { code: 'cancelled', details: {} };
  if (isSent && FILE_CHANGED.has(reason)) return { code: 'outcome.file_changed', details: { reason } };
  if (isSent) return { code: 'outcome.unknown', details: { reason } };
  if (TLS_CODES.test(reason)) return { code: 'network.tls', details: { reason } };
  if (SOCKS_AUTH.test(reason)) return { code: 'network.proxy_refused', details: { proxy: proxy ?? '', reason } };
  if (SOCKS_REPLY.test(reason)) return { code: 'network.unreachable', details: { proxy: proxy ?? '', reason } };
  return unreached(reason, proxy);
}

/** The proxy requires a name and password, or was reached but could not reach the relay. */
function refusedByProxy(status: number, proxy: string): TransportFailure {
  if (status === PROXY_AUTH_REQUIRED) return { code: 'network.proxy_refused', details: { proxy, status } };
  return { code: 'network.unreachable', details: { proxy, status } };
}

/** If there is a proxy, it is the proxy that did not respond: a proxy that cannot reach the relay reports so. */
function unreached(reason: string, proxy: string | null): TransportFailure {
  if (proxy === null) return { code: 'network.unreachable', details: { reason } };
  return { code: 'network.proxy_unreachable', details: { proxy, reason } };
}

function rootCause(error: unknown): { name: string; code: string; message: string } {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth++) found = found.cause;
  if (found instanceof AggregateError && found.errors[0] instanceof Error) found = found.errors[0];
  if (!(found instanceof Error) && !(found instanceof DOMException))
    return { name: typeof found, code: '', message: '' };
  const code = 'code' in found && typeof found.code === 'string' ? found.code : '';
  return { name: found.name, code, message: found.message };
}
