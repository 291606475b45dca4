// Jobs as they are stored: a request and its progress.

import { z } from 'zod';
import { timestampMsSchema } from '../../shared/contract/common.ts';
import { editJobSchema, type Job, speechJobSchema } from '../../shared/contract/jobs.ts';
import { mediaIdSchema, resultPictureSchema } from '../../shared/contract/media.ts';
import { AUDIO_KINDS } from '../../shared/speech/formats.ts';

/** A reply whose bytes are in the job's incoming file: what they do not contain. */
const replyArrivalSchema = z.strictObject({
  connectionName: z.string(),
  /** The requested model. */
  model: z.string(),
  /** HTTP status, and two headers of the reply; empty if it has none. */
  status: z.number().int(),
  contentType: z.string(),
  contentEncoding: z.string(),
  /** Set when the reply has ended; `cutReason` says why it ended early. */
  ended: z.strictObject({ cutReason: z.string().nullable() }).nullable(),
});
const speechArrivalSchema = replyArrivalSchema.extend({
  /** Rate of headerless pcm in the connection's dialect. */
  pcmRateHz: z.number(),
  /** The audio of the reply. Set when its file has been hashed, before it is moved to its final place. */
  take: z
    .strictObject({
      format: z.enum(AUDIO_KINDS),
      isComplete: z.boolean(),
      media: z.strictObject({ mediaId: mediaIdSchema, sizeBytes: z.number() }),
    })
    .nullable(),
});
const editArrivalSchema = replyArrivalSchema.extend({
  relayCreatedS: z.number().nullable(),
  generatedCount: z.number().nullable(),
  /** Pictures stored so far. */
  results: z.array(
    z.strictObject({ index: z.number().int(), revisedPrompt: z.string(), picture: resultPictureSchema }),
  ),
});
/** When the first try began; null before that. */
const firstTriedAtMs = timestampMsSchema.nullable();
const speechRecordSchema = speechJobSchema.extend({
  firstTriedAtMs,
  arrival: speechArrivalSchema.nullable(),
  /** Identifies identical requests; empty until it is computed. */
  fingerprint: z.string(),
});
const editRecordSchema = editJobSchema.extend({ firstTriedAtMs, arrival: editArrivalSchema.nullable() });
/** A job with the fields that only main needs. */
export const jobRecordSchema = z.discriminatedUnion('kind', [speechRecordSchema, editRecordSchema]);

/** Facts about the reply of a job that has begun to arrive. */
export type ReplyArrival = z.infer<typeof replyArrivalSchema>;
/** Facts about the reply to a speech request that has begun to arrive. */
export type SpeechArrival = z.infer<typeof speechArrivalSchema>;
/** Facts about the reply to an edit that has begun to arrive. */
export type EditArrival = z.infer<typeof editArrivalSchema>;

export type SpeechRecord = z.infer<typeof speechRecordSchema>;
export type EditRecord = z.infer<typeof editRecordSchema>;
/** A job with the fields that only main needs. */
export type JobRecord = SpeechRecord | EditRecord;

/** The part of a job that is sent to the page. */
export function toPublicJob(record: JobRecord): Job {
  if (record.kind === 'edit') {
    const { arrival: _arrival, firstTriedAtMs: _since, ...job } = record;
    return job;
  }
  const { arrival: _arrival, firstTriedAtMs: _since, fingerprint: _fingerprint, ...job } = record;
  return job;
}
