// The texts of what is set. Values that are ids are called by the names that come with their counts.

import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import type { Facet } from '../../../shared/finding/facets.ts';
import { useTranslation } from '../../services.ts';
import type { SetPart } from './facet-choices.ts';
import { partText } from './facet-text.ts';
import { useFacets } from './use-facets.ts';

/** Facets whose values are ids. */
const NAMED: readonly Facet[] = ['connection', 'script', 'collection', 'tag'];

/** Returns what each part is called. */
export function useSetTexts(filter: LibraryFilter, parts: readonly SetPart[]): (part: SetPart) => string {
  const { t } = useTranslation();
  const wanted = [...new Set(parts.map(({ facet }) => facet))].filter((facet) => NAMED.includes(facet));
  const counts = useFacets(
    filter,
    wanted.map((facet) => ({ facet, contains: '', limit: 1 })),
  );
  return (part) =>
    partText(
      part,
      filter,
      (facet, value) => {
        const counted = counts.get(facet)?.values.find((one) => one.value === value);
        // Not known yet.
        return counted === undefined ? '' : counted.label;
      },
      t,
    );
}
