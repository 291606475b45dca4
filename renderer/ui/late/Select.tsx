// The list for choosing one value as it is once its code has been read.

import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import field from '../field.module.css';
import popup from '../popup.module.css';
import { type Begun, focusOf, usePress } from './begun.ts';

/**
 * One option. In the open list, `hint` adds a few words and `explanation` a separate line. Once chosen it is shown as
 * `chosen`, or else by its label.
 */
type SelectOption<V extends string> = {
  value: V;
  label: string;
  chosen?: string;
  hint?: string | undefined;
  explanation?: string;
};

/** The list. */
export type SelectProps<V extends string> = {
  label: string;
  /** Accessible name where it is not the label, which it contains. */
  name?: string;
  value: V;
  options: readonly SelectOption<V>[];
  onChange: (value: V) => void;
  /** `row`: label beside the field; `bare`: the label is for assistive technology only. */
  layout?: 'row' | 'bare';
  hint?: string | undefined;
  isDisabled?: boolean;
};

/** A combobox without free text. */
export function Select<V extends string>({
  label,
  name,
  value,
  options,
  onChange,
  layout = 'row',
  hint,
  isDisabled = false,
  begun,
}: SelectProps<V> & { begun: Begun }) {
  const id = useId();
  const button = usePress(begun.isAsked);
  const shown = options.find((option) => option.value === value);
  const control = (
    <Base.Root
      items={options}
      value={value}
      disabled={isDisabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        ref={button}
        className={field.field}
        {...focusOf(begun)}
        {...(layout === 'bare' || name !== undefined
          ? { 'aria-label': name ?? label }
          : { 'aria-labelledby': `${id}-label` })}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      >
        <span className={field.value}>
          <Base.Value>{shown?.chosen ?? shown?.label}</Base.Value>
        </span>
        <Base.Icon className={field.icon}>
          <ChevronDown size={14} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={4} align="end" alignItemWithTrigger={false}>
          <Base.Popup className={popup.popup}>
            <Base.List className={popup.list}>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={popup.item}>
                  <span className={popup.text}>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.explanation !== undefined && (
                      <span className={popup.explanation}>{option.explanation}</span>
                    )}
                  </span>
                  {option.hint !== undefined && <span className={popup.hint}>{option.hint}</span>}
                  <Check size={14} aria-hidden className={popup.mark} />
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
  if (layout === 'bare') return control;
  return (
    <div className={field.row}>
      <span id={`${id}-label`} className={field.label}>
        {label}
      </span>
      {control}
      {hint !== undefined && (
        <span id={`${id}-hint`} className={field.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}
