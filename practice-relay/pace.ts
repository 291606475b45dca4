// How fast the relay accepts requests: an artificial delay, a rate limit, and a limit on open requests.

import { setTimeout as delay } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { type RelayEnv, refuse } from './errors.ts';

type Guard = MiddlewareHandler<RelayEnv>;

/** Delays every request, to simulate a distant relay. */
export function delayRequests(latencyMs: number): Guard {
  return async (c, next) => {
    if (latencyMs > 0) await delay(latencyMs, undefined, { signal: c.var.closed });
    return next();
  };
}

const MINUTE_MS = 60_000;

/**
 * Limits the requests in any minute; others get 429 with the time until the next one is possible. Refused requests do
 * not count.
 */
export function limitRate(requestsPerMinute: number): Guard {
  const startedAtMs: number[] = [];
  return async (c, next) => {
    const nowMs = performance.now();
    while (startedAtMs[0] !== undefined && startedAtMs[0] <= nowMs - MINUTE_MS) startedAtMs.shift();
    const [oldestMs] = startedAtMs;
    if (startedAtMs.length >= requestsPerMinute && oldestMs !== undefined) {
      const retryAfterS = Math.ceil((oldestMs + MINUTE_MS - nowMs) / 1000);
      const message = `At most ${requestsPerMinute} requests a minute. Try again in ${retryAfterS} s.`;
      return refuse(c, { status: 429, message, code: 'rate_limit_exceeded', retryAfterS });
    }
    startedAtMs.push(nowMs);
    return next();
  };
}

/** The code that busy relays commonly use. */
const BUSY = 3005;

/**
 * Limits how many requests are open, from the last byte of their body to the last byte of the reply; others get 503.
 * `refuseEarly` spares them sending their body in vain, `enter` counts those whose body is there: one that never
 * arrives completely takes nobody's place.
 */
export function limitOpen(maxOpen: number): { refuseEarly: Guard; enter: Guard } {
  let open = 0;
  const refuseEarly: Guard = async (c, next) => {
    if (open < maxOpen) return next();
    const message = `The relay is busy with ${maxOpen} requests.`;
    return refuse(c, { status: 503, message, code: BUSY, retryAfterS: 1 });
  };
  return {
    refuseEarly,
    enter: (c, next) =>
      refuseEarly(c, () => {
        open++;
        c.var.closed.addEventListener('abort', () => {
          open--;
        });
        return next();
      }),
  };
}
