// A one-line text field that offers texts to choose from. Any other text can be typed too.

import { InputStandIn } from './InputStandIn.tsx';
import type { SuggestFieldProps } from './late/SuggestField.tsx';
import { useControls, useStandIn } from './late-controls.ts';

/** A labelled text field with suggestions. */
export function SuggestField(props: SuggestFieldProps) {
  const controls = useControls();
  const { begun, events } = useStandIn();
  if (controls) return <controls.SuggestField {...props} begun={begun} />;
  const { label, openLabel, value, maxLength, placeholder, inputRef, onChange } = props;
  const input = { value, maxLength, placeholder, ref: inputRef, ...events };
  return <InputStandIn label={label} openLabel={openLabel} input={input} onTyped={onChange} onOpen={events.onClick} />;
}
