// Two to four options side by side, of which one is selected.

import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

type SegmentedProps<V extends string> = {
  /** Accessible name of the group. */
  label: string;
  value: V;
  /** Those with an icon show that instead of their label in a narrow container. */
  options: readonly { value: V; label: string; icon?: ReactNode; isDisabled?: boolean }[];
  onChange: (value: V) => void;
};

/** A segmented control. */
export function Segmented<V extends string>({ label, value, options, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={styles.option}
          aria-pressed={option.value === value}
          disabled={option.isDisabled}
          title={option.icon === undefined ? undefined : option.label}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          <span className={styles.label}>{option.label}</span>
        </button>
      ))}
    </fieldset>
  );
}
