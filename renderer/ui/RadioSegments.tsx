// A few options side by side, of which one is chosen, as radio buttons: one stop in the Tab order.

import { useId } from 'react';
import styles from './RadioSegments.module.css';

type RadioSegmentsProps<V extends string> = {
  /** Accessible name of the group. */
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  isDisabled?: boolean;
  onChange: (value: V) => void;
};

/** The group; arrow keys choose. */
export function RadioSegments<V extends string>({
  label,
  value,
  options,
  isDisabled = false,
  onChange,
}: RadioSegmentsProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.group} aria-label={label} disabled={isDisabled}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
