// A one-line text field with its label, hint and error.

import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import field from './field.module.css';

type TextFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  layout?: 'row' | 'stacked';
  hint?: ReactNode;
  isProblem?: boolean;
  /** A small control inside the field, at its end. */
  trailing?: ReactNode;
};

/** A labelled text field. */
export function TextField({
  label,
  value,
  onChange,
  layout = 'row',
  hint,
  isProblem = false,
  trailing,
  className,
  id: givenId,
  ...props
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames(layout === 'row' ? field.row : field.stacked, className)}>
      <label htmlFor={id} className={field.label}>
        {label}
      </label>
      <div className={field.field} data-disabled={props.disabled ? '' : undefined}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          className={field.input}
          value={value}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={isProblem || undefined}
          onChange={(event) => onChange(event.target.value)}
          {...props}
        />
        {trailing}
      </div>
      {hint && (
        <span id={`${id}-hint`} className={classNames(field.hint, isProblem && field.problem)}>
          {hint}
        </span>
      )}
    </div>
  );
}
