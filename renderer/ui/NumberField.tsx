// A field for a number, with arrow keys for steps; an empty field can mean "none".

import { type KeyboardEvent, useRef, useState } from 'react';
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
  /**
   * Told whether something else than a number in the range is typed. That then stays to be corrected, and the field's
   * form is not sent, where other fields take the nearest number.
   */
  onProblem?: (isProblem: boolean) => void;
  /** Id of the text that says what is wrong. */
  describedBy?: string | undefined;
};

/** A spin button; the typed value applies when the field loses the focus or Enter is pressed. */
export function NumberField(props: NumberFieldProps) {
  const { value, min, max, step, decimals, onChange, onProblem } = props;
  const [draft, setText] = useState<string | null>(null);
  const shown = draft ?? (value === null ? '' : value.toFixed(decimals));
  const input = useRef<HTMLInputElement>(null);
  const isWrong = (text: string | null): boolean => {
    const typed = text === null ? min : parseNumberText(text);
    return onProblem !== undefined && (typed === undefined || typed < min || typed > max);
  };
  const setDraft = (text: string | null): void => {
    setText(text);
    onProblem?.(isWrong(text));
    // No words, which a browser would show in a bubble of its own.
    input.current?.setCustomValidity(isWrong(text) ? ' ' : '');
  };
  const commit = (): void => {
    if (draft === null || isWrong(draft)) return;
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
        ref={input}
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
        aria-invalid={isWrong(draft) || undefined}
        aria-describedby={props.describedBy}
        value={shown}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={commit}
        onKeyDown={onKeyDown}
        onInvalid={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
        }}
      />
    </span>
  );
}
