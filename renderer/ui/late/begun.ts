// What a person has done with a control before its code was read.

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
