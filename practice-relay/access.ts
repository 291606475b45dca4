// Access control: only programs on this computer that hold a key may call the relay.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from './errors.ts';

/**
 * Refuses requests that a web page could send: a foreign `Host` (a name rebound to this computer) or any `Origin`.
 * @param port the port that received the request.
 */
export function findForeignCaller(headers: IncomingHttpHeaders, port: number | undefined): Problem | undefined {
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    return { status: 403, message: 'The Host header does not name this relay.', code: 'foreign_host' };
  }
  if (headers.origin !== undefined) {
    return { status: 403, message: 'Web pages may not use this relay.', code: 'foreign_origin' };
  }
  return undefined;
}

/**
 * Checks `Authorization: Bearer <key>` (relay API §5).
 * @param requiredKey the only accepted key; when undefined any non-empty key is accepted.
 */
export function findKeyProblem(
  authorization: string | undefined,
  requiredKey: string | undefined,
): Problem | undefined {
  const key = /^bearer +(\S.*)$/i.exec(authorization ?? '')?.[1]?.trim();
  if (key === undefined) {
    return { status: 401, message: 'Send a key: "Authorization: Bearer <key>".', code: 'missing_api_key' };
  }
  if (requiredKey !== undefined && !timingSafeEqual(digest(key), digest(requiredKey))) {
    return { status: 401, message: 'This key is not valid.', code: 'invalid_api_key' };
  }
  return undefined;
}

/** Digests have equal lengths, as `timingSafeEqual` requires, and hide the length of the key. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
