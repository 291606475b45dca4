// The window's single tooltip.

import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useEffect, useRef, useState } from 'react';
import { keyText } from '../key-text.ts';
import styles from '../Tooltip.module.css';
import { followTooltips } from './follow-tooltips.ts';

/** Renders the tooltip. */
export function TooltipLayer() {
  const [element, show] = useState<HTMLElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef(() => {});
  const [, redraw] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    close.current = followTooltips(
      {
        show: (next) => show(next instanceof HTMLElement ? next : null),
        isInside: (target) => popup.current?.contains(target) ?? false,
      },
      ending.signal,
    );
    return () => ending.abort();
  }, []);
  useEffect(() => {
    if (element === null) return;
    // What it says may change while it is shown.
    const said = new MutationObserver(() => redraw((times) => times + 1));
    said.observe(element, { attributeFilter: ['data-tooltip', 'data-tooltip-keys'] });
    return () => said.disconnect();
  }, [element]);
  const { tooltip: text, tooltipKeys: keys, tooltipSide: side } = element?.dataset ?? {};
  return (
    <Base.Root
      open={element !== null && (text || keys) !== undefined}
      onOpenChange={(isOpen) => isOpen || close.current()}
    >
      <Base.Portal>
        <Base.Positioner
          anchor={element}
          side={side === 'right' ? 'right' : 'top'}
          sideOffset={6}
          className={styles.positioner}
        >
          <Base.Popup ref={popup} className={styles.tooltip}>
            {text}
            {keys && <kbd className={styles.key}>{keyText(keys.split(' ')[0] ?? '')}</kbd>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
