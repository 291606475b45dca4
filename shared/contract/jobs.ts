// Schemas of jobs: one attempt to have the relay do something, from the queue to its end.

import { z } from 'zod';
import { ERROR_CODES } from '../errors.ts';
import { JOB_STATES } from '../job-states.ts';
import { appErrorSchema, idSchema, timestampMsSchema } from './common.ts';
import { editRequestSchema } from './images.ts';
import { mediaIdSchema } from './media.ts';
import { speechRequestSchema } from './speech.ts';

const jobBase = {
  id: idSchema,
  state: z.enum(JOB_STATES),
  connectionId: idSchema,
  /** Place in the queue; smaller goes first. */
  position: z.number().int(),
  /** Times it was tried, the one under way included. A queued job with some waits to be tried again; `error` says why. */
  tries: z.number().int().nonnegative(),
  createdAtMs: timestampMsSchema,
  sentAtMs: timestampMsSchema.nullable(),
  endedAtMs: timestampMsSchema.nullable(),
  receivedBytes: z.number().int().nonnegative(),
  error: appErrorSchema.nullable(),
  /** The library items that hold the results, or the part of them that arrived. */
  itemIds: z.array(idSchema),
  /** The latest preview of a picture that is still being made. */
  previewMediaId: mediaIdSchema.nullable(),
};

export const speechJobSchema = z.strictObject({ ...jobBase, kind: z.literal('speech'), request: speechRequestSchema });
export const editJobSchema = z.strictObject({
  ...jobBase,
  kind: z.literal('edit'),
  request: editRequestSchema,
  /** Pictures of the reply that came to nothing, each by its place; others of the same reply may have come whole. */
  failures: z.array(z.strictObject({ index: z.number().int().nonnegative(), error: appErrorSchema })),
});
export const jobSchema = z.discriminatedUnion('kind', [speechJobSchema, editJobSchema]);

/**
 * What keeps the jobs of a connection from being sent: a person's pause, and the relay's wish for a rest. `backoff.code` is the error that
 * asked for it; nothing of the connection is sent before `backoff.untilMs`.
 */
export const queueSchema = z.strictObject({
  connectionId: idSchema,
  isPaused: z.boolean(),
  backoff: z.strictObject({ untilMs: timestampMsSchema, code: z.enum(ERROR_CODES) }).nullable(),
});

/** The request a notification was about: its kind, and what came of it. */
export const notificationSchema = z.strictObject({ kind: z.enum(['speech', 'edit']), itemIds: z.array(idSchema) });

export type Queue = z.infer<typeof queueSchema>;
/** What became of an order for speech: a job of its own, a take the very same request has made before, or that request on its way already. */
export const speechOrderResultSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('job'), job: jobSchema }),
  z.strictObject({ kind: z.literal('made'), itemId: idSchema }),
  z.strictObject({ kind: z.literal('running'), jobId: idSchema }),
]);

export type SpeechJob = z.infer<typeof speechJobSchema>;
export type EditJob = z.infer<typeof editJobSchema>;
export type Job = z.infer<typeof jobSchema>;
export type SpeechOrderResult = z.infer<typeof speechOrderResultSchema>;
