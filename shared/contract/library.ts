// Schemas of the library: items as the renderer sees them.

import { z } from 'zod';
import { SPEECH_FORMATS } from '../speech/formats.ts';
import { idSchema, timestampMsSchema } from './common.ts';
import { speechRequestSchema } from './speech.ts';

/** SHA-256 of the bytes, in hex. */
export const mediaIdSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** What the audio is, read from its bytes; null where the bytes do not tell. */
const audioFactsSchema = z.strictObject({
  askedFormat: z.enum(SPEECH_FORMATS),
  format: z.enum(SPEECH_FORMATS),
  sampleRateHz: z.number().int().positive().nullable(),
  durationMs: z.number().int().nonnegative().nullable(),
});

export const libraryItemSchema = z.strictObject({
  id: idSchema,
  kind: z.literal('speech'),
  title: z.string(),
  createdAtMs: timestampMsSchema,
  connectionName: z.string(),
  mediaId: mediaIdSchema,
  mime: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  /** False when the connection was cut and only the beginning was received. */
  isComplete: z.boolean(),
  audio: audioFactsSchema,
  request: speechRequestSchema,
});

export const libraryQuerySchema = z.strictObject({
  search: z.string().max(1000),
  /** Items older than this one, for paging. */
  beforeId: idSchema.nullable(),
  limit: z.number().int().min(1).max(200),
});

export type LibraryItem = z.infer<typeof libraryItemSchema>;
export type LibraryQuery = z.infer<typeof libraryQuerySchema>;
