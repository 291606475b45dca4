// Schemas of what the library uses on the disk, and of freeing what nothing needs.

import { z } from 'zod';
import { STORAGE_KINDS } from '../storage/storage-kinds.ts';

const bytesSchema = z.number().int().nonnegative();

/** `freedBytes`: removed by this call. `freeBytes`: free on the disk; null where the system does not say. */
export const storageUseSchema = z.strictObject({
  bytes: z.record(z.enum(STORAGE_KINDS), bytesSchema),
  freedBytes: bytesSchema,
  freeBytes: bytesSchema.nullable(),
});

export type StorageUse = z.infer<typeof storageUseSchema>;
