// Gives the counted values of facets their names, and chooses those that are listed.

import type { DatabaseSync } from 'node:sqlite';
import type { FacetCounts, FacetsQuery, FacetValue, LibraryFilter } from '../../../shared/contract/finding.ts';
import { type Facet, VALUE_FACETS } from '../../../shared/finding/facets.ts';
import { isNumbered, type KeyCounts } from './count-facets.ts';
import { NAMED_VALUES, namedOf } from './value-lookup.ts';

/** Returns the values of each facet: chosen ones, then those with most items. @param counts as counted, in their order */
export function nameFacets(
  db: DatabaseSync,
  { filter, facets }: FacetsQuery,
  counts: readonly KeyCounts[],
): FacetCounts[] {
  const selectValues = db.prepare(NAMED_VALUES);
  const selectCollections = db.prepare(`SELECT id, json_extract(body, '$.entry.title') AS label FROM collections`);
  const collections = new Map(selectCollections.all().map(({ id, label }) => [String(id), String(label)]));
  return facets.map(({ facet, contains, limit }, index) => {
    const counted = counts[index] ?? new Map();
    const isStored = isNumbered(facet) || facet === 'tag';
    const found: FacetValue[] = isStored
      ? selectValues.all(facet).map((row) => ({ ...namedOf(row), count: counted.get(Number(row.id)) ?? 0 }))
      : [...counted].map(([value, count]) => ({
          value: String(value),
          label: facet === 'collection' ? (collections.get(String(value)) ?? null) : '',
          count,
        }));
    const chosen = new Set(chosenOf(filter, facet));
    const text = contains.trim().toLowerCase();
    const isNamed = ({ value, label }: FacetValue): boolean =>
      text === '' || value.toLowerCase().includes(text) || (label ?? '').toLowerCase().includes(text);
    const first = [...chosen].map(
      (value) => found.find((one) => one.value === value) ?? { value, label: null, count: 0 },
    );
    const others = found
      .filter((one) => one.count > 0 && !chosen.has(one.value) && isNamed(one))
      .sort((a, b) => b.count - a.count || (a.label || a.value).localeCompare(b.label || b.value));
    const shown = [...first, ...others.slice(0, limit)];
    return { facet, values: shown, more: first.length + others.length - shown.length };
  });
}

function chosenOf(filter: LibraryFilter, facet: Facet): readonly string[] {
  const own = VALUE_FACETS.find((name) => name === facet);
  return own === undefined ? [] : filter.values[own];
}
