// A rating of 0 to 5 as radio buttons: one stop in the Tab order, arrow keys choose.

import { Star } from 'lucide-react';
import { useId } from 'react';
import { MAX_RATING } from '../../../shared/library/kept.ts';
import { useTranslation } from '../../services.ts';
import styles from './Keeping.module.css';

const RATINGS = Array.from({ length: MAX_RATING + 1 }, (_, rating) => rating);

/** The group. A click on the present rating removes it. */
export function Rating({ value, onChange }: { value: number; onChange: (rating: number) => void }) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <fieldset className={styles.rating} aria-label={t('keep.rating')}>
      {RATINGS.map((rating) => (
        <label key={rating} className={styles.grade} data-none={rating === 0 ? '' : undefined}>
          <input
            type="radio"
            name={name}
            checked={rating === value}
            aria-label={rating === 0 ? t('keep.unrated') : t('keep.rated', { count: rating })}
            onChange={() => onChange(rating)}
            onClick={() => {
              if (rating === value && rating > 0) onChange(0);
            }}
          />
          {rating > 0 && <Star size={15} aria-hidden fill={rating <= value ? 'currentColor' : 'none'} />}
        </label>
      ))}
    </fieldset>
  );
}
