// Schemas of the storage: the library's folder, what is wrong with it, and what is not on disk.

import { z } from 'zod';
import { STORAGE_PROBLEMS } from '../storage/storage-problems.ts';

/** Path of the library and whether it is writable; if it is not, nothing can be generated. */
export const storageSchema = z.strictObject({ isWritable: z.boolean(), folder: z.string(), reason: z.string() });

/** What is kept in memory when it cannot be written, and written again until it can. */
const UNSAVED_THINGS = ['results', 'settings', 'keys', 'draft', 'masks', 'scripts'] as const;

/** The files that may hold what cannot be read; `library` stands for all entries of it that were put aside. */
const READ_FILES = ['settings', 'keys', 'draft', 'library'] as const;

/**
 * A file of which a part could not be read. `parts`: the paths of its fields and the names of its connections, or the
 * entries of the library under their new names; empty if nothing of it could be read. `isRestored`: the backup had all of it. `keptAs`: the name under which the file was kept;
 * empty if that failed too.
 */
const lossSchema = z.strictObject({
  file: z.enum(READ_FILES),
  parts: z.array(z.string()),
  isRestored: z.boolean(),
  keptAs: z.string(),
});

/** `missingBytes`: how much more free space is needed, in whole MiB; null if that is not the problem. */
const problemSchema = z.strictObject({
  kind: z.enum(STORAGE_PROBLEMS),
  missingBytes: z.number().int().nonnegative().nullable(),
});

export const storageHealthSchema = z.strictObject({
  problem: problemSchema.nullable(),
  unsaved: z.array(z.enum(UNSAVED_THINGS)),
  losses: z.array(lossSchema),
});

export type Storage = z.infer<typeof storageSchema>;
export type StorageHealth = z.infer<typeof storageHealthSchema>;
export type Loss = z.infer<typeof lossSchema>;
export type UnsavedThing = (typeof UNSAVED_THINGS)[number];
