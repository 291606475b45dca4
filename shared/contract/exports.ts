// Schemas of exports: files that the page makes piece by piece, and main writes.

import { z } from 'zod';
import { OUTPUT_FORMATS } from '../images/limits.ts';
import { SHEET_FILES } from '../library/contact-sheet.ts';
import { contentFacts } from '../library/reply-contents.ts';
import { SUBTITLE_FORMATS } from '../subtitles/write.ts';
import { bytesSchema } from './bytes.ts';
import { idSchema } from './common.ts';

/** The files that the page makes: sound, subtitles, pictures, contact sheets, and several of them in one. None of them is a program. */
const EXTENSIONS: ReadonlySet<string> = new Set([
  'wav',
  'flac',
  'mp3',
  'opus',
  'zip',
  ...SUBTITLE_FORMATS,
  ...SHEET_FILES,
  ...OUTPUT_FORMATS.map((format) => contentFacts(format).extension),
]);
/** A name, not a path. */
const fileNameSchema = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^/\\]+\.[a-z0-9]+$/)
  .refine((name) => EXTENSIONS.has(name.slice(name.lastIndexOf('.') + 1)));
/** Longest text that a name is made of: a template whose placeholders have the longest titles. */
const MAX_STEM = 10_000;
/** Largest piece of a file, in bytes. */
const MAX_PIECE_BYTES = 4 * 1024 * 1024;

/** Most lines of an export. */
const MAX_LINES = 100_000;

/** `fileName` is suggested in the dialog; with `isFolder` it asks for a folder, and files are named as they come. */
export const beginExportSchema = z.strictObject({ fileName: fileNameSchema, isFolder: z.boolean() });

/**
 * `remainingBytes`: about the size of this file and of all after it. `fileName` is used in a folder. `itemIds`: the items
 * that are heard in it, in order; none in subtitles.
 */
export const openExportFileSchema = z.strictObject({
  id: idSchema,
  fileName: fileNameSchema,
  remainingBytes: z.number().nonnegative(),
  itemIds: z.array(idSchema).max(MAX_LINES),
});

/** A piece of the export. `index` counts all pieces from 0. */
export const writeExportSchema = z.strictObject({
  id: idSchema,
  index: z.number().int().nonnegative(),
  bytes: bytesSchema.refine(({ length }) => length <= MAX_PIECE_BYTES),
});

/** An item to save in a folder that `exports.chooseFolder` returned. */
export const beginItemSchema = z.strictObject({ folderId: idSchema, itemId: idSchema });

/** `stem`: the name without its extension, any text; main makes a valid name of it. */
export const copyItemSchema = z.strictObject({ id: idSchema, stem: z.string().max(MAX_STEM) });
