// The error replies of the relay, one body shape for every refusal. Knows nothing of the operations that refuse.

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What every route gets: the Node request, the id of this request, and a signal that aborts when its reply is sent or its caller gone. */
export type RelayEnv = { Bindings: HttpBindings; Variables: { requestId: string; closed: AbortSignal } };

/** Header that carries the request id on every reply. */
export const REQUEST_ID_HEADER = 'x-request-id';

/** Why a request is refused. `param` names the offending field; `code` is what a program may branch on. */
export type Problem = {
  status: 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503;
  message: string;
  param?: string;
  code?: string | number;
  /** When to try again, in seconds: the header `Retry-After`. */
  retryAfterS?: number;
};

const TYPES: Record<Problem['status'], string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
  500: 'server_error',
  503: 'server_error',
};

/** Answers with the usual error body. */
export function refuse(c: Context<RelayEnv>, problem: Problem): Response {
  if (problem.retryAfterS !== undefined) c.header('retry-after', String(problem.retryAfterS));
  return c.json(errorBody(problem, c.var.requestId), problem.status);
}

/** The reply to a request that reached no route. */
export function errorResponse(problem: Problem, requestId: string): Response {
  return Response.json(errorBody(problem, requestId), {
    status: problem.status,
    headers: { [REQUEST_ID_HEADER]: requestId },
  });
}

/** The usual error body. The message ends with the request id, as people quote messages rather than headers. */
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
