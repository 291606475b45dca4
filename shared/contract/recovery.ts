// Schemas of what keeps the library whole: rebuilding it from its files, and verifying them.

import { z } from 'zod';
import { CARRIED_TABLES, VERIFY_FINDINGS } from '../storage/library-maintenance.ts';
import { appErrorSchema } from './common.ts';

const countSchema = z.number().int().nonnegative();

/** What a list names before it is cut off; `count` is of all. */
export const listedSchema = z.strictObject({ count: countSchema, first: z.array(z.string()) });

/** Why the database is rebuilt; `asked`: a person pressed *Rebuild library*. */
const REBUILD_CAUSES = ['missing', 'damaged', 'walMissing', 'interrupted', 'asked'] as const;

/** What a rebuild found. */
const rebuildResultSchema = z.strictObject({
  /** Items in the new database, with those of the next field. */
  items: countSchema,
  /** Items without a readable sidecar that were taken from the earlier database. */
  itemsFromRows: countSchema,
  /** Sidecars that could not be read; their items are missing now, unless the earlier database had them. */
  badSidecars: listedSchema,
  /** Media files that no item refers to. */
  mediaWithoutItem: countSchema,
  /** Rows that were taken over, and whether the whole table could be read. */
  carried: z.partialRecord(z.enum(CARRIED_TABLES), z.strictObject({ count: countSchema, isWhole: z.boolean() })),
});

/** What a verification found; findings that are not there were not made. */
const verifyResultSchema = z.strictObject({
  items: countSchema,
  mediaFiles: countSchema,
  mediaBytes: countSchema,
  findings: z.partialRecord(z.enum(VERIFY_FINDINGS), listedSchema),
});

/** How far a rebuild or a verification is; for a verification in bytes. `total` is 0 until it is known. */
const recoveryProgressSchema = z.strictObject({ done: countSchema, total: countSchema });

/**
 * What is done to keep the library whole, or was done last. `rebuilding` says why; `aside` is the name of the file that
 * the earlier database is kept in.
 */
export const maintenanceSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('idle') }),
  z.strictObject({ step: z.literal('verifying'), progress: recoveryProgressSchema }),
  z.strictObject({ step: z.literal('verified'), result: verifyResultSchema }),
  z.strictObject({ step: z.literal('rebuilding'), cause: z.enum(REBUILD_CAUSES), progress: recoveryProgressSchema }),
  z.strictObject({
    step: z.literal('rebuilt'),
    cause: z.enum(REBUILD_CAUSES),
    result: rebuildResultSchema,
    aside: z.string().nullable(),
  }),
  z.strictObject({ step: z.literal('failed'), error: appErrorSchema }),
]);

export type Maintenance = z.infer<typeof maintenanceSchema>;
export type RebuildCause = (typeof REBUILD_CAUSES)[number];
export type RebuildResult = z.infer<typeof rebuildResultSchema>;
export type CarriedRows = RebuildResult['carried'];
export type Listed = z.infer<typeof listedSchema>;
export type VerifyResult = z.infer<typeof verifyResultSchema>;
export type RecoveryProgress = z.infer<typeof recoveryProgressSchema>;
