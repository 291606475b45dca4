// The filters of the voices: one row of chips; the open one shows its values below.

import { ChevronDown, Star, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../services.ts';
import styles from './VoiceFilterRow.module.css';
import {
  FILTER_VALUES,
  filterValueName,
  VOICE_FILTERS,
  type VoiceFilter,
  type VoiceFilters,
  withFilter,
} from './voice-filters.ts';

type VoiceFilterRowProps = { filters: VoiceFilters; onChange: (filters: VoiceFilters) => void };

/** The filters of the voices. */
export function VoiceFilterRow({ filters, onChange }: VoiceFilterRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<VoiceFilter | null>(null);
  const choose = (filter: VoiceFilter, value: string | null): void => {
    onChange(withFilter(filters, filter, value));
    setOpen(null);
  };
  const isStarred = filters.starred !== undefined;
  return (
    <fieldset className={styles.filters} aria-label={t('voices.filters')}>
      <div className={styles.row}>
        {VOICE_FILTERS.map((filter) => {
          const value = filters[filter];
          const name = value === undefined ? t(`voices.filter.${filter}`) : filterValueName(filter, value, t);
          return (
            <button
              key={filter}
              type="button"
              className={styles.filter}
              aria-label={
                value === undefined
                  ? t('voices.filterBy', { what: name })
                  : t('voices.filteredBy', { what: t(`voices.filter.${filter}`), value: name })
              }
              aria-expanded={open === filter}
              data-on={value === undefined ? undefined : ''}
              onClick={() => setOpen(open === filter ? null : filter)}
            >
              {name}
              <ChevronDown size={12} aria-hidden />
            </button>
          );
        })}
        <button
          type="button"
          className={styles.filter}
          aria-pressed={isStarred}
          data-on={isStarred ? '' : undefined}
          onClick={() => onChange(withFilter(filters, 'starred', isStarred ? null : 'yes'))}
        >
          <Star size={12} aria-hidden />
          {t('gallery.starred')}
        </button>
        {Object.keys(filters).length > 0 && (
          <button
            type="button"
            className={styles.filter}
            aria-label={t('voices.clearFilters')}
            onClick={() => {
              onChange({});
              setOpen(null);
            }}
          >
            <X size={12} aria-hidden />
            {t('voices.clear')}
          </button>
        )}
      </div>
      {open !== null && (
        <fieldset className={styles.values} aria-label={t(`voices.filter.${open}`)}>
          {[null, ...FILTER_VALUES[open]].map((value) => (
            <button
              key={value ?? ''}
              type="button"
              className={styles.value}
              aria-pressed={(filters[open] ?? null) === value}
              onClick={() => choose(open, value)}
            >
              {value === null ? t('voices.any') : filterValueName(open, value, t)}
            </button>
          ))}
        </fieldset>
      )}
    </fieldset>
  );
}
