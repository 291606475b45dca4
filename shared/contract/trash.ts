// Schemas of the trash: what is in it, and deleting for good.

import { z } from 'zod';
import { appErrorSchema, idSchema } from './common.ts';

const countSchema = z.number().int().nonnegative();

/** The most items that one call names. */
const MAX_IDS = 1_000_000;

/** Items of the trash that are meant; null is all of them. */
export const trashedIdsSchema = z.strictObject({ ids: z.array(idSchema).max(MAX_IDS).nullable() });

/** Items to delete for good; those that are not in the trash stay as they are. */
export const deleteForGoodSchema = z.strictObject({ ids: z.array(idSchema).min(1).max(MAX_IDS) });

/**
 * `count`: items in the trash that are meant, of which `inUseCount` would stay, because scripts or requests need them.
 * `bytes`: what deleting the others frees at least.
 */
export const trashSummarySchema = z.strictObject({ count: countSchema, bytes: countSchema, inUseCount: countSchema });

/** What was deleted for good. `failed`: why others, whose number is `failedCount`, could not be; they are still in the trash. */
export const deletedForGoodSchema = z.strictObject({
  count: countSchema,
  freedBytes: countSchema,
  inUseCount: countSchema,
  failedCount: countSchema,
  failed: appErrorSchema.nullable(),
});

export type TrashSummary = z.infer<typeof trashSummarySchema>;
export type DeletedForGood = z.infer<typeof deletedForGoodSchema>;
