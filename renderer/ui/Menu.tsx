// A menu of actions, opened by a button.

import { cloneElement, type HTMLAttributes, type ReactElement } from 'react';
import type { MenuProps } from './late/Menu.tsx';
import { useControls, useStandIn } from './late-controls.ts';

export type { MenuEntry, MenuPlace } from './late/Menu.tsx';

/** A menu opened by `trigger`, or from outside through `isOpen`, then also at a point. */
export function Menu(props: MenuProps) {
  const controls = useControls();
  const { begun, events } = useStandIn(() => props.onOpenChange?.(true));
  if (controls) return <controls.Menu {...props} begun={begun} />;
  const trigger = props.trigger as ReactElement<HTMLAttributes<HTMLElement>> | undefined;
  return trigger && cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': false, ...events });
}
