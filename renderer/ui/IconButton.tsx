// Buttons with only an icon; their name is in a tooltip and available to assistive technology.

import type { ComponentProps, ReactElement } from 'react';
import { classNames } from './class-names.ts';
import styles from './IconButton.module.css';
import { Tooltip } from './Tooltip.tsx';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children' | 'className' | 'style'> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactElement;
  size?: 'small' | 'normal' | 'large';
  className?: string | undefined;
};

/** A square button with an icon. */
export function IconButton({ label, icon, size = 'normal', className, ...props }: IconButtonProps) {
  return (
    <Tooltip
      text={label}
      keys={props['aria-keyshortcuts']}
      // The tooltip trigger does not pass `disabled` on, so the button gets it directly.
      element={
        <button
          type="button"
          aria-label={label}
          className={classNames(styles.button, styles[size], className)}
          {...props}
        >
          {icon}
        </button>
      }
    />
  );
}
