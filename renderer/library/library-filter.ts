// The filter and the order with which the library begins.

import type { LibraryFilter, LibrarySort } from '../../shared/contract/finding.ts';
import { VALUE_FACETS } from '../../shared/finding/facets.ts';

/** Everything that is not deleted. */
export const NO_FILTER: LibraryFilter = {
  search: '',
  kinds: [],
  fromDay: null,
  toDay: null,
  values: Object.fromEntries(VALUE_FACETS.map((facet) => [facet, []])) as unknown as LibraryFilter['values'],
  isStarred: null,
  minRating: 0,
  isProtected: null,
  durationMs: { min: null, max: null },
  sizeBytes: { min: null, max: null },
  isTrashed: false,
};

export const NEWEST_FIRST: LibrarySort = { by: 'date', isDescending: true };

/** Whether a filter leaves items out, other than by whether they are deleted. */
export function isNarrowed(filter: LibraryFilter): boolean {
  return JSON.stringify({ ...filter, isTrashed: false }) !== JSON.stringify(NO_FILTER);
}
