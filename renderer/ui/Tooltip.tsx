// The one tooltip of the window: what its triggers say when they are pointed at or reached by keyboard.

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactElement } from 'react';
import styles from './Tooltip.module.css';

type Said = { text: string; side: 'top' | 'right' };

const tooltip = Base.createHandle<Said>();

/** An element with a tooltip. `element` should not need it to be understood. */
export function Tooltip({
  text,
  element,
  side = 'top',
}: Pick<Said, 'text'> & Partial<Said> & { element: ReactElement }) {
  return <Base.Trigger handle={tooltip} payload={{ text, side }} render={element} />;
}

/** A group of controls that are explained together; what explains them is their group's description too. */
export function ExplainedGroup({ label, text, ...props }: ComponentProps<'div'> & { label: string; text: string }) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look and a layout of its own.
  const group = <div role="group" aria-label={label} aria-description={text} {...props} />;
  return <Tooltip text={text} side="right" element={group} />;
}

/** Draws the tooltip. */
export function TooltipLayer() {
  return (
    <Base.Provider delay={500}>
      <Base.Root handle={tooltip}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner side={payload?.side ?? 'top'} sideOffset={6} className={styles.positioner}>
              <Base.Popup className={styles.tooltip}>{payload?.text}</Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
