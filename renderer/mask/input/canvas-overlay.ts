// What lies over the canvas: the brush where the pointer is, and outlines that nothing is covered by yet. It must not know what they are drawn for.

import { createScope } from '../../lifetime/scope.ts';
import type { RingLook } from '../protocol.ts';
import { type Point, toViewport, type View } from '../view/view.ts';
import { createBrushCursor, ringDiameterPx } from './brush-cursor.ts';
import { createOutlineLayer } from './outline-layer.ts';

/** What is drawn over one canvas. */
export type CanvasOverlay = {
  /** The pointer is here, in device pixels of the viewport, or nowhere over it; and what a press would do. */
  pointAt: (at: Point | undefined, purpose: 'draw' | 'pan') => void;
  /** An outline in picture pixels, or none. */
  outline: (points: readonly Point[] | undefined, isClosed: boolean) => void;
  /** The view or the brush is another. */
  refresh: () => void;
  /**
   * From here on somebody else draws the brush, until it is taken back: moving an element with each event of a stroke would cost more than all
   * the rest. @returns how it is to be drawn; undefined where the system's cursor stands for it.
   */
  handOver: () => RingLook | undefined;
  takeBack: () => void;
  dispose: () => void;
};

/** What the overlay follows. */
export type OverlaidCanvas = {
  /** Undefined while there is no picture. */
  view: () => View | undefined;
  /** Device pixels to one CSS pixel. */
  pixelRatio: () => number;
  /** Diameter, in picture pixels, of the ring that stands for the pointer; 0 for a cross-hair. */
  ringPx: () => number;
  /** The keyboard moves the pointer just now. */
  isKeyboardUsed: () => boolean;
};

/** Lays the overlay over what is in `surface`. */
export function createCanvasOverlay(surface: HTMLElement, canvas: OverlaidCanvas): CanvasOverlay {
  const cursor = createBrushCursor(surface);
  const layer = createOutlineLayer(surface);
  const scope = createScope();
  scope.add(cursor.dispose, layer.dispose);
  let pointer: { at: Point | undefined; purpose: 'draw' | 'pan' } = { at: undefined, purpose: 'draw' };
  let isHandedOver = false;
  let outlined: { points: readonly Point[]; isClosed: boolean } | undefined;

  const showCursor = (): void => {
    const view = canvas.view();
    if (view === undefined || pointer.purpose === 'pan') {
      cursor.hide(view === undefined ? 'default' : 'grab');
      return;
    }
    const ratio = canvas.pixelRatio();
    const at =
      isHandedOver || pointer.at === undefined ? undefined : { x: pointer.at.x / ratio, y: pointer.at.y / ratio };
    cursor.show(at, ringPx(view.scale));
  };
  /** Diameter of the ring in CSS pixels, undefined where there is none. */
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
    handOver: () => {
      isHandedOver = true;
      showCursor();
      if (ringPx(canvas.view()?.scale ?? 1) === undefined) return undefined;
      const ratio = canvas.pixelRatio();
      return { leastDiameterPx: (ringDiameterPx(0, canvas.isKeyboardUsed()) ?? 0) * ratio, lineWidthPx: ratio };
    },
    takeBack: () => {
      isHandedOver = false;
      showCursor();
    },
    dispose: scope.dispose,
  };
}
