// Buttons with text: unobtrusive by default, one primary button per screen.

import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';

type ButtonProps = ComponentProps<'button'> & {
  /**
   * `primary` is the coral button, `quiet` the same while nothing is left to do; `plain` has no background; `link`
   * looks like part of a text.
   */
  variant?: 'normal' | 'primary' | 'quiet' | 'plain' | 'link';
  /** It was pressed, and that is not answered yet: it keeps the focus, and does nothing. */
  isBusy?: boolean | undefined;
};

/** A button with a short text. If it has keys, a tooltip shows them. */
export function Button({ variant = 'normal', className, type = 'button', isBusy = false, ...props }: ButtonProps) {
  const busy = isBusy && { 'aria-busy': true, 'aria-disabled': true, onClick: undefined };
  const button = (
    <button type={type} className={classNames(styles.button, styles[variant], className)} {...props} {...busy} />
  );
  const keys = props['aria-keyshortcuts'];
  return keys ? <Tooltip keys={keys} element={button} /> : button;
}
