// The one tooltip of the window: what its triggers say when they are pointed at or reached by keyboard.

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './Tooltip.module.css';

const tooltip = Base.createHandle<ReactNode>();

/** An element with a tooltip. `element` should not need it to be understood. */
export function Tooltip({ text, element }: { text: string; element: ReactElement }) {
  return <Base.Trigger handle={tooltip} payload={text} render={element} />;
}

/** A group of controls that are explained together; what explains them is their group's description too. */
export function ExplainedGroup({ label, text, ...props }: ComponentProps<'div'> & { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look and a layout of its own.
    <Tooltip text={text} element={<div role="group" aria-label={label} aria-description={text} {...props} />} />
  );
}

/** Draws the tooltip. */
export function TooltipLayer() {
  return (
    <Base.Provider delay={500}>
      <Base.Root handle={tooltip}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner sideOffset={6} className={styles.positioner}>
              <Base.Popup className={styles.tooltip}>{payload}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
