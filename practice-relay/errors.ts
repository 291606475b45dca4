// The relay's error replies: every refusal has the same body shape.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Bytes } from './bytes.ts';

/**
 * The context of every route: the Node request, the request's id, a signal that aborts when the reply has been sent or
 * the caller has disconnected, and for operations the body.
 */
export type RelayEnv = {
  Bindings: HttpBindings;
  Variables: { requestId: string; closed: AbortSignal; body: Bytes };
};

/** The header that contains the request id, in every reply. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Why a request is refused. `param` names the invalid field; programs can distinguish refusals by `code`. */
export type Problem = {
  status: 400 | 401 | 403 | 404 | 408 | 413 | 429 | 500 | 503;
  message: string;
  param?: string;
  code?: string | number;
  /** When to retry, in seconds: the header `Retry-After`. */
  retryAfterS?: number;
};

const TYPES: Record<Problem['status'], string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
};

/** Replies with the standard error body. */
export function refuse(c: Context<RelayEnv>, problem: Problem): Response {
  if (problem.retryAfterS !== undefined) c.header('retry-after', String(problem.retryAfterS));
  // RFC 9110 §15.5.2 requires it.
  if (problem.status === 401) c.header('www-authenticate', 'Bearer');
  return c.json(errorBody(problem, c.var.requestId), problem.status);
}

/** The reply to a request that reached no route. */
export function errorResponse(problem: Problem, requestId: string): Response {
  return Response.json(errorBody(problem, requestId), {
    status: problem.status,
    headers: { [REQUEST_ID_HEADER]: requestId },
  });
}

/**
 * Creates the standard error body. The message ends with the request id, because people quote messages, not headers.
 */
export function errorBody(problem: Problem, requestId: string): object {
  return {
    error: {
      message: `${problem.message} (request id: ${requestId})`,
      type: TYPES[problem.status],
      param: problem.param ?? '',
      code: problem.code ?? null,
    },
  };
}
