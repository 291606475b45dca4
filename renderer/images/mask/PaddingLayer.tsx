// Shows on the canvas what is sent: the padding that is added around the picture, hatched, and the frame of a part of it.

import { type CSSProperties, useEffect, useRef } from 'react';
import type { ImagesStore } from '../images-store.ts';
import { usePart, useWirePlan } from '../request/use-wire.ts';
import type { MaskStage } from './mask-stage.ts';
import styles from './PaddingLayer.module.css';
import { wireMargins } from './wire-margins.ts';

/** The margins and the frame; their position is set without React, because it changes with every wheel event. */
export function PaddingLayer({ store, stage }: { store: ImagesStore; stage: MaskStage }) {
  const plan = useWirePlan(store);
  const part = usePart(store);
  const margins = plan === null ? null : wireMargins(plan, part ?? undefined);
  const layer = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      stage.subscribeView((view) => {
        const element = layer.current;
        if (element === null) return;
        element.hidden = view === undefined;
        if (view === undefined) return;
        for (const name of ['scale', 'leftPx', 'topPx'] as const)
          element.style.setProperty(`--${name}`, String(view[name]));
      }),
    [stage],
  );
  return (
    <div ref={layer} className={styles.layer} aria-hidden>
      {margins?.areas.map((area, index) => (
        <div key={index === 0 ? 'first' : 'second'} className={styles.margin} style={placeOf(area)} />
      ))}
      {part !== null && (
        <div className={styles.part} data-sent-part="" style={placeOf({ ...part, left: part.x, top: part.y })} />
      )}
    </div>
  );
}

function placeOf({ left, top, width, height }: { left: number; top: number; width: number; height: number }) {
  const style: CSSProperties = {
    left: `calc((${left} * var(--scale) + var(--leftPx)) * 1px)`,
    top: `calc((${top} * var(--scale) + var(--topPx)) * 1px)`,
    width: `calc(${width} * var(--scale) * 1px)`,
    height: `calc(${height} * var(--scale) * 1px)`,
  };
  return style;
}
