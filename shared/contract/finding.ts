// Schemas of finding items in the library: filters, sorting, pages at any offset, days, and counted facets.

import { z } from 'zod';
import { dayBeginsAt } from '../finding/days.ts';
import { FACETS, ITEM_KINDS, VALUE_FACETS, type ValueFacet } from '../finding/facets.ts';
import { idSchema } from './common.ts';
import { libraryItemSchema } from './library.ts';

/** Longest search, in characters. */
const MAX_SEARCH = 1000;
/** Most values of one facet in a filter. */
const MAX_VALUES = 500;
/** Longest value of a facet, in characters. */
const MAX_VALUE = 300;
/** Most ids that one call returns. */
const MAX_IDS = 200_000;

const valuesSchema = z.array(z.string().max(MAX_VALUE)).max(MAX_VALUES).default([]);
const daySchema = z.string().refine((day) => dayBeginsAt(day) !== undefined);
const limitSchema = z.number().nonnegative().nullable();
const rangeSchema = z.strictObject({ min: limitSchema, max: limitSchema }).default({ min: null, max: null });

const facetValues = Object.fromEntries(VALUE_FACETS.map((facet) => [facet, valuesSchema])) as Record<
  ValueFacet,
  typeof valuesSchema
>;

/**
 * Which items are meant. All that is set must be true of an item; of the values of one facet, one. Nothing set means
 * every item that is not deleted.
 */
export const libraryFilterSchema = z.strictObject({
  /** Words, phrases and query words such as `voice:shiny used:no 2026-11`: see `shared/finding/query-text.ts`. */
  search: z.string().max(MAX_SEARCH).default(''),
  /** Empty: all kinds. */
  kinds: z.array(z.enum(ITEM_KINDS)).max(ITEM_KINDS.length).default([]),
  /** Local days, both included; null is open. */
  fromDay: daySchema.nullable().default(null),
  toDay: daySchema.nullable().default(null),
  /** Values as `library.facets` returns them. An empty voice is the relay's own choice. */
  values: z.strictObject(facetValues).prefault({}),
  isStarred: z.boolean().nullable().default(null),
  minRating: z.number().int().min(0).max(5).default(0),
  /** Of pictures: whether there is a protected one. */
  isProtected: z.boolean().nullable().default(null),
  /** From `min` up to, not including, `max`. */
  durationMs: rangeSchema,
  sizeBytes: rangeSchema,
  /** Deleted items instead of the others. */
  isTrashed: z.boolean().default(false),
});

/** What items can be sorted by. Items that lack it come last; equal ones by the order in which they were added. */
const SORTS = ['date', 'script', 'duration', 'name', 'size', 'rating'] as const;

export const librarySortSchema = z.strictObject({
  by: z.enum(SORTS).default('date'),
  isDescending: z.boolean().default(true),
});

const askedSchema = { filter: libraryFilterSchema.prefault({}), sort: librarySortSchema.prefault({}) };
const offsetSchema = z.number().int().nonnegative();

export const findSchema = z.strictObject({
  ...askedSchema,
  offset: offsetSchema.default(0),
  limit: z.number().int().min(1).max(200),
});
/** `total`: how many items there are, whatever the page. */
export const foundSchema = z.strictObject({ items: z.array(libraryItemSchema), total: z.number().int().nonnegative() });

export const matchingIdsSchema = z.strictObject({
  ...askedSchema,
  offset: offsetSchema.default(0),
  limit: z.number().int().min(1).max(MAX_IDS),
});

export const positionOfSchema = z.strictObject({ ...askedSchema, id: idSchema });

export const timelineSchema = z.strictObject(askedSchema);
/**
 * The days or the scripts of the items in their order, with the offset of the first item of each; none unless sorted by
 * one of them. `name` is that of a script, and `day` is empty then: null if it was deleted for good, empty without one.
 */
export const timelineGroupsSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      day: z.string(),
      name: z.exactOptional(z.string().nullable()),
      offset: offsetSchema,
      count: offsetSchema,
    }),
  ),
});

/**
 * Which facets are to be counted: of each at most `limit` values, those with most items first, whose names contain a
 * text. No facet ends the counting that is under way.
 */
export const facetsSchema = z.strictObject({
  filter: libraryFilterSchema.prefault({}),
  facets: z
    .array(
      z.strictObject({
        facet: z.enum(FACETS),
        contains: z.string().max(MAX_VALUE).default(''),
        limit: z.number().int().min(1).max(500).default(20),
      }),
    )
    .max(FACETS.length),
});

/**
 * A value with the number of items that have it and match everything else that the filter asks for. `label`: a name
 * where the value is an id, null if what has this id was deleted for good; empty otherwise.
 */
const facetValueSchema = z.strictObject({ value: z.string(), label: z.string().nullable(), count: offsetSchema });

/** `values`: chosen ones first, even if nothing has them; `more`: how many values are not listed. */
export const facetCountsSchema = z.strictObject({
  facet: z.enum(FACETS),
  values: z.array(facetValueSchema),
  more: offsetSchema,
});

export type LibraryFilter = z.infer<typeof libraryFilterSchema>;
export type LibrarySort = z.infer<typeof librarySortSchema>;
export type FindQuery = z.infer<typeof findSchema>;
export type Found = z.infer<typeof foundSchema>;
export type MatchingIdsQuery = z.infer<typeof matchingIdsSchema>;
export type PositionQuery = z.infer<typeof positionOfSchema>;
export type TimelineQuery = z.infer<typeof timelineSchema>;
export type TimelineGroups = z.infer<typeof timelineGroupsSchema>;
export type FacetsQuery = z.infer<typeof facetsSchema>;
export type FacetValue = z.infer<typeof facetValueSchema>;
export type FacetCounts = z.infer<typeof facetCountsSchema>;
