// Schemas of what a person keeps with items: titles, stars, ratings, tags and notes.

import { z } from 'zod';
import { MAX_NOTE, MAX_RATING, MAX_TAG, MAX_TAGS, tidyTags } from '../library/kept.ts';
import { MAX_TITLE } from '../library/library-limits.ts';
import { appErrorSchema, idSchema } from './common.ts';

/** Most items of one change; a larger selection is changed in several. */
const MAX_KEPT_AT_ONCE = 20_000;

/**
 * The fields of an item. A file of the library may have been written by others: what cannot be stored is read as nothing,
 * and never makes an item unreadable.
 */
export const keptFields = {
  isStarred: z.boolean().default(false).catch(false),
  /** 1 to 5; 0 is none. */
  rating: z.number().int().min(0).max(MAX_RATING).default(0).catch(0),
  tags: z
    .array(z.unknown())
    .default([])
    .catch([])
    .transform((tags) => tidyTags(tags.filter((tag) => typeof tag === 'string'))),
  note: z
    .string()
    .default('')
    .catch('')
    .transform((note) => note.slice(0, MAX_NOTE)),
};

const tagsSchema = z.array(z.string().trim().min(1).max(MAX_TAG)).max(MAX_TAGS);

const keptChangeSchema = z.strictObject({
  /** Empty only to bring an empty one back. */
  title: z.exactOptional(z.string().max(MAX_TITLE)),
  isStarred: z.exactOptional(z.boolean()),
  rating: z.exactOptional(z.number().int().min(0).max(MAX_RATING)),
  /** Replaces all tags. */
  tags: z.exactOptional(tagsSchema),
  addTags: z.exactOptional(tagsSchema),
  removeTags: z.exactOptional(tagsSchema),
  note: z.exactOptional(z.string().max(MAX_NOTE)),
});

/** One change of many items. */
const keptGroupSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(MAX_KEPT_AT_ONCE),
  change: keptChangeSchema,
});

/** What a change did: the changes that undo it, and the items that could not be changed, with why. */
export const keptOutcomeSchema = z.strictObject({
  undo: z.array(keptGroupSchema),
  unchangedIds: z.array(idSchema),
  error: appErrorSchema.nullable(),
});

/** Changes that are made as one: one of all items, or of each its own, as the outcome of a change names them to undo it. */
export const setKeptSchema = z.array(keptGroupSchema).min(1).max(MAX_KEPT_AT_ONCE);

/** A tag of the library, and how many items that are not deleted have it. */
export const tagCountSchema = z.strictObject({ tag: z.string(), count: z.number().int().nonnegative() });

export type KeptOutcome = z.infer<typeof keptOutcomeSchema>;
export type TagCount = z.infer<typeof tagCountSchema>;
