// Schemas of media: imported pictures, and the facts about a stored file.

import { z } from 'zod';
import { PICTURE_STATES } from '../images/picture-states.ts';
import { bytesSchema } from './bytes.ts';
import { idSchema } from './common.ts';

/** SHA-256 of the bytes, in hex. */
export const mediaIdSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored picture. Its sides are as it is displayed, upright. */
export const pictureSchema = z.strictObject({
  mediaId: mediaIdSchema,
  mime: z.string(),
  widthPx: z.number().int().positive(),
  heightPx: z.number().int().positive(),
  sizeBytes: z.number().int().positive(),
});

/**
 * A picture of a reply, kept as received whatever its file is like. A side is 0 if the file does not say it. Items of
 * earlier versions of the app have no state.
 */
export const resultPictureSchema = pictureSchema.extend({
  widthPx: z.number().int().nonnegative(),
  heightPx: z.number().int().nonnegative(),
  state: z.enum(PICTURE_STATES).default('unchecked'),
});

/** Longest accepted address, in characters. */
const MAX_URL_LENGTH = 4000;

export const importBytesSchema = z.strictObject({ bytes: bytesSchema });
/** `connectionId`: a private address is allowed only if it is on the host of that connection. */
export const importUrlSchema = z.strictObject({ connectionId: idSchema, url: z.string().max(MAX_URL_LENGTH) });

/** A thumbnail has a few dozen kilobytes. */
const MAX_THUMBNAIL_BYTES = 512 * 1024;

/** What a thumbnail shows: the whole file, or the part of a picture that was changed. */
export const THUMBNAIL_PARTS = ['whole', 'changed'] as const;
export type ThumbnailPart = (typeof THUMBNAIL_PARTS)[number];

/** A small WebP preview of a stored picture or sound. */
export const keepThumbnailSchema = z.strictObject({
  mediaId: mediaIdSchema,
  part: z.enum(THUMBNAIL_PARTS),
  bytes: bytesSchema.refine((bytes) => bytes.length <= MAX_THUMBNAIL_BYTES),
});

/**
 * What the picture says of itself with which a chain of edits began: its EXIF block as it is, and its resolution in
 * pixels per inch where that is stated outside of EXIF.
 */
export const sourceDetailsSchema = z.strictObject({
  exif: bytesSchema.nullable(),
  density: z.strictObject({ x: z.number(), y: z.number() }).nullable(),
});

/** A media file that is not in its place: there is none, or one of another size. `path` is where it should be. */
export const missingMediaSchema = z.strictObject({
  mediaId: mediaIdSchema,
  state: z.enum(['missing', 'changed']),
  path: z.string(),
});

export type MissingMedia = z.infer<typeof missingMediaSchema>;
export type SourceDetails = z.infer<typeof sourceDetailsSchema>;
export type Picture = z.infer<typeof pictureSchema>;
export type ResultPicture = z.infer<typeof resultPictureSchema>;
