// Shows what lies over the canvas: the brush at the pointer's position, and outlines that are not filled yet.

import { createScope } from '../../../lifetime/scope.ts';
import type { RingLook } from '../protocol.ts';
import { type Point, toViewport, type View } from '../view/view.ts';
import { createBrushCursor, ringDiameterPx } from './brush-cursor.ts';
import { createOutlineLayer } from './outline-layer.ts';
import type { PressPurpose } from './pointer-input.ts';

/** What is drawn over one canvas. */
export type CanvasOverlay = {
  /** The pointer's position in device pixels of the viewport, undefined if it is outside; and what a press would do. */
  pointAt: (at: Point | undefined, purpose: PressPurpose) => void;
  /** Shows an outline in picture pixels, or none. */
  outline: (points: readonly Point[] | undefined, isClosed: boolean) => void;
  /** Call it when the view or the brush has changed. */
  refresh: () => void;
  /**
   * Stops drawing the brush until it is resumed: during a stroke the worker draws it, because moving an element on each
   * event would cost more than everything else together.
   * @returns how the worker draws the brush; undefined if it is too small and the system's cursor is shown.
   */
  suspendBrush: () => RingLook | undefined;
  resumeBrush: () => void;
  dispose: () => void;
};

/** What the overlay depends on. */
export type OverlaidCanvas = {
  /** Undefined while there is no picture. */
  view: () => View | undefined;
  /** Device pixels per CSS pixel. */
  pixelRatio: () => number;
  /** Diameter, in picture pixels, of the ring that replaces the pointer; 0 for a cross-hair. */
  ringPx: () => number;
  /** Whether the keyboard moves the pointer at the moment. */
  isKeyboardUsed: () => boolean;
};

/** Adds the overlay on top of the content of `surface`. */
export function createCanvasOverlay(surface: HTMLElement, canvas: OverlaidCanvas): CanvasOverlay {
  const cursor = createBrushCursor(surface);
  const layer = createOutlineLayer(surface);
  const scope = createScope();
  scope.add(cursor.dispose, layer.dispose);
  let pointer: { at: Point | undefined; purpose: PressPurpose } = { at: undefined, purpose: 'draw' };
  let isBrushSuspended = false;
  let outlined: { points: readonly Point[]; isClosed: boolean } | undefined;

  const showCursor = (): void => {
    const view = canvas.view();
    if (view === undefined || pointer.purpose !== 'draw') {
      cursor.hide(view === undefined ? 'default' : pointer.purpose === 'pan' ? 'grab' : 'zoom-in');
      return;
    }
    const ratio = canvas.pixelRatio();
    const at =
      isBrushSuspended || pointer.at === undefined ? undefined : { x: pointer.at.x / ratio, y: pointer.at.y / ratio };
    cursor.show(at, ringPx(view.scale));
  };
  /** Diameter of the ring in CSS pixels, undefined if there is none. */
  const ringPx = (scale: number): number | undefined =>
    ringDiameterPx((canvas.ringPx() * scale) / canvas.pixelRatio(), canvas.isKeyboardUsed());
  const showOutline = (): void => {
    const view = canvas.view();
    const ratio = canvas.pixelRatio();
    const points = outlined?.points.map((point) => {
      const { x, y } = view === undefined ? point : toViewport(view, point);
      return { x: x / ratio, y: y / ratio };
    });
    layer.show(points, outlined?.isClosed ?? false);
  };
  return {
    pointAt: (at, purpose) => {
      pointer = { at, purpose };
      showCursor();
    },
    outline: (points, isClosed) => {
      outlined = points && { points, isClosed };
      showOutline();
    },
    refresh: () => {
      showCursor();
      showOutline();
    },
    suspendBrush: () => {
      isBrushSuspended = true;
      showCursor();
      if (ringPx(canvas.view()?.scale ?? 1) === undefined) return undefined;
      const ratio = canvas.pixelRatio();
      return { leastDiameterPx: (ringDiameterPx(0, canvas.isKeyboardUsed()) ?? 0) * ratio, lineWidthPx: ratio };
    },
    resumeBrush: () => {
      isBrushSuspended = false;
      showCursor();
    },
    dispose: scope.dispose,
  };
}
