// Jobs as they are stored: a request and its progress.

import { z } from 'zod';
import { appErrorSchema, timestampMsSchema } from '../../shared/contract/common.ts';
import { editJobSchema, type Job, speechJobSchema } from '../../shared/contract/jobs.ts';
import { keptPartSchema } from '../../shared/contract/library.ts';
import { mediaIdSchema, resultPictureSchema } from '../../shared/contract/media.ts';
import { AUDIO_KINDS } from '../../shared/speech/formats.ts';

/** A reply whose bytes are in the job's incoming file: what they do not contain. */
const replyArrivalSchema = z.strictObject({
  connectionName: z.string(),
  /** Where the request was sent. Absent in the records of earlier versions, whose checksum would not fit a default. */
  connectionOrigin: z.string().optional(),
  /** The requested model. */
  model: z.string(),
  /** HTTP status, and two headers of the reply; empty if it has none. */
  status: z.number().int(),
  contentType: z.string(),
  contentEncoding: z.string(),
  /** Where it says that its result is or will be. */
  location: z.string().optional(),
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
/** A part of a text over the relay's limit, requested by itself. */
const speechPartSchema = z.strictObject({
  /** Where its text is in the whole: UTF-16 offsets, the end not included. */
  start: z.number().int().nonnegative(),
  end: z.number().int().positive(),
  /**
   * What arrived of it, as a media file; null if nothing did. `isWhole`: nothing of it is missing. `isAdopted`: an earlier job
   * received it.
   */
  sound: keptPartSchema.extend({ isWhole: z.boolean(), isAdopted: z.boolean() }).nullable(),
  /** Why its request failed; it is not sent again by this job then. */
  error: appErrorSchema.nullable(),
});
const recordBase = {
  /** When the first try of the present request began; null before that. */
  firstTriedAtMs: timestampMsSchema.nullable(),
  /** How often this job sent the requests before the present one. */
  earlierTries: z.number().int().nonnegative().default(0),
  /** The checksum of the stored record; in memory a job has none. */
  seal: z.string().max(64).optional(),
  /** When it was sealed, as `SealSecret`; in memory a job has none. */
  sealEpoch: z.number().int().nonnegative().optional(),
};
const speechRecordSchema = speechJobSchema.extend({
  ...recordBase,
  arrival: speechArrivalSchema.nullable(),
  /** Identifies identical requests; empty until it is computed. */
  fingerprint: z.string(),
  /** The parts that its text was cut into when it was ordered; empty if it is sent in one. */
  parts: z.array(speechPartSchema).default([]),
  /** A stored reply is read again: nothing may be sent. */
  isReread: z.boolean().default(false),
});
const editRecordSchema = editJobSchema.extend({ ...recordBase, arrival: editArrivalSchema.nullable() });
/** A job with the fields that only main needs. */
export const jobRecordSchema = z.discriminatedUnion('kind', [speechRecordSchema, editRecordSchema]);

/** Facts about the reply of a job that has begun to arrive. */
export type ReplyArrival = z.infer<typeof replyArrivalSchema>;
/** Facts about the reply to a speech request that has begun to arrive. */
export type SpeechArrival = z.infer<typeof speechArrivalSchema>;
/** Facts about the reply to an edit that has begun to arrive. */
export type EditArrival = z.infer<typeof editArrivalSchema>;

/** A part of a text over the relay's limit. */
export type SpeechPart = z.infer<typeof speechPartSchema>;
export type SpeechRecord = z.infer<typeof speechRecordSchema>;
export type EditRecord = z.infer<typeof editRecordSchema>;
/** A job with the fields that only main needs. */
export type JobRecord = SpeechRecord | EditRecord;

/** The part of a job that is sent to the page. */
export function toPublicJob({ seal: _seal, sealEpoch: _epoch, ...record }: JobRecord): Job {
  if (record.kind === 'edit') {
    const { arrival: _arrival, firstTriedAtMs: _since, earlierTries: _tries, ...job } = record;
    return job;
  }
  const { arrival: _arrival, firstTriedAtMs: _since, earlierTries: _tries, ...speech } = record;
  const { fingerprint: _fingerprint, parts: _parts, isReread: _isReread, ...job } = speech;
  return job;
}
