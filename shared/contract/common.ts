// Schemas that several domains use.

import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';

export const idSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
export const timestampMsSchema = z.number().int().nonnegative();
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
