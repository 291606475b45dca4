// The floating panel as it is once its code has been read.

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import popup from '../popup.module.css';
import { type Begun, focusOf } from './begun.ts';

/** The panel and its trigger. */
export type PopoverProps = {
  /** Not needed if the panel is opened at a place. */
  trigger?: ReactElement;
  /** A rectangle of the window, in CSS pixels, at which it opens instead of at its trigger. */
  at?: DOMRect | null;
  label: string;
  /** The side of the trigger on which it opens. */
  side?: 'right' | 'bottom' | 'top';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Also opens while the pointer is over the trigger. */
  opensOnHover?: boolean;
  children: ReactNode;
};

/** A popover with its trigger. */
export function Popover(props: PopoverProps & { begun: Begun }) {
  const { trigger, at, label, side = 'right', isOpen, onOpenChange, opensOnHover = false, children } = props;
  return (
    <Base.Root open={isOpen} onOpenChange={(next) => onOpenChange(next)}>
      {trigger !== undefined && <Base.Trigger render={trigger} openOnHover={opensOnHover} {...focusOf(props.begun)} />}
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          side={side}
          align={side === 'right' ? 'end' : 'start'}
          sideOffset={6}
          {...(at && { anchor: { getBoundingClientRect: () => at } })}
        >
          <Base.Popup className={popup.popup} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
