// Two or three options side by side, of which one is selected.

import styles from './Segmented.module.css';

type SegmentedProps<V extends string> = {
  /** Accessible name of the group. */
  label: string;
  value: V;
  options: readonly { value: V; label: string; isDisabled?: boolean }[];
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
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
