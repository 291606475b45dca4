// Gives memory back after work: a process at rest collects no garbage, and large bodies leave much of it.

import { Session } from 'node:inspector';
import type { MiddlewareHandler } from 'hono';
import type { RelayEnv } from './errors.ts';

/**
 * Creates the guard that collects the garbage of the HTTP thread when no request has been open for these times, in
 * milliseconds.
 */
export function collectAtRest(restsMs: readonly number[]): MiddlewareHandler<RelayEnv> {
  let open = 0;
  let timers: NodeJS.Timeout[] = [];
  return (c, next) => {
    for (const timer of timers) clearTimeout(timer);
    open++;
    c.var.closed.addEventListener('abort', () => {
      open--;
      if (open === 0) timers = restsMs.map((restMs) => setTimeout(collect, restMs).unref());
    });
    return next();
  };
}

/** Collects at once; takes some tens of milliseconds. */
function collect(): void {
  const session = new Session();
  session.connect();
  session.post('HeapProfiler.collectGarbage');
  session.disconnect();
}
