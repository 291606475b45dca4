// The window's single tooltip, which shows the text of the trigger that is hovered or focused by keyboard.

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ComponentProps, ReactElement } from 'react';
import { keyText } from './key-text.ts';
import styles from './Tooltip.module.css';

type Said = { text: string; keys: string; side: 'top' | 'right' };

const tooltip = Base.createHandle<Said>();

type TooltipProps = { [K in keyof Said]?: Said[K] | undefined } & { element: ReactElement };

/**
 * An element with a tooltip. It should be understandable without the tooltip. `keys` is the value of the element's
 * `aria-keyshortcuts`, of which the tooltip shows the first key.
 */
export function Tooltip({ text = '', keys = '', element, side = 'top' }: TooltipProps) {
  return <Base.Trigger handle={tooltip} payload={{ text, keys, side }} render={element} />;
}

/** A group of controls with a common tooltip, whose text is also the group's accessible description. */
export function ExplainedGroup({ label, text, ...props }: ComponentProps<'div'> & { label: string; text: string }) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own styles and layout.
  const group = <div role="group" aria-label={label} aria-description={text} {...props} />;
  return <Tooltip text={text} side="right" element={group} />;
}

/** Renders the tooltip. */
export function TooltipLayer() {
  return (
    <Base.Provider delay={500}>
      <Base.Root handle={tooltip}>
        {({ payload }) => (
          <Base.Portal>
            <Base.Positioner side={payload?.side ?? 'top'} sideOffset={6} className={styles.positioner}>
              <Base.Popup className={styles.tooltip}>
                {payload?.text}
                {payload?.keys && <kbd className={styles.key}>{keyText(payload.keys.split(' ')[0] ?? '')}</kbd>}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </Base.Provider>
  );
}
