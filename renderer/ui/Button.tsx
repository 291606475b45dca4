// Buttons with text: quiet by default, one primary per screen.

import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { classNames } from './class-names.ts';

type ButtonProps = ComponentProps<'button'> & {
  /** `primary` is the one coral button; `plain` has no surface; `link` reads as part of a text. */
  variant?: 'normal' | 'primary' | 'plain' | 'link';
};

/** A button with a word or two on it. */
export function Button({ variant = 'normal', className, type = 'button', ...props }: ButtonProps) {
  return <button type={type} className={classNames(styles.button, styles[variant], className)} {...props} />;
}
