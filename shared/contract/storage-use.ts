// Schemas of what the library uses on the disk, and of freeing what nothing needs.

import { z } from 'zod';

const bytesSchema = z.number().int().nonnegative();

/**
 * What the bytes are used for. `results`: pictures made, and replies kept as received; `sources`: pictures and masks of
 * requests, drafts and jobs; `facts`: database and sidecars; `recent`: still arriving, or too new to say whether anything
 * needs it, or the facts of an item cannot be read; `recoverable`: needed by nothing.
 */
export const STORAGE_KINDS = [
  'takes',
  'results',
  'sources',
  'thumbnails',
  'facts',
  'logs',
  'recent',
  'recoverable',
] as const;

/** `freedBytes`: removed by this call. `freeBytes`: free on the disk; null where the system does not say. */
export const storageUseSchema = z.strictObject({
  bytes: z.record(z.enum(STORAGE_KINDS), bytesSchema),
  freedBytes: bytesSchema,
  freeBytes: bytesSchema.nullable(),
});

export type StorageKind = (typeof STORAGE_KINDS)[number];
export type StorageUse = z.infer<typeof storageUseSchema>;
