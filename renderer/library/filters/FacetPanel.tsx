// The panel of all facets.

import { useState } from 'react';
import type { LibraryFilter } from '../../../shared/contract/finding.ts';
import { FACETS, type Facet } from '../../../shared/finding/facets.ts';
import { useTranslation } from '../../services.ts';
import { FacetGroup } from './FacetGroup.tsx';
import styles from './Filters.module.css';
import { useFacets } from './use-facets.ts';

type FacetPanelProps = { filter: LibraryFilter; onChange: (change: Partial<LibraryFilter>) => void };

/** Values of a facet that are shown at first, and after *Show more*. */
const FEW = 6;
const MANY = 200;

/** The facets that have something to choose, with counts that follow the filter. */
export function FacetPanel({ filter, onChange }: FacetPanelProps) {
  const { t } = useTranslation();
  const [contains, setContains] = useState<Partial<Record<Facet, string>>>({});
  const [isLong, setLong] = useState<Partial<Record<Facet, boolean>>>({});
  const wanted = FACETS.map((facet) => ({
    facet,
    contains: contains[facet] ?? '',
    limit: isLong[facet] === true ? MANY : FEW,
  }));
  const counts = useFacets(filter, wanted);
  return (
    <div className={styles.panel}>
      {counts.size === 0 && <p className={styles.none}>{t('finding.counting')}</p>}
      {FACETS.map((facet) => {
        const own = counts.get(facet);
        return (
          own && (
            <FacetGroup
              key={facet}
              facet={facet}
              filter={filter}
              counts={own}
              contains={contains[facet] ?? ''}
              onContains={(text) => setContains({ ...contains, [facet]: text })}
              onMore={() => setLong({ ...isLong, [facet]: true })}
              onChange={onChange}
            />
          )
        );
      })}
    </div>
  );
}
