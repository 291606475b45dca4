// What a person has done with a control before its code was read.

import { type RefObject, useEffect, useRef } from 'react';

/** It is carried on when the control comes in the place of its stand-in. */
export type Begun = {
  /** It was pressed, so it opens. */
  isAsked: boolean;
  hasFocus: boolean;
};

/** Props of the element that had the focus. */
export function focusOf({ hasFocus }: Begun): { autoFocus?: true } {
  return hasFocus ? { autoFocus: true } : {};
}

/** Returns the ref of a control's button, which is pressed once it is there if its stand-in was. */
export function usePress(isAsked: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(isAsked);
  useEffect(() => {
    if (wasAsked.current) button.current?.click();
    wasAsked.current = false;
  }, []);
  return button;
}
