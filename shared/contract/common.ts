// Schemas that several domains use.

import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';

export const idSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);

/** The last time that a date with a year of four digits can be shown for, in every time zone: 9999-01-01. */
export const LAST_TIMESTAMP_MS = Date.UTC(9999, 0, 1);
export const timestampMsSchema = z.number().int().min(0).max(LAST_TIMESTAMP_MS);
export const nothingSchema = z.null();

/** Which of the `count` parts of a long text, from 1. */
export const partRefSchema = z.strictObject({
  number: z.number().int().positive(),
  count: z.number().int().positive(),
});

/** An expected failure as it is sent between processes. */
export const appErrorSchema = z.strictObject({
  code: z.enum(ERROR_CODES),
  retryable: z.boolean(),
  billed: z.enum(['no', 'yes', 'unknown']),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  traceId: z.string(),
});
