// Reads the counted values of facets while they are shown.

import { useEffect, useState } from 'react';
import type { FacetCounts, LibraryFilter } from '../../../shared/contract/finding.ts';
import type { Facet } from '../../../shared/finding/facets.ts';
import { useCommons } from '../../services.ts';

/** A change of the filter is followed after this pause, so that typing is not held up. */
const PAUSE_MS = 120;

/** Which facets are read, and how much of each. */
export type WantedFacet = { facet: Facet; contains: string; limit: number };

/**
 * Returns the counts of the facets, by facet; those of the last filter until the next are there. Nothing is counted
 * without facets.
 */
export function useFacets(filter: LibraryFilter, wanted: readonly WantedFacet[]): ReadonlyMap<Facet, FacetCounts> {
  const { ipc } = useCommons();
  const [counts, setCounts] = useState<ReadonlyMap<Facet, FacetCounts>>(new Map());
  const query = JSON.stringify({ filter, facets: wanted });
  const isWanted = wanted.length > 0;
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      const found = await ipc.request('library.facets', JSON.parse(query));
      if (!isCurrent || !found.ok || found.data === null) return;
      setCounts((before) => new Map([...before, ...(found.data?.map((one) => [one.facet, one] as const) ?? [])]));
    };
    const readSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void read(), PAUSE_MS);
    };
    readSoon();
    const unsubscribe = ipc.on('library.changed', readSoon);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      unsubscribe();
    };
  }, [ipc, query, isWanted]);
  return counts;
}
