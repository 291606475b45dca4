// Schemas of collections: items that a person put together, or a search that is kept.

import { z } from 'zod';
import { idSchema } from './common.ts';
import { libraryFilterSchema, librarySortSchema } from './finding.ts';

/** Longest title of a collection, in characters. */
const MAX_COLLECTION_TITLE = 200;
/** Most items of one collection. */
const MAX_COLLECTED = 100_000;
/** Most items that are added or removed at once. */
const MAX_COLLECTED_AT_ONCE = 20_000;

export const collectionTitleSchema = z.string().trim().min(1).max(MAX_COLLECTION_TITLE);

const manual = { kind: z.literal('manual'), itemIds: z.array(idSchema).max(MAX_COLLECTED) };
const smart = { kind: z.literal('smart'), filter: libraryFilterSchema, sort: librarySortSchema };

/** What its file has of a collection, beside the fields of others. */
export const collectionSchema = z.discriminatedUnion('kind', [
  z.looseObject({ id: idSchema, title: collectionTitleSchema, ...manual }),
  z.looseObject({ id: idSchema, title: collectionTitleSchema, ...smart }),
]);

/** A collection to be made. */
export const newCollectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ title: collectionTitleSchema, ...manual }),
  z.strictObject({ title: collectionTitleSchema, ...smart }),
]);

/** Why a collection cannot be shown: its file is damaged, or of a newer version of the app. */
const COLLECTION_PROBLEMS = ['damaged', 'newer'] as const;

const entryFields = { id: idSchema, title: z.string(), problem: z.enum(COLLECTION_PROBLEMS).nullable() };

/** What the list shows of a collection. `count`: its items that are not deleted. */
export const collectionEntrySchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...entryFields, kind: manual.kind, count: z.number().int().nonnegative() }),
  z.strictObject({ ...entryFields, ...smart }),
]);

/** Items to be put into a collection, or taken out of it. */
export const collectedSchema = z.strictObject({
  id: idSchema,
  itemIds: z.array(idSchema).min(1).max(MAX_COLLECTED_AT_ONCE),
});

/** A smart collection's other search. */
export const refilterSchema = z.strictObject({ id: idSchema, filter: smart.filter, sort: smart.sort });

export type Collection = z.infer<typeof collectionSchema>;
export type NewCollection = z.infer<typeof newCollectionSchema>;
export type Refilter = z.infer<typeof refilterSchema>;
export type CollectionEntry = z.infer<typeof collectionEntrySchema>;
