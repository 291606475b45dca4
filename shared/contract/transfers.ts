// Schemas of what is done with whole libraries: moving, backing up, importing.

import { z } from 'zod';
import { REFUSALS, TRANSFER_KINDS, TRANSFER_PHASES } from '../storage/transfers.ts';
import { appErrorSchema, idSchema } from './common.ts';
import { listedSchema } from './recovery.ts';

const countSchema = z.number().int().nonnegative();

/** How many of each were meant. */
const countsSchema = z.strictObject({ items: countSchema, scripts: countSchema, collections: countSchema });

/** A library that lies in another folder now. `left`: files that stay in the earlier folder, which were not the app's. */
const movedSchema = z.strictObject({
  kind: z.literal('move'),
  folder: z.string(),
  files: countSchema,
  bytes: countSchema,
  left: listedSchema,
});

/**
 * A back-up, or a project as a zip file. `bytes` were written; `known` files were there already. `changed`: files that do
 * not have the bytes that their names say, which are in the copy as they are. `checked` files were there and read again:
 * those that were damaged are `repaired` from the library, or still `damaged` where it has no whole one. `isContinued`:
 * an earlier back-up to the same place was not finished.
 */
const copiedSchema = z.strictObject({
  kind: z.enum(['backUp', 'project']),
  path: z.string(),
  counts: countsSchema,
  files: countSchema,
  known: countSchema,
  bytes: countSchema,
  changed: listedSchema,
  checked: countSchema,
  repaired: listedSchema,
  damaged: listedSchema,
  isContinued: z.boolean(),
});

/**
 * What an import brought. `renamed`: added under a new id, because something else has theirs. `trashed`: the ids here of
 * what is here already, but deleted, and is not deleted there; `known` are the others that are here.
 */
const importedSchema = z.strictObject({
  kind: z.literal('import'),
  added: countsSchema,
  known: countsSchema,
  trashed: z.strictObject({ items: z.array(idSchema), scripts: z.array(idSchema) }),
  renamed: countSchema,
  refused: z.partialRecord(z.enum(REFUSALS), listedSchema),
  /** False for a back-up that was interrupted: more may be missing. */
  isWhole: z.boolean(),
});

/** The transfer that is under way, or the last one. `total` is 0 until it is known; both count bytes, or items in `adding`. */
export const transferSchema = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('idle') }),
  z.strictObject({
    step: z.literal('running'),
    kind: z.enum(TRANSFER_KINDS),
    phase: z.enum(TRANSFER_PHASES),
    progress: z.strictObject({ done: countSchema, total: countSchema }),
    canCancel: z.boolean(),
  }),
  z.strictObject({
    step: z.literal('done'),
    result: z.discriminatedUnion('kind', [movedSchema, copiedSchema, importedSchema]),
  }),
  z.strictObject({ step: z.literal('failed'), kind: z.enum(TRANSFER_KINDS), error: appErrorSchema }),
]);

/** Where an import comes from. */
export const transferPlaceSchema = z.strictObject({ as: z.enum(['folder', 'zip']) });

/** Where a back-up goes; `verified` is a folder whose files are all read again. */
export const backUpSchema = z.strictObject({ as: z.enum(['folder', 'verified', 'zip']) });

/** What a project consists of: items, and scripts with the takes of their lines. */
export const projectSchema = z.strictObject({
  /** Suggested name of the file, without extension. */
  name: z.string().max(300),
  itemIds: z.array(idSchema).max(100_000),
  scriptIds: z.array(idSchema).max(1000),
});

export type Transfer = z.infer<typeof transferSchema>;
export type TransferResult = Extract<Transfer, { step: 'done' }>['result'];
export type BackUpAs = z.infer<typeof backUpSchema>['as'];
export type CopyResult = z.infer<typeof copiedSchema>;
export type ImportResult = z.infer<typeof importedSchema>;
export type Project = z.infer<typeof projectSchema>;
export type Counts = z.infer<typeof countsSchema>;
