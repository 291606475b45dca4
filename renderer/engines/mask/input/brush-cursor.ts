// Shows the brush at its true size at the pointer's position.

import type { Point } from '../view/view.ts';

/** A ring in black and white, so that it is visible on any picture. */
export type BrushCursor = {
  /** Centre and diameter in CSS pixels of the parent. Hidden without a centre; a cross-hair without a diameter. */
  show: (at: Point | undefined, diameterPx: number | undefined) => void;
  /** Shows the system's cursor instead. */
  hide: (cursor: string) => void;
  dispose: () => void;
};

/** A smaller ring would be hard to see; a cross-hair marks the place instead. */
const MIN_RING_PX = 5;

/**
 * The diameter of the ring for a brush of a given diameter, both in CSS pixels on the screen; undefined if it would be
 * too small. When the keyboard moves the ring, it replaces the pointer and is never too small.
 */
export function ringDiameterPx(brushPx: number, isKeyboard: boolean): number | undefined {
  if (isKeyboard) return Math.max(2 * MIN_RING_PX, brushPx);
  return brushPx >= MIN_RING_PX ? brushPx : undefined;
}

/** Adds a ring to `parent`, which must be positioned. At its edge the ring extends beyond it. */
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
  /** Writes a style only when it changes, because this runs on every move of the pointer. */
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
