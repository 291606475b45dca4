// Shows the brush at its true size where the pointer is. It must not know what the brush does.

import type { Point } from '../view/view.ts';

/** A ring, black and white so that it is seen on anything. */
export type BrushCursor = {
  /** Centre and diameter in CSS pixels of the parent; hidden without a centre, and without a diameter a cross-hair. */
  show: (at: Point | undefined, diameterPx: number | undefined) => void;
  /** Shows the system's cursor instead. */
  hide: (cursor: string) => void;
  dispose: () => void;
};

/** A smaller ring could not be seen; a cross-hair marks the place instead. */
const SMALLEST_RING_PX = 5;

/**
 * The diameter of the ring for a brush of a diameter, both as seen in CSS pixels; undefined where it would be too small. Where the keyboard
 * moves it, it stands for the pointer and is never too small.
 */
export function ringDiameterPx(brushPx: number, isKeyboard: boolean): number | undefined {
  if (isKeyboard) return Math.max(2 * SMALLEST_RING_PX, brushPx);
  return brushPx >= SMALLEST_RING_PX ? brushPx : undefined;
}

/** Puts a ring into `parent`, which must be positioned and clip what leaves it. */
export function createBrushCursor(parent: HTMLElement): BrushCursor {
  const ring = parent.ownerDocument.createElement('div');
  ring.setAttribute('aria-hidden', 'true');
  Object.assign(ring.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    borderRadius: '50%',
    boxSizing: 'border-box',
    border: '1px solid #fff',
    boxShadow: '0 0 0 1px #000',
    pointerEvents: 'none',
    visibility: 'hidden',
    willChange: 'transform',
  });
  parent.append(ring);
  let shownDiameterPx = 0;
  let shownCursor = '';
  let isVisible = false;
  /** Writes a style only where it changes: this runs with every move of the pointer. */
  const set = (cursor: string, isRingVisible: boolean): void => {
    if (cursor !== shownCursor) parent.style.cursor = cursor;
    if (isRingVisible !== isVisible) ring.style.visibility = isRingVisible ? 'visible' : 'hidden';
    shownCursor = cursor;
    isVisible = isRingVisible;
  };
  return {
    hide: (cursor) => set(cursor, false),
    show: (at, diameterPx) => {
      const isRing = diameterPx !== undefined;
      set(isRing ? 'none' : 'crosshair', at !== undefined && isRing);
      if (at === undefined || !isRing) return;
      if (diameterPx !== shownDiameterPx) {
        shownDiameterPx = diameterPx;
        ring.style.width = `${diameterPx}px`;
        ring.style.height = `${diameterPx}px`;
      }
      ring.style.transform = `translate(${at.x - diameterPx / 2}px, ${at.y - diameterPx / 2}px)`;
    },
    dispose: () => ring.remove(),
  };
}
