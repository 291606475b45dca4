// Jobs as they are stored: a request and its progress.

import { z } from 'zod';
import { timestampMsSchema } from '../../shared/contract/common.ts';
import { editJobSchema, type Job, speechJobSchema } from '../../shared/contract/jobs.ts';
import { mediaIdSchema, resultPictureSchema } from '../../shared/contract/media.ts';
import { AUDIO_KINDS } from '../../shared/speech/formats.ts';

const speechArrivalSchema = z.strictObject({
  format: z.enum(AUDIO_KINDS),
  pcmRateHz: z.number(),
  connectionName: z.string(),
  isComplete: z.boolean(),
  /** Set when the bytes have been hashed, before the file is moved to its final place. */
  media: z.strictObject({ mediaId: mediaIdSchema, sizeBytes: z.number() }).nullable(),
});
const editArrivalSchema = z.strictObject({
  connectionName: z.string(),
  /** The requested model. */
  model: z.string(),
  relayCreatedS: z.number().nullable(),
  generatedCount: z.number().nullable(),
  /** HTTP status of the reply whose bytes are in the job's incoming file. */
  status: z.number().int(),
  /** Set when the reply has ended; `cutReason` says why it ended early. */
  ended: z.strictObject({ cutReason: z.string().nullable() }).nullable(),
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

/** Facts about the audio of a job that has begun to receive it. */
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
