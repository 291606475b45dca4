// A list for choosing one value, opened by a button.

import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import field from './field.module.css';
import type { SelectProps } from './late/Select.tsx';
import { useControls, useStandIn } from './late-controls.ts';

/** A combobox without free text. */
export function Select<V extends string>(props: SelectProps<V>) {
  const controls = useControls();
  const { begun, events } = useStandIn();
  const id = useId();
  if (controls) return <controls.Select {...props} begun={begun} />;
  const { label, name = label, value, options, layout = 'row', hint, isDisabled = false } = props;
  const option = options.find((one) => one.value === value);
  const control = (
    <button
      type="button"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      aria-controls={undefined}
      aria-label={name}
      aria-describedby={hint === undefined ? undefined : id}
      disabled={isDisabled}
      data-disabled={isDisabled ? '' : undefined}
      className={field.field}
      {...events}
    >
      <span className={field.value}>
        <span>{option?.chosen ?? option?.label}</span>
      </span>
      <span aria-hidden className={field.icon}>
        <ChevronDown size={14} aria-hidden />
      </span>
    </button>
  );
  if (layout === 'bare') return control;
  return (
    <div className={field.row}>
      <span className={field.label}>{label}</span>
      {control}
      {hint !== undefined && (
        <span id={id} className={field.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
