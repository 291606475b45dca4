// Schemas of jobs: one request to a relay, from the queue to its end.

import { z } from 'zod';
import { JOB_STATES } from '../app/job-states.ts';
import { ERROR_CODES } from '../errors.ts';
import { appErrorSchema, idSchema, partRefSchema, timestampMsSchema } from './common.ts';
import { editRequestSchema } from './images.ts';
import { mediaIdSchema } from './media.ts';
import { lineRefSchema, speechRequestSchema } from './speech.ts';

const jobBase = {
  id: idSchema,
  state: z.enum(JOB_STATES),
  connectionId: idSchema,
  /** Place in the queue; the smallest is sent first. */
  position: z.number().int(),
  /**
   * Number of tries, including the current one. A queued job with tries is waiting to be tried again; `error` is the
   * reason.
   */
  tries: z.number().int().nonnegative(),
  /** A person paused it: it is not sent before its turn and before they resume it. Only of a queued job. */
  isPaused: z.boolean().optional(),
  createdAtMs: timestampMsSchema,
  sentAtMs: timestampMsSchema.nullable(),
  endedAtMs: timestampMsSchema.nullable(),
  receivedBytes: z.number().int().nonnegative(),
  error: appErrorSchema.nullable(),
  /** The library items that contain the results, or the part of them that arrived. */
  itemIds: z.array(idSchema),
  /** The item that holds the reply itself, because it did not become results completely; null if there is none. */
  replyId: idSchema.nullable(),
  /** The latest preview of a picture that is not finished. */
  previewMediaId: mediaIdSchema.nullable(),
};

export const speechJobSchema = z.strictObject({
  ...jobBase,
  kind: z.literal('speech'),
  request: speechRequestSchema,
  /** Null unless it speaks a line of a script. */
  line: lineRefSchema.nullable().default(null),
  /** The part of a long text that is requested now, or was last; null before the first, and if the text is not cut. */
  part: partRefSchema.nullable().default(null),
});
export const editJobSchema = z.strictObject({
  ...jobBase,
  kind: z.literal('edit'),
  request: editRequestSchema,
  /** Failed pictures of the reply, with their index; other pictures of the same reply may be complete. */
  failures: z.array(z.strictObject({ index: z.number().int().nonnegative(), error: appErrorSchema })),
});
export const jobSchema = z.discriminatedUnion('kind', [speechJobSchema, editJobSchema]);

/**
 * Why the jobs of a connection are not sent: a person or the app paused it, or the relay asked to wait. `backoff.code` is the
 * error of that reply; nothing is sent to the connection before `backoff.untilMs`.
 */
export const queueSchema = z.strictObject({
  connectionId: idSchema,
  isPaused: z.boolean(),
  /** It is paused by the app: nobody can say that the jobs of an earlier run are as the app stored them. */
  isUnverified: z.literal(true).optional(),
  /** It is paused by the app: its relay refused several requests in a row, with this error at last. */
  refusedWith: z.enum(ERROR_CODES).optional(),
  /** It is paused by the app: its next job would pass the budget that a person set. */
  isOverBudget: z.literal(true).optional(),
  backoff: z.strictObject({ untilMs: timestampMsSchema, code: z.enum(ERROR_CODES) }).nullable(),
});

/** The request that a notification is about: its kind and its results. */
export const notificationSchema = z.strictObject({ kind: z.enum(['speech', 'edit']), itemIds: z.array(idSchema) });

export type Queue = z.infer<typeof queueSchema>;
const newJobSchema = z.strictObject({ kind: z.literal('job'), job: jobSchema });
/** Nothing was sent: this job is in progress, or was ordered a moment ago, and stands for the same. */
const runningSchema = z.strictObject({ kind: z.literal('running'), jobId: idSchema });
/** The result of an order for speech: a new job, a take of an identical earlier request, or the job that stands for it. */
export const speechOrderResultSchema = z.discriminatedUnion('kind', [
  newJobSchema,
  z.strictObject({ kind: z.literal('made'), itemId: idSchema }),
  runningSchema,
]);
/** The same of one request for an edit, which no earlier result answers. */
export const editOrderResultSchema = z.discriminatedUnion('kind', [newJobSchema, runningSchema]);

export type SpeechJob = z.infer<typeof speechJobSchema>;
export type EditJob = z.infer<typeof editJobSchema>;
export type Job = z.infer<typeof jobSchema>;
export type SpeechOrderResult = z.infer<typeof speechOrderResultSchema>;
export type EditOrderResult = z.infer<typeof editOrderResultSchema>;
