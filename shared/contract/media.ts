// Schemas of media: pictures brought in, and what is known of a file once it is stored.

import { z } from 'zod';
import { idSchema } from './common.ts';

/** SHA-256 of the bytes, in hex. */
export const mediaIdSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored picture. Sizes are as in the file's header, before any EXIF turn. */
export const pictureSchema = z.strictObject({
  mediaId: mediaIdSchema,
  mime: z.string(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  sizeBytes: z.number().int().positive(),
});

/** Longest address taken, in characters. */
const MAX_URL_LENGTH = 4000;

export const importBytesSchema = z.strictObject({ bytes: z.instanceof(Uint8Array) });
/** `connectionId`: a private address is allowed only where it is that connection's own. */
export const importUrlSchema = z.strictObject({ connectionId: idSchema, url: z.string().max(MAX_URL_LENGTH) });

/** A thumbnail is a few dozen kilobytes. */
const MAX_THUMBNAIL_BYTES = 512 * 1024;

/** A small WebP picture that stands for a stored one. */
export const keepThumbnailSchema = z.strictObject({
  mediaId: mediaIdSchema,
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= MAX_THUMBNAIL_BYTES),
});

export type Picture = z.infer<typeof pictureSchema>;
