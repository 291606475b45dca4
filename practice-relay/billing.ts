// Simulated billing: counts what the operations would cost, and returns the remaining quota. No request is refused
// because of it.

import type { Hono, MiddlewareHandler } from 'hono';
import type { RelayEnv } from './errors.ts';

/** The quota available from the relay's start, in US dollars. */
const QUOTA_USD = 100;
const USD_PER_TEXT_BYTE = 0.00002;
const USD_PER_PICTURE = 0.04;

/** Counts from the relay's start. */
export type Billing = { addText: (sizeBytes: number) => void; addPicture: () => void };

/**
 * Adds the quota endpoints, in the response shapes common to such relays: `total_usage` is in hundredths of a dollar.
 */
export function addBillingRoutes(app: Hono<RelayEnv>, requireKey: MiddlewareHandler<RelayEnv>): Billing {
  let usedUsd = 0;
  app.get('/v1/dashboard/billing/subscription', requireKey, (c) =>
    c.json({
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: QUOTA_USD,
      hard_limit_usd: QUOTA_USD,
      system_hard_limit_usd: QUOTA_USD,
      access_until: 0,
    }),
  );
  app.get('/v1/dashboard/billing/usage', requireKey, (c) => c.json({ object: 'list', total_usage: usedUsd * 100 }));
  return {
    addText: (sizeBytes) => {
      usedUsd += sizeBytes * USD_PER_TEXT_BYTE;
    },
    addPicture: () => {
      usedUsd += USD_PER_PICTURE;
    },
  };
}
