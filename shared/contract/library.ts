// Schemas of the library: items as the renderer sees them.

import { z } from 'zod';
import { ADJUSTMENT_PX, OUTPUT_FORMATS } from '../images/limits.ts';
import { PERSON_VERDICTS, USAGE_REASONS, USAGE_VERDICTS } from '../images/source-usage.ts';
import { AUDIO_WARNINGS } from '../speech/audio-warnings.ts';
import { AUDIO_KINDS, PCM_RATE_HZ, SPEECH_FORMATS } from '../speech/formats.ts';
import { idSchema, timestampMsSchema } from './common.ts';
import { editRequestSchema } from './images.ts';
import { mediaIdSchema, pictureSchema } from './media.ts';
import { speechRequestSchema } from './speech.ts';

/** What the audio is, read from its bytes; null where the bytes do not tell. */
const audioFactsSchema = z.strictObject({
  askedFormat: z.enum(SPEECH_FORMATS),
  format: z.enum(AUDIO_KINDS),
  sampleRateHz: z.number().int().positive().nullable(),
  durationMs: z.number().int().nonnegative().nullable(),
});

const itemBase = {
  id: idSchema,
  title: z.string(),
  createdAtMs: timestampMsSchema,
  connectionName: z.string(),
};

const speechItemSchema = z.strictObject({
  ...itemBase,
  kind: z.literal('speech'),
  mediaId: mediaIdSchema,
  mime: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** False when the connection was cut and only the beginning was received. */
  isComplete: z.boolean(),
  /** What is odd about the audio; empty when all is well. */
  warnings: z.array(z.enum(AUDIO_WARNINGS)),
  /** What the relay said behind the audio, with the warning `trailing_error`: it is cut off from the file. */
  relayMessage: z.string().default(''),
  audio: audioFactsSchema,
  /** Tells identical requests: SHA-256 over the connection and the exact body that was sent. Takes of the first version have none. */
  fingerprint: z.string().optional(),
  request: speechRequestSchema,
});

/** Whether the relay used the picture it was sent: an estimate, see `judgeSourceUsage`. */
const sourceUsageSchema = z.strictObject({
  verdict: z.enum(USAGE_VERDICTS),
  figure: z.number().min(0).max(1).nullable(),
  reason: z.enum(USAGE_REASONS),
});

/** The estimate, or what a person said in its place. Items of earlier versions lack `overridden`. */
const knownSourceUsageSchema = sourceUsageSchema.extend({
  overridden: z.enum(USAGE_VERDICTS).nullable().default(null),
});

/** What a person may change about a protected picture afterwards, without a new request. */
const adjustmentsSchema = z.strictObject({
  growPx: z.number().min(ADJUSTMENT_PX.min).max(ADJUSTMENT_PX.max),
  featherPx: z.number().min(ADJUSTMENT_PX.min).max(ADJUSTMENT_PX.max),
  isAligned: z.boolean(),
  isSeamMatched: z.boolean(),
});

/** How the raw result was misaligned: its offset in pixels of the source, and its scale; `confidence` is a share, 0 to 1. */
const misalignmentSchema = z.strictObject({
  dxPx: z.number(),
  dyPx: z.number(),
  scale: z.number().positive(),
  confidence: z.number().min(0).max(1),
});

const mendedShape = {
  adjustments: adjustmentsSchema.nullable(),
  misalignment: misalignmentSchema.nullable(),
  seamErrorBefore: z.number().nonnegative().nullable(),
  seamErrorAfter: z.number().nonnegative().nullable(),
};

/**
 * The result with everything outside the mask taken from the source, in the source's pixels, and what was measured: pixels changed
 * outside the mask in it (0, verified), the shares of pixels the raw result changed outside and inside, the misalignment that was found, and how
 * much source and result disagree just outside the mask, in levels of 0–255, before and after.
 */
const protectedSchema = z.strictObject({
  picture: pictureSchema,
  outsideChangedPx: z.number().int().nonnegative(),
  rawOutsideChangedRatio: z.number().min(0).max(1),
  rawInsideChangedRatio: z.number().min(0).max(1),
  // Items of earlier versions lack what follows.
  adjustments: mendedShape.adjustments.default(null),
  misalignment: mendedShape.misalignment.default(null),
  seamErrorBefore: mendedShape.seamErrorBefore.default(null),
  seamErrorAfter: mendedShape.seamErrorAfter.default(null),
});

/** One picture that came back. `raw` is as received; `protected` is made from it on this computer, where there was a mask. */
const editItemSchema = z.strictObject({
  ...itemBase,
  kind: z.literal('edit'),
  /** The model that was asked; empty in items of earlier versions. */
  model: z.string().default(''),
  raw: pictureSchema,
  protected: protectedSchema.nullable(),
  /** Null until it was looked at. */
  used: knownSourceUsageSchema.nullable().default(null),
  /** The instruction as the provider rewrote it; empty when it did not. */
  revisedPrompt: z.string(),
  /** Place among the pictures of its request, from 0. */
  resultIndex: z.number().int().nonnegative(),
  /** `created` of the reply, in seconds since 1970, and the number of pictures it says were made; null where it says nothing. */
  relayCreatedS: z.number().int().nonnegative().nullable().default(null),
  generatedCount: z.number().int().nonnegative().nullable().default(null),
  request: editRequestSchema,
});

export const libraryItemSchema = z.discriminatedUnion('kind', [speechItemSchema, editItemSchema]);

/** What the renderer hands in once it has made the protected picture of an item. */
export const addProtectedSchema = protectedSchema
  .omit({ picture: true })
  .extend({ ...mendedShape, id: idSchema, mediaId: mediaIdSchema, used: sourceUsageSchema });

/** The verdict on an item without a mask, which gets no protected picture. */
export const addSourceUsageSchema = z.strictObject({ id: idSchema, used: sourceUsageSchema });

/** What a person says of whether a relay used their picture; null goes back to the estimate. */
export const overrideVerdictSchema = z.strictObject({ id: idSchema, verdict: z.enum(PERSON_VERDICTS).nullable() });

/** A picture made from an item by the page, as a file. */
export const savePictureSchema = z.strictObject({
  id: idSchema,
  format: z.enum(OUTPUT_FORMATS),
  bytes: z.instanceof(Uint8Array),
});

export const libraryQuerySchema = z.strictObject({
  search: z.string().max(1000),
  kind: z.enum(['speech', 'edit']).nullable(),
  /** Items older than this one, for paging. */
  beforeId: idSchema.nullable(),
  limit: z.number().int().min(1).max(200),
  /** What was deleted, and can be put back, in place of what is there. */
  isTrashed: z.boolean().default(false),
});

/** Takes of pcm heard at another rate than they were received with. The bytes stay as they are. */
export const rereadSchema = z.strictObject({
  id: idSchema,
  rateHz: z.number().int().min(PCM_RATE_HZ.min).max(PCM_RATE_HZ.max),
});

/** A voice that can be heard without a request, and the newest whole take of it. */
export const sampledVoiceSchema = z.strictObject({ voice: z.string(), itemId: idSchema });

/** Longest decoded sound the page may hand over, as a wav file. */
const MAX_WAV_BYTES = 1024 * 1024 * 1024;

/** `wav` is what the page decoded from a compressed take, which main cannot decode itself. */
export const saveCopySchema = z.strictObject({
  id: idSchema,
  as: z.enum(['received', 'wav', 'protected']),
  wav: z
    .instanceof(Uint8Array)
    .refine(({ length }) => length <= MAX_WAV_BYTES)
    .optional(),
});

/** Items to save into one folder, each under the name the template gives it. */
export const saveAllSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(1000), template: z.string().max(200) });

export type LibraryItem = z.infer<typeof libraryItemSchema>;
export type SpeechItem = z.infer<typeof speechItemSchema>;
export type EditItem = z.infer<typeof editItemSchema>;
export type Adjustments = z.infer<typeof adjustmentsSchema>;
export type SampledVoice = z.infer<typeof sampledVoiceSchema>;
export type LibraryQuery = z.input<typeof libraryQuerySchema>;
