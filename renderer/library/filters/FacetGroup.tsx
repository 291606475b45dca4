// The values of one facet with their counts, to choose from.

import { useState } from 'react';
import type { FacetCounts, FacetValue, LibraryFilter } from '../../../shared/contract/finding.ts';
import { DURATION_RANGES, type Facet, ITEM_KINDS, SIZE_RANGES } from '../../../shared/finding/facets.ts';
import { NAMED_DAYS } from '../../../shared/finding/query-terms.ts';
import { formatCount } from '../../../shared/text/format-text.ts';
import { useTranslation } from '../../services.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Filters.module.css';
import { choose, isChosen } from './facet-choices.ts';
import { valueText } from './facet-text.ts';

type FacetGroupProps = {
  facet: Facet;
  filter: LibraryFilter;
  counts: FacetCounts;
  /** What the names of its values must have. */
  contains: string;
  onContains: (contains: string) => void;
  onMore: () => void;
  onChange: (change: Partial<LibraryFilter>) => void;
};

/** Facets whose values have an order of their own, whatever their counts. */
const ORDERS: Partial<Record<Facet, readonly string[]>> = {
  kind: ITEM_KINDS,
  date: NAMED_DAYS,
  duration: DURATION_RANGES.map(({ name }) => name),
  size: SIZE_RANGES.map(({ name }) => name),
};

/** A group of check boxes; nothing if there is nothing to choose. */
export function FacetGroup({ facet, filter, counts, contains, onContains, onMore, onChange }: FacetGroupProps) {
  const { t } = useTranslation();
  const nowMs = Date.now();
  const [isNarrowing, setNarrowing] = useState(false);
  const values = shownValues(facet, counts.values);
  const isLong = counts.more > 0 || contains !== '' || isNarrowing;
  if (values.length === 0 && contains === '' && facet !== 'date') return null;
  const name = t(`finding.facet.${facet}`);
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {isLong && (
        <input
          type="search"
          className={styles.narrow}
          aria-label={t('finding.narrow', { facet: name })}
          placeholder={t('finding.narrow', { facet: name })}
          spellCheck={false}
          maxLength={100}
          value={contains}
          onChange={(event) => {
            setNarrowing(true);
            onContains(event.target.value);
          }}
        />
      )}
      {values.map(({ value, label, count }) => (
        <label key={value} className={styles.value}>
          <input
            type="checkbox"
            checked={isChosen(filter, facet, value, nowMs)}
            onChange={(event) => onChange(choose(filter, facet, value, event.target.checked, nowMs))}
          />
          <span className={styles.name}>{valueText(facet, value, label, t)}</span>
          <span className={styles.count}>{formatCount(count, t.locale)}</span>
        </label>
      ))}
      {values.length === 0 && contains !== '' && <p className={styles.none}>{t('finding.noValues')}</p>}
      {facet === 'date' && <DayRange filter={filter} onChange={onChange} />}
      {counts.more > 0 && (
        <Button variant="link" onClick={onMore}>
          {t('finding.more')}
        </Button>
      )}
    </fieldset>
  );
}

function DayRange({ filter, onChange }: Pick<FacetGroupProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <div className={styles.days}>
      <label>
        <span>{t('finding.from')}</span>
        <input
          type="date"
          value={filter.fromDay ?? ''}
          max={filter.toDay ?? '9999-12-31'}
          onChange={({ target }) => onChange({ fromDay: target.value === '' ? null : target.value })}
        />
      </label>
      <label>
        <span>{t('finding.to')}</span>
        <input
          type="date"
          value={filter.toDay ?? ''}
          min={filter.fromDay ?? ''}
          max="9999-12-31"
          onChange={({ target }) => onChange({ toDay: target.value === '' ? null : target.value })}
        />
      </label>
    </div>
  );
}

/** A rating means that one or a better one, so its items are counted with those of the better ones. */
function shownValues(facet: Facet, values: readonly FacetValue[]): readonly FacetValue[] {
  if (facet === 'rating') {
    const least = values.filter(({ value }) => value !== '0').toSorted((a, b) => Number(b.value) - Number(a.value));
    let count = 0;
    return least.map((one) => {
      count += one.count;
      return { ...one, count };
    });
  }
  const order = ORDERS[facet];
  return order === undefined ? values : values.toSorted((a, b) => order.indexOf(a.value) - order.indexOf(b.value));
}
