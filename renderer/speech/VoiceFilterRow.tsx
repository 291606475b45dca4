// The filters of a voice list: one row of small buttons; the open one shows its values below.

import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../services.ts';
import styles from './VoiceFilterRow.module.css';
import {
  FILTER_VALUES,
  filterValueName,
  NO_FILTERS,
  VOICE_FILTERS,
  type VoiceFilter,
  type VoiceFilters,
} from './voice-options.ts';

type VoiceFilterRowProps = { filters: VoiceFilters; onChange: (filters: VoiceFilters) => void };

/** The filters of a voice list. */
export function VoiceFilterRow({ filters, onChange }: VoiceFilterRowProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<VoiceFilter | null>(null);
  const isNarrowed = VOICE_FILTERS.some((filter) => filters[filter] !== null);
  const choose = (filter: VoiceFilter, value: string | null): void => {
    onChange({ ...filters, [filter]: value });
    setOpen(null);
  };
  return (
    <fieldset className={styles.filters} aria-label={t('voices.filters')}>
      <div className={styles.row}>
        {VOICE_FILTERS.map((filter) => {
          const value = filters[filter];
          const name = value === null ? t(`voices.filter.${filter}`) : filterValueName(filter, value, t);
          return (
            <button
              key={filter}
              type="button"
              className={styles.filter}
              aria-label={
                value === null
                  ? t('voices.filterBy', { what: name })
                  : t('voices.filteredBy', { what: t(`voices.filter.${filter}`), value: name })
              }
              aria-expanded={open === filter}
              data-on={value === null ? undefined : ''}
              onClick={() => setOpen(open === filter ? null : filter)}
            >
              {name}
              <ChevronDown size={12} aria-hidden />
            </button>
          );
        })}
        {isNarrowed && (
          <button
            type="button"
            className={styles.filter}
            aria-label={t('voices.clearFilters')}
            onClick={() => {
              onChange(NO_FILTERS);
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
              aria-pressed={filters[open] === value}
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
