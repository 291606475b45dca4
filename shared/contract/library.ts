// Schemas of the library: items as the renderer sees them.

import { z } from 'zod';
import { ADJUSTMENT_PX, FIELD_CELLS, OUTPUT_FORMATS } from '../images/limits.ts';
import { DECODED_EXTENTS } from '../images/picture-states.ts';
import { MAX_BLOCKS, PERSON_VERDICTS, USAGE_REASONS, USAGE_VERDICTS } from '../images/source-usage.ts';
import { shortTitle } from '../library/library-limits.ts';
import { REPLY_CONTENTS } from '../library/reply-contents.ts';
import { AUDIO_WARNINGS } from '../speech/audio-warnings.ts';
import { AUDIO_KINDS, PCM_RATE_HZ, SPEECH_FORMATS } from '../speech/formats.ts';
import { bytesSchema } from './bytes.ts';
import { appErrorSchema, idSchema, LAST_TIMESTAMP_MS, timestampMsSchema } from './common.ts';
import { editRequestSchema } from './images.ts';
import { keptFields } from './kept.ts';
import { mediaIdSchema, pictureSchema, resultPictureSchema } from './media.ts';
import { lineRefSchema, speechRequestSchema } from './speech.ts';

/** Facts about the audio, read from its bytes; null if they do not contain them. */
const audioFactsSchema = z.strictObject({
  askedFormat: z.enum(SPEECH_FORMATS),
  format: z.enum(AUDIO_KINDS),
  sampleRateHz: z.number().int().positive().nullable(),
  durationMs: z.number().int().nonnegative().nullable(),
});

const itemBase = {
  id: idSchema,
  /** The app writes none that is too long, but others may have written a file of the library. */
  title: z.string().transform(shortTitle),
  createdAtMs: timestampMsSchema,
  connectionName: z.string(),
  /** Scheme, host and port that the request was sent to; empty if that is not known. */
  connectionOrigin: z.string().default(''),
  ...keptFields,
};

/** A part of a long text that has arrived, as a file of its own. */
export const keptPartSchema = z.strictObject({
  /** Identifies identical requests, as that of an item does. */
  fingerprint: z.string(),
  mediaId: mediaIdSchema,
  sizeBytes: z.number().int().nonnegative(),
  format: z.enum(AUDIO_KINDS),
  /** Rate of its samples in hertz; null unless they are mono with 16 bits, which can be joined. */
  rateHz: z.number().int().positive().nullable(),
});

const speechItemSchema = z.strictObject({
  ...itemBase,
  kind: z.literal('speech'),
  /** The requested model; empty if it is not known: takes of earlier versions do not say it. */
  model: z.string().default(''),
  mediaId: mediaIdSchema,
  mime: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** False if the connection was cut and only the start was received. */
  isComplete: z.boolean(),
  /** Everything odd about the audio; empty if there is nothing. */
  warnings: z.array(z.enum(AUDIO_WARNINGS)),
  /** The relay's message after the audio, with the warning `trailing_error`: it is removed from the file. */
  relayMessage: z.string(),
  audio: audioFactsSchema,
  /** Identifies identical requests: SHA-256 of the connection and the exact body that was sent. */
  fingerprint: z.string(),
  request: speechRequestSchema,
  /** The line of a script that it was made for; null if there is none. */
  line: lineRefSchema.nullable().default(null),
  /**
   * Set if its text was cut into `count` parts that were joined here. `kept` has the whole parts of an incomplete take, so that only the others
   * are requested again; it is empty if nothing is missing.
   */
  parts: z
    .strictObject({ count: z.number().int().positive(), kept: z.array(keptPartSchema) })
    .nullable()
    .default(null),
});

/** What a script needs to know of a take. */
export const lineTakeSchema = speechItemSchema.pick({
  id: true,
  createdAtMs: true,
  mediaId: true,
  isComplete: true,
  audio: true,
  request: true,
  line: true,
  parts: true,
  isStarred: true,
});

/** Whether the relay used the picture it was sent: an estimate, see `judgeSourceUsage`. */
const sourceUsageSchema = z.strictObject({
  verdict: z.enum(USAGE_VERDICTS),
  figure: z.number().min(0).max(1).nullable(),
  reason: z.enum(USAGE_REASONS),
  blocks: z
    .array(
      z
        .string()
        .regex(/^[-+.]*$/)
        .max(MAX_BLOCKS),
    )
    .max(MAX_BLOCKS)
    .optional(),
});

/** The estimate, or the verdict of a person instead. */
const knownSourceUsageSchema = sourceUsageSchema.extend({
  overridden: z.enum(USAGE_VERDICTS).nullable(),
});

/** What a person can change about a protected picture later, without a new request. */
const adjustmentsSchema = z.strictObject({
  growPx: z.number().min(ADJUSTMENT_PX.min).max(ADJUSTMENT_PX.max),
  featherPx: z.number().min(ADJUSTMENT_PX.min).max(ADJUSTMENT_PX.max),
  isAligned: z.boolean(),
  isSeamMatched: z.boolean(),
  isLightMatched: z.boolean(),
  isGrainMatched: z.boolean(),
  isBlended: z.boolean(),
});

/** As stored: what items of earlier versions do not have is off, so that they stay what they were when made again. */
const storedAdjustmentsSchema = adjustmentsSchema.extend({
  isLightMatched: z.boolean().default(false),
  isGrainMatched: z.boolean().default(false),
  isBlended: z.boolean().default(false),
});

/** What was changed in a result so that it joins its source; null changes nothing. */
const correctionsSchema = z.strictObject({
  /** Its colours, in one way for all of it. */
  isRecoloured: z.boolean(),
  /** Its light, from place to place: the least and the largest factor, in linear light. */
  light: z.strictObject({ least: z.number().nonnegative(), most: z.number().nonnegative() }).nullable(),
  /** Differences that were left fade into it from the mask's edge. */
  isBlended: z.boolean(),
  /** The grain that was added (`renderer/engines/pixels/compositing/grain.ts`). */
  grain: z
    .strictObject({
      deviation: z.number().nonnegative(),
      channelCorrelation: z.number().min(0).max(1),
      nextCorrelation: z.number().min(0).max(1),
      seed: z.number().int(),
    })
    .nullable(),
});

// Not by `readonly()`, which throws where typed arrays are given for arrays: it cannot freeze them.
const controlPointsSchema: z.ZodType<readonly number[], readonly number[]> = z
  .array(z.number())
  .max((FIELD_CELLS + 3) ** 2);
type Matrix = readonly [number, number, number, number];
const matrixSchema: z.ZodType<Matrix, Matrix> = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const cellsSchema = z.number().int().min(1).max(FIELD_CELLS);

/** What a shift does not explain: rotation and stretching, and a smooth field (`renderer/engines/pixels/resampling/warp.ts`). */
const warpSchema = z.strictObject({
  linear: matrixSchema,
  field: z
    .strictObject({
      columns: cellsSchema,
      rows: cellsSchema,
      dxPx: controlPointsSchema,
      dyPx: controlPointsSchema,
    })
    .refine(({ columns, rows, dxPx, dyPx }) =>
      [dxPx, dyPx].every(({ length }) => length === (columns + 3) * (rows + 3)),
    )
    .nullable(),
});

/**
 * The misalignment of the raw result: its offset in pixels of the source, its scale, and its warp, if any; `confidence`
 * is 0 to 1. It is undone only if the mask's edge fits better then.
 */
const misalignmentSchema = z.strictObject({
  dxPx: z.number(),
  dyPx: z.number(),
  scale: z.number().positive(),
  warp: warpSchema.nullable(),
  isBetterUndone: z.boolean(),
  confidence: z.number().min(0).max(1),
});
/** Items of earlier versions know neither a warp nor whether the edge fits better. */
const storedMisalignmentSchema = misalignmentSchema.extend({
  warp: warpSchema.nullable().default(null),
  isBetterUndone: z.boolean().default(true),
});

/**
 * The result with everything outside the mask taken from the source, in the source's pixels; without a mask the whole
 * result, brought back to those pixels, or with parts of the source painted over it. And its measurements:
 * pixels changed outside the mask (0, verified), the fractions of pixels that the raw result changed outside and
 * inside, the misalignment, and the difference of source and result just outside the mask, in levels of 0–255, before
 * and after.
 */
const protectedSchema = z.strictObject({
  picture: pictureSchema,
  outsideChangedPx: z.number().int().nonnegative(),
  rawOutsideChangedRatio: z.number().min(0).max(1),
  rawInsideChangedRatio: z.number().min(0).max(1),
  adjustments: storedAdjustmentsSchema.nullable(),
  misalignment: storedMisalignmentSchema.nullable(),
  seamErrorBefore: z.number().nonnegative().nullable(),
  seamErrorAfter: z.number().nonnegative().nullable(),
  /** Null in items of earlier versions. */
  corrections: correctionsSchema.nullable().default(null),
  /** Coverage where a person painted the source back over the result; null if nobody did. */
  paintedBackMediaId: mediaIdSchema.nullable().default(null),
});

/**
 * One picture of a reply. `raw` is as received; `protected` is computed from it on this computer if there was a mask,
 * or if the size was matched and another one came back.
 */
const editItemSchema = z.strictObject({
  ...itemBase,
  kind: z.literal('edit'),
  /** The requested model. */
  model: z.string(),
  raw: resultPictureSchema,
  protected: protectedSchema.nullable(),
  /** Null until it has been estimated. */
  used: knownSourceUsageSchema.nullable(),
  /**
   * The fraction of pixels that the raw result changed, inside the mask if there is one; null until it has been
   * measured.
   */
  changedRatio: z.number().min(0).max(1).nullable().default(null),
  /** The prompt as the provider rewrote it; empty if it did not. */
  revisedPrompt: z.string(),
  /** Index among the pictures of its request, from 0. */
  resultIndex: z.number().int().nonnegative(),
  /**
   * `created` of the reply, in seconds since 1970, and the number of generated pictures it reports; null if the reply
   * does not contain them. A time that no date can show is none.
   */
  relayCreatedS: z
    .number()
    .int()
    .min(0)
    .max(LAST_TIMESTAMP_MS / 1000)
    .nullable()
    .catch(null),
  generatedCount: z.number().int().nonnegative().nullable(),
  request: editRequestSchema,
});

/** The request that a reply answers. */
const askedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('speech'), request: speechRequestSchema }),
  z.strictObject({ kind: z.literal('edit'), request: editRequestSchema }),
]);

/**
 * A result that could not be fetched: its position in the reply, its whole address, why, and until when the app fetches
 * it again by itself.
 */
const missingResultSchema = z.strictObject({
  index: z.number().int().nonnegative(),
  url: z.string(),
  revisedPrompt: z.string(),
  error: appErrorSchema,
  untilMs: timestampMsSchema,
});

/**
 * A reply whose bytes did not become takes or pictures, or not completely, kept because it may have been paid for. The
 * bytes are as received, or decoded if they had a content coding. `title` is that of its request, empty if the request
 * is not known any more.
 */
const replyItemSchema = z.strictObject({
  ...itemBase,
  kind: z.literal('reply'),
  mediaId: mediaIdSchema,
  sizeBytes: z.number().int().nonnegative(),
  content: z.enum(REPLY_CONTENTS),
  /** The requested model; empty if it is not known. */
  model: z.string(),
  asked: askedSchema.nullable(),
  /** What is known of the reply beside its bytes. `contentEncoding` is empty unless the bytes are still coded. */
  reply: z
    .strictObject({
      status: z.number().int(),
      contentType: z.string(),
      contentEncoding: z.string(),
      cutReason: z.string().nullable(),
      location: z.string().optional(),
    })
    .nullable(),
  /** Why it did not become takes or pictures. */
  error: appErrorSchema.nullable(),
  /** Results that the reply names by an address and that could not be fetched yet; fetching them is free. */
  missing: z.array(missingResultSchema),
});

export const libraryItemSchema = z.discriminatedUnion('kind', [speechItemSchema, editItemSchema, replyItemSchema]);

/** What an operation on a kept reply did: the reply as it is now, and the items that became of it. */
export const replyOutcomeSchema = z.strictObject({ item: replyItemSchema, madeIds: z.array(idSchema) });

/** What is measured of every result. */
const measuredSchema = { used: sourceUsageSchema, changedRatio: z.number().min(0).max(1) };

/** Sent by the renderer when it has computed the protected picture of an item. */
export const addProtectedSchema = protectedSchema.omit({ picture: true }).extend({
  id: idSchema,
  mediaId: mediaIdSchema,
  adjustments: adjustmentsSchema.nullable(),
  misalignment: misalignmentSchema.nullable(),
  corrections: correctionsSchema.nullable(),
  paintedBackMediaId: mediaIdSchema.nullable(),
  ...measuredSchema,
});

/** The measurements of an item of which no protected picture is made. */
export const addSourceUsageSchema = z.strictObject({ id: idSchema, ...measuredSchema });

/** How far the page could decode the raw result of an item. */
export const addDecodingSchema = z.strictObject({ id: idSchema, extent: z.enum(DECODED_EXTENTS) });

/** A person's verdict on whether a relay used their picture; null restores the estimate. */
export const overrideVerdictSchema = z.strictObject({ id: idSchema, verdict: z.enum(PERSON_VERDICTS).nullable() });

/** The name of the file that was edited, if it is known: the suggested name is made of it. */
const sourceNameSchema = z.string().max(1000);

/** A name without extension, any text. */
const stemSchema = z.string().max(1000);

/** What is about to be saved: an edit, or a stored picture that is none. */
export const pictureSourceSchema = z.union([
  z.strictObject({ id: idSchema, sourceName: sourceNameSchema.optional() }),
  z.strictObject({ mediaId: mediaIdSchema, sourceName: sourceNameSchema }),
]);

/** A picture that the page generated, as a file. */
export const savePictureSchema = z.strictObject({
  /** The edit that it was made of; null if it was made of none. */
  id: idSchema.nullable(),
  /** It was made of the protected picture, not of the raw result. */
  isProtected: z.boolean(),
  format: z.enum(OUTPUT_FORMATS),
  name: stemSchema,
  bytes: bytesSchema,
});

export const libraryQuerySchema = z.strictObject({
  search: z.string().max(1000),
  kind: z.enum(['speech', 'edit', 'reply']).nullable(),
  /** Items older than this one, for paging. */
  beforeId: idSchema.nullable(),
  limit: z.number().int().min(1).max(200),
  /** Returns deleted items, which can be restored, instead of the others. */
  isTrashed: z.boolean().default(false),
});

/** Takes of pcm to be read at another rate than the one they were received with. The bytes are not changed. */
export const rereadSchema = z.strictObject({
  id: idSchema,
  rateHz: z.number().int().min(PCM_RATE_HZ.min).max(PCM_RATE_HZ.max),
});

/** A voice that can be played without a request, and its newest complete take. */
export const sampledVoiceSchema = z.strictObject({ voice: z.string(), itemId: idSchema });

/** Largest decoded sound that the page may send as a wav file. In bytes. */
const MAX_WAV_BYTES = 1024 * 1024 * 1024;

/**
 * `name` is suggested instead of one that is made of the item. `wav` is the sound that the page decoded from a
 * compressed take, which main cannot decode itself.
 */
export const saveCopySchema = z.strictObject({
  id: idSchema,
  as: z.enum(['received', 'wav', 'protected']),
  sourceName: sourceNameSchema.optional(),
  name: stemSchema.optional(),
  wav: bytesSchema.refine(({ length }) => length <= MAX_WAV_BYTES).optional(),
});

export type LibraryItem = z.infer<typeof libraryItemSchema>;
export type LineTake = z.infer<typeof lineTakeSchema>;
export type KeptPart = z.infer<typeof keptPartSchema>;
export type SpeechItem = z.infer<typeof speechItemSchema>;
export type EditItem = z.infer<typeof editItemSchema>;
export type ReplyItem = z.infer<typeof replyItemSchema>;
export type MissingResult = z.infer<typeof missingResultSchema>;
export type Adjustments = z.infer<typeof adjustmentsSchema>;
export type Corrections = z.infer<typeof correctionsSchema>;
export type SampledVoice = z.infer<typeof sampledVoiceSchema>;
export type LibraryQuery = z.input<typeof libraryQuerySchema>;
