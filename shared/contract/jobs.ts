// Schemas of jobs: one attempt to have the relay do something, from the queue to its end.

import { z } from 'zod';
import { JOB_STATES } from '../job-states.ts';
import { appErrorSchema, idSchema, timestampMsSchema } from './common.ts';
import { speechRequestSchema } from './speech.ts';

export const jobSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('speech'),
  state: z.enum(JOB_STATES),
  connectionId: idSchema,
  request: speechRequestSchema,
  createdAtMs: timestampMsSchema,
  sentAtMs: timestampMsSchema.nullable(),
  endedAtMs: timestampMsSchema.nullable(),
  receivedBytes: z.number().int().nonnegative(),
  error: appErrorSchema.nullable(),
  /** The library item that holds the result, or the part of it that arrived. */
  itemId: idSchema.nullable(),
});

export type Job = z.infer<typeof jobSchema>;
