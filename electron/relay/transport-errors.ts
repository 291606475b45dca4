// Classifies a failed call: whether the request was sent, and why it failed.

import type { ErrorCode, ErrorDetails, TlsProblem } from '../../shared/errors.ts';
import { ProxyError } from './tunnels.ts';

/** A call that ended without a usable reply. `code` is final; `details` contain the technical cause. */
export type TransportFailure = { code: ErrorCode | 'cancelled'; details: ErrorDetails };

/** Errors of a TLS connection, most specific first; those without a problem of their own are only said to be of TLS. */
const TLS_ERRORS: readonly (readonly [codes: RegExp, problem: TlsProblem | null])[] = [
  [/^CERT_HAS_EXPIRED|^CERT_NOT_YET_VALID/, 'expired'],
  [/^ERR_TLS_CERT_ALTNAME/, 'otherName'],
  [/^(CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/, 'untrusted'],
  [/^ERR_SSL_.*(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW)/, 'tooOld'],
  [
    /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTPS?_(PROXY_)?REQUEST|UNKNOWN_PROTOCOL|INVALID_RECORD)/,
    'notTls',
  ],
  [/^(ERR_TLS|ERR_SSL|EPROTO)/, null],
];
/** The server offers only HTTP/2. */
const HTTP2_ONLY = /^HTTP2_ONLY$|NO_APPLICATION_PROTOCOL$/;

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
  const { cause, failedProxy } = rootCause(error);
  const reason = cause.code || cause.name;
  if (isTimedOut || reason === 'TimeoutError') {
    return isSent ? { code: 'outcome.unknown', details: { reason: 'timeout' } } : unreached('timeout', proxy);
  }
  if (reason === 'AbortError' || reason === 'ABORT_ERR' || reason === 'UND_ERR_ABORTED')
    return { code: 'cancelled', details: {} };
  // A server of HTTP/2 cannot have read the request, sent or not.
  if (HTTP2_ONLY.test(reason)) return { code: 'network.http2_only', details: { reason } };
  if (isSent && FILE_CHANGED.has(reason)) return { code: 'outcome.file_changed', details: { reason } };
  if (isSent) return { code: 'outcome.unknown', details: { reason } };
  const via = proxy === null ? {} : { proxy };
  if (failedProxy && failedProxy.failure !== 'unreached') {
    const code = failedProxy.failure === 'login' ? 'network.proxy_refused' : 'network.unreachable';
    return { code, details: { ...via, ...failedProxy.details } };
  }
  if (reason === 'PRIVATE_ADDRESS') return { code: 'address.unconfirmed', details: {} };
  const tls = TLS_ERRORS.find(([codes]) => codes.test(reason));
  // Behind a tunnel, the certificate is the relay's.
  const at = failedProxy ? via : {};
  if (tls) return { code: 'network.tls', details: { ...at, reason, ...(tls[1] && { problem: tls[1] }) } };
  if (failedProxy) return unreached(failedProxy.details.reason ?? reason, proxy);
  return { code: 'network.unreachable', details: { ...via, reason } };
}

/** If there is a proxy, it is the proxy that did not respond: a proxy that cannot reach the relay reports so. */
function unreached(reason: string, proxy: string | null): TransportFailure {
  if (proxy === null) return { code: 'network.unreachable', details: { reason } };
  return { code: 'network.proxy_unreachable', details: { proxy, reason } };
}

type Cause = { name: string; code: string };

/** The innermost error, and the proxy's error on the way to it. */
function rootCause(error: unknown): { cause: Cause; failedProxy: ProxyError | undefined } {
  let found: unknown = error;
  let failedProxy: ProxyError | undefined;
  for (let depth = 0; depth < 5; depth++) {
    if (found instanceof ProxyError) failedProxy = found;
    if (!(found instanceof Error && found.cause instanceof Error)) break;
    found = found.cause;
  }
  if (found instanceof AggregateError && found.errors[0] instanceof Error) found = found.errors[0];
  if (!(found instanceof Error) && !(found instanceof DOMException))
    return { cause: { name: typeof found, code: '' }, failedProxy };
  const code = 'code' in found && typeof found.code === 'string' ? found.code : '';
  return { cause: { name: found.name, code }, failedProxy };
}
