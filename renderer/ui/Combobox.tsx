// A field for searching a list and choosing one of its entries. The caller defines what matches.

import type { FocusEvent } from 'react';
import { InputStandIn } from './InputStandIn.tsx';
import type { ComboboxProps } from './late/Combobox.tsx';
import { useControls, useStandIn } from './late-controls.ts';

/** A combobox with free text for searching; only entries of the list can be chosen. */
export function Combobox<T>(props: ComboboxProps<T>) {
  const controls = useControls();
  const { begun, events } = useStandIn(props.onOpened);
  if (controls) return <controls.Combobox {...props} begun={begun} />;
  const { label, layout, openLabel, placeholder, hint, isProblem, itemLabel, value, typed, onTyped, onLeave } = props;
  const onFocus = (event: FocusEvent<HTMLInputElement>): void => {
    events.onFocus();
    event.currentTarget.select();
  };
  const onBlur = (): void => {
    events.onBlur();
    if (typed !== null) onLeave?.(typed);
    onTyped(null);
  };
  return (
    <InputStandIn
      label={label}
      isBare={layout === 'bare'}
      openLabel={openLabel}
      input={{ ...events, value: typed ?? itemLabel(value), placeholder, onFocus, onBlur }}
      onTyped={onTyped}
      onOpen={events.onClick}
      hint={hint}
      isProblem={isProblem}
    />
  );
}
