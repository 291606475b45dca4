// A field for a number with its label beside it.

import field from './field.module.css';
import { NumberField } from './NumberField.tsx';

type LabelledNumberProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  decimals: number;
  isDisabled: boolean;
  onChange: (value: number) => void;
};

/** A number that is never empty. */
export function LabelledNumber({ label, onChange, ...number }: LabelledNumberProps) {
  return (
    <div className={field.row}>
      <span className={field.label} aria-hidden>
        {label}
      </span>
      <NumberField
        {...number}
        label={label}
        start={number.value}
        onChange={(value) => value !== null && onChange(value)}
      />
    </div>
  );
}
