// Gives the counted values of facets their names, and chooses those that are listed.

import type { DatabaseSync } from 'node:sqlite';
import type { FacetCounts, FacetsQuery, FacetValue, LibraryFilter } from '../../../shared/contract/finding.ts';
import { type Facet, VALUE_FACETS } from '../../../shared/finding/facets.ts';
import { isNumbered, type KeyCounts } from './count-facets.ts';

/** Returns the values of each facet: chosen ones, then those with most items. @param counts as counted, in their order */
export function nameFacets(
  db: DatabaseSync,
  { filter, facets }: FacetsQuery,
  counts: readonly KeyCounts[],
): FacetCounts[] {
  const selectValues = db.prepare(
    `SELECT facet_values.id, value, coalesce(json_extract(scripts.body, '$.title'), label) AS label FROM facet_values
     LEFT JOIN scripts ON facet = 'script' AND scripts.id = value
     WHERE facet = ?`,
  );
  const selectCollections = db.prepare("SELECT id, json_extract(body, '$.entry.title') AS title FROM collections");
  return facets.map(({ facet, contains, limit }, index) => {
    const counted = counts[index] ?? new Map();
    const isStored = isNumbered(facet) || facet === 'tag';
    const found: FacetValue[] = isStored
      ? selectValues.all(facet).map(({ id, value, label }) => ({
          value: String(value),
          label: String(label),
          count: counted.get(Number(id)) ?? 0,
        }))
      : [...counted].map(([value, count]) => ({ value: String(value), label: '', count }));
    if (facet === 'collection') {
      const titles = new Map(selectCollections.all().map(({ id, title }) => [id, String(title)]));
      for (const one of found) one.label = titles.get(one.value) ?? '';
    }
    const chosen = new Set(chosenOf(filter, facet));
    const text = contains.trim().toLowerCase();
    const isNamed = ({ value, label }: FacetValue): boolean =>
      text === '' || value.toLowerCase().includes(text) || label.toLowerCase().includes(text);
    const first = [...chosen].map(
      (value) => found.find((one) => one.value === value) ?? { value, label: '', count: 0 },
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
