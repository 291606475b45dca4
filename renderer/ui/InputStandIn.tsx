// What stands in the place of a text field with a list until its code has been read.

import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import field from './field.module.css';

type InputStandInProps = {
  label: string;
  /** The label is for assistive technology only. */
  isBare?: boolean;
  openLabel: string;
  input: ComponentProps<'input'>;
  onTyped: (text: string) => void;
  onOpen: () => void;
  hint?: string | undefined;
  isProblem?: boolean | undefined;
};

/** The field; what is typed into it is kept, and asks for the list. */
export function InputStandIn(props: InputStandInProps): ReactNode {
  const { label, isBare = false, openLabel, input, onTyped, onOpen, hint, isProblem } = props;
  const id = useId();
  return (
    <div className={isBare ? field.stacked : field.row}>
      {!isBare && (
        <label htmlFor={id} className={field.label}>
          {label}
        </label>
      )}
      <div className={field.field}>
        <input
          id={id}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={false}
          aria-controls={undefined}
          aria-autocomplete="list"
          aria-label={isBare ? label : undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          aria-invalid={isProblem || undefined}
          autoComplete="off"
          spellCheck={false}
          className={field.input}
          {...input}
          onChange={(event) => {
            onTyped(event.currentTarget.value);
            onOpen();
          }}
        />
        <button type="button" tabIndex={-1} aria-label={openLabel} className={field.trigger} onClick={onOpen}>
          <ChevronDown size={14} aria-hidden />
        </button>
      </div>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={classNames(field.hint, isProblem && field.problem)}>
          {hint}
        </span>
      )}
    </div>
  );
}
