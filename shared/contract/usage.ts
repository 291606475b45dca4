// Schemas of usage: the amounts sent to each relay, by day and by script.

import { z } from 'zod';
import { idSchema } from './common.ts';

const countSchema = z.number().int().nonnegative();

/** The counts. Bytes sent are those of request bodies, bytes received those of sound and pictures. */
const countsSchema = z.strictObject({
  requests: countSchema,
  sentBytes: countSchema,
  receivedBytes: countSchema,
  pictures: countSchema,
});

/** A local date, `2026-01-31`. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** One connection on one day. */
const usageRowSchema = countsSchema.extend({
  day: daySchema,
  connectionId: idSchema,
  connectionName: z.string(),
});

/** What one script has sent to one connection. `script` is null if it was deleted for good. */
const scriptUsageSchema = countsSchema.omit({ pictures: true }).extend({
  scriptId: idSchema,
  script: z.strictObject({ title: z.string(), excerpt: z.string() }).nullable(),
  connectionId: idSchema,
  connectionName: z.string(),
});

/** What one connection may have billed for on one day: characters of spoken text, and pictures. */
const billedRowSchema = z.strictObject({
  day: daySchema,
  connectionId: idSchema,
  characters: countSchema,
  pictures: countSchema,
});

/**
 * `rows` are the last 30 days, the latest first; `scripts` those that were used last. The sums are of these days and of all
 * days; the practice relay costs nothing and is in none. `billed` are all days, the latest first.
 */
export const usageSchema = z.strictObject({
  rows: z.array(usageRowSchema),
  scripts: z.array(scriptUsageSchema),
  billed: z.array(billedRowSchema),
  recent: countsSchema,
  total: countsSchema,
});

export type Usage = z.infer<typeof usageSchema>;
export type ScriptUsage = z.infer<typeof scriptUsageSchema>;
export type BilledRow = z.infer<typeof billedRowSchema>;
export type UsageRow = z.infer<typeof usageRowSchema>;
export type UsageCounts = z.infer<typeof countsSchema>;
