// Buttons with an icon only, named for assistive technology and by a tooltip; one tooltip serves them all.

import { Tooltip } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './IconButton.module.css';

const tooltip = Tooltip.createHandle<ReactNode>();

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
    <Tooltip.Trigger
      handle={tooltip}
      payload={label}
      // The trigger keeps `disabled` for its tooltip; the button has to be given it itself.
      render={
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

/** The one tooltip of the window. */
export function TooltipLayer() {
  return (
    <Tooltip.Provider delay={500}>
      <Tooltip.Root handle={tooltip}>
        {({ payload }) => (
          <Tooltip.Portal>
            <Tooltip.Positioner sideOffset={6} className={styles.positioner}>
              <Tooltip.Popup className={styles.tooltip}>{payload}</Tooltip.Popup>
            </Tooltip.Positioner>
          </Tooltip.Portal>
        )}
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
