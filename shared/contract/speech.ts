// Schemas of speech: the request, and the live audio of the reply.

import { z } from 'zod';
import { MAX_PAUSE_MS, MAX_PAUSES } from '../script/directions.ts';
import { AUDIO_KINDS, SPEECH_FORMATS } from '../speech/formats.ts';
import { isRatioValid, isSpeechInputValid, isSpeedValid } from '../speech/limits.ts';
import { bytesSchema } from './bytes.ts';
import { idSchema } from './common.ts';

/** Longest text of one request, in UTF-16 units; far beyond the limits of relays. */
const MAX_TEXT_LENGTH = 1_000_000;
const wordSchema = z.string().trim().min(1).max(200);
const ratioSchema = z.number().refine(isRatioValid);

/** The optional provider-level fields (relay API §2.1, last paragraph); an absent key is not sent. */
export const speechExtrasSchema = z.strictObject({
  volumeRatio: ratioSchema.optional(),
  pitchRatio: ratioSchema.optional(),
  emotion: wordSchema.optional(),
  language: wordSchema.optional(),
});

const pauseSchema = z.strictObject({
  at: z.number().int().min(0).max(MAX_TEXT_LENGTH),
  ms: z.number().int().min(1).max(MAX_PAUSE_MS),
});

/** One request for speech. `voice: null` omits the field, so that the relay uses its default. */
export const speechRequestSchema = z.strictObject({
  connectionId: idSchema,
  text: z.string().max(MAX_TEXT_LENGTH).refine(isSpeechInputValid),
  voice: wordSchema.nullable(),
  speed: z.number().refine(isSpeedValid),
  format: z.enum(SPEECH_FORMATS),
  extras: speechExtrasSchema,
  /** Silences in the text, in order, of `ms` milliseconds before a UTF-16 unit; the app makes them, no relay does. */
  pauses: z.exactOptional(z.array(pauseSchema).min(1).max(MAX_PAUSES)),
});

/** The line of a script that a request speaks. */
export const lineRefSchema = z.strictObject({ scriptId: idSchema, lineId: idSchema });

/**
 * `again` sends the request even if an identical one has been answered before, or is in progress for another line.
 * `completes` is an incomplete
 * take of the same request, of which only the missing parts are sent.
 */
export const speechOrderSchema = speechRequestSchema.extend({
  again: z.boolean().optional(),
  completes: idSchema.optional(),
  line: lineRefSchema.optional(),
});

/** Audio that has just arrived, in order; `format` is the kind of the bytes, `pcmRateHz` is used for pcm only. */
export const speechChunkSchema = z.strictObject({
  jobId: idSchema,
  index: z.number().int().nonnegative(),
  format: z.enum(AUDIO_KINDS),
  pcmRateHz: z.number().int().positive(),
  bytes: bytesSchema,
});

export type SpeechExtras = z.infer<typeof speechExtrasSchema>;
export type SpeechRequest = z.infer<typeof speechRequestSchema>;
export type SpeechOrder = z.infer<typeof speechOrderSchema>;
export type SpeechChunk = z.infer<typeof speechChunkSchema>;
