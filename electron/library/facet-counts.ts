// Counts the values of facets: asks the database step by step, and ends as soon as something else is asked for.

import type { FacetCounts, FacetsQuery } from '../../shared/contract/finding.ts';
import type { Database } from '../database/client.ts';
import type { KeyCounts } from '../database/finding/count-facets.ts';

/** Counts facets; null if a later call came before it was done. */
export type CountFacets = (query: FacetsQuery) => Promise<FacetCounts[] | null>;

/** @param rows the database's operations */
export function createFacetCounts(rows: Pick<Database['items'], 'countFacets' | 'nameFacets'>): CountFacets {
  let latest = 0;
  return async ({ filter, facets }) => {
    latest += 1;
    const own = latest;
    const names = facets.map(({ facet }) => facet);
    const counts = names.map((): KeyCounts => new Map());
    let after: number | null = null;
    for (let isMore = facets.length > 0; isMore; ) {
      const step = await rows.countFacets(filter, names, after);
      if (own !== latest) return null;
      // The facts of items are still made.
      if (step === null) continue;
      step.counts.forEach((some, index) => {
        const all = counts[index];
        if (all) for (const [key, count] of some) all.set(key, (all.get(key) ?? 0) + count);
      });
      after = step.next;
      isMore = step.next !== null;
    }
    const named = await rows.nameFacets({ filter, facets }, counts);
    return own === latest ? named : null;
  };
}
