// A floating panel, opened by a button.

import { cloneElement, type HTMLAttributes, type ReactElement } from 'react';
import type { PopoverProps } from './late/Popover.tsx';
import { useControls, useStandIn } from './late-controls.ts';

/** A popover with its trigger. */
export function Popover(props: PopoverProps) {
  const controls = useControls();
  const { begun, events } = useStandIn(() => props.onOpenChange(true));
  if (controls) return <controls.Popover {...props} begun={begun} />;
  const { onKeyDown: _, ...others } = events;
  if (props.trigger === undefined) return null;
  const trigger = props.trigger as ReactElement<HTMLAttributes<HTMLElement>>;
  return cloneElement(trigger, { 'aria-haspopup': 'dialog', 'aria-expanded': false, ...others });
}
