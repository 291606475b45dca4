// Elements with a tooltip. They only say it; the window's single tooltip, whose code is read later, shows it.

import { type ComponentProps, cloneElement, type ReactElement } from 'react';

/** What a tooltip shows, and on which side of its element. */
type TooltipProps = { text?: string; keys?: string | undefined; side?: 'top' | 'right'; element: ReactElement };

type SaidProps = Record<`data-tooltip${'' | '-keys' | '-side'}`, string | undefined>;

/**
 * An element with a tooltip. It should be understandable without the tooltip. `keys` is the value of the element's
 * `aria-keyshortcuts`, of which the tooltip shows the first key. The element passes `data-` attributes on.
 */
export function Tooltip({ text = '', keys = '', element, side = 'top' }: TooltipProps) {
  return cloneElement(element as ReactElement<SaidProps>, {
    'data-tooltip': text,
    'data-tooltip-keys': keys || undefined,
    'data-tooltip-side': side,
  });
}

/** A group of controls with a common tooltip, whose text is also the group's accessible description. */
export function ExplainedGroup({ label, text, ...props }: ComponentProps<'div'> & { label: string; text: string }) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own styles and layout.
  const group = <div role="group" aria-label={label} aria-description={text} {...props} />;
  return <Tooltip text={text} side="right" element={group} />;
}
