// Schemas of usage: the amounts sent to each relay, by day.

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

/** One connection on one day. `day` is the local date, `2026-01-31`. */
const usageRowSchema = countsSchema.extend({
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  connectionId: idSchema,
  connectionName: z.string(),
});

/**
 * The last 30 days, the latest first, and the sums of these days and of all days; the practice relay costs nothing and
 * is in no sum.
 */
export const usageSchema = z.strictObject({ rows: z.array(usageRowSchema), recent: countsSchema, total: countsSchema });

export type Usage = z.infer<typeof usageSchema>;
export type UsageRow = z.infer<typeof usageRowSchema>;
export type UsageCounts = z.infer<typeof countsSchema>;
