// A field for a number, with arrow keys for steps; an empty field can mean "none".

import { type KeyboardEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import field from './field.module.css';
import { fitNumber, parseNumberText } from './number-text.ts';

type NumberFieldProps = {
  label: string;
  value: number | null;
  min: number;
  max: number;
  step: number;
  decimals: number;
  /** The value from which arrow keys start while the field is empty. */
  start: number;
  placeholder?: string;
  isDisabled?: boolean;
  className?: string | undefined;
  /** Called with `null` only if the field has a placeholder for "none". */
  onChange: (value: number | null) => void;
};

/** A spin button; the typed value applies when the field loses the focus or Enter is pressed. */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, step, decimals, onChange } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const shown = draft ?? (value === null ? '' : value.toFixed(decimals));
  const commit = (): void => {
    if (draft === null) return;
    setDraft(null);
    const typed = parseNumberText(draft);
    if (typed !== undefined) onChange(fitNumber(typed, min, max, decimals));
    else if (draft.trim() === '' && props.placeholder !== undefined) onChange(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape') setDraft(null);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const base = (draft === null ? value : parseNumberText(draft)) ?? props.start;
    setDraft(null);
    onChange(fitNumber(base + (event.key === 'ArrowUp' ? step : -step), min, max, decimals));
  };
  return (
    <span className={classNames(field.field, props.className)} data-disabled={props.isDisabled ? '' : undefined}>
      <input
        className={classNames(field.input, field.number)}
        type="text"
        inputMode="decimal"
        role="spinbutton"
        autoComplete="off"
        spellCheck={false}
        aria-label={props.label}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value ?? undefined}
        aria-valuetext={value === null ? (props.placeholder ?? '') : undefined}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}
