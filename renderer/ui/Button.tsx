// Buttons with text: unobtrusive by default, one primary button per screen.

import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` is the coral button; `plain` has no background; `link` looks like part of a text. */
  variant?: 'normal' | 'primary' | 'plain' | 'link';
};

/** A button with a short text. */
export function Button({ variant = 'normal', className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={classNames(styles.button, styles[variant], className)} {...props} />;
}
