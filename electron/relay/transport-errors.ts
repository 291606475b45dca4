// What a failed call means: was the request sent, and why did it fail.

import type { ErrorCode, ErrorDetails } from '../../shared/errors.ts';

/** A call that ended without a usable reply. `code` is final; `details` hold the technical cause. */
export type TransportFailure = { code: ErrorCode | 'cancelled'; details: ErrorDetails };

const TLS_CODES = /^(ERR_TLS|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|ERR_SSL|EPROTO)/;

/**
 * Classifies an error thrown by undici or a socket. A request that was not yet on the wire cannot have been billed;
 * after that nobody knows ("outcome unknown, maybe billed"), and the request must not be repeated by itself.
 */
export function describeTransportError(
  error: unknown,
  { isSent, isTimedOut }: { isSent: boolean; isTimedOut: boolean },
): TransportFailure {
  const cause = rootCause(error);
  const reason = cause.code || cause.name;
  if (isTimedOut || reason === 'TimeoutError') {
    return isSent ? { code: 'outcome.unknown', details: { reason: 'timeout' } } : unreachable('timeout');
  }
  if (reason === 'AbortError' || reason === 'ABORT_ERR' || reason === 'UND_ERR_ABORTED')
    return { code: 'cancelled', details: {} };
  if (isSent) return { code: 'outcome.unknown', details: { reason } };
  if (TLS_CODES.test(reason)) return { code: 'network.tls', details: { reason } };
  return unreachable(reason);
}

function unreachable(reason: string): TransportFailure {
  return { code: 'network.unreachable', details: { reason } };
}

function rootCause(error: unknown): { name: string; code: string } {
  let found: unknown = error;
  for (let depth = 0; depth < 5 && found instanceof Error && found.cause instanceof Error; depth++) found = found.cause;
  if (found instanceof AggregateError && found.errors[0] instanceof Error) found = found.errors[0];
  if (!(found instanceof Error) && !(found instanceof DOMException)) return { name: typeof found, code: '' };
  const code = 'code' in found && typeof found.code === 'string' ? found.code : '';
  return { name: found.name, code };
}
