// Interprets the wheel and the gestures of a touch pad, which arrive as wheel events: pan, or zoom to the pointer.

import type { Point } from '../view/view.ts';

/** The actions of the wheel, and of drags that do the same. */
export type WheelHandlers = {
  /** By whole device pixels. */
  pan: (byX: number, byY: number) => void;
  zoom: (factor: number, at: Point) => void;
  /** Whether the wheel zooms; otherwise it pans. With Ctrl or ⌘ it always zooms. */
  isWheelZoom: () => boolean;
};

/** Wheel travel of one notch: 100 to 120 px, depending on the system. */
const NOTCH_PX = 120;
/** The most that one notch zooms. */
const NOTCH_ZOOM = 1.1;
/** Zoom per pixel of wheel travel. A pinch on a touch pad arrives as Ctrl+wheel with small steps. */
const WHEEL_ZOOM = Math.log(NOTCH_ZOOM) / NOTCH_PX;
const PINCH_ZOOM = 0.01;
const LINE_PX = 16;
const PAGE_PX = 400;

/** Handles one event: `at` is the pointer's position in device pixels, `ratio` is device pixels per CSS pixel. */
type Wheel = (event: WheelEvent, at: Point, ratio: number) => void;

/** Creates the function that handles the events of one surface. */
export function createWheel({ pan, zoom, isWheelZoom }: WheelHandlers): Wheel {
  /** Travel that was less than a device pixel. */
  let rest: Point = { x: 0, y: 0 };
  const panBy = (travelX: number, travelY: number, ratio: number): void => {
    const by = { x: rest.x - travelX * ratio, y: rest.y - travelY * ratio };
    const whole = { x: Math.round(by.x), y: Math.round(by.y) };
    rest = { x: by.x - whole.x, y: by.y - whole.y };
    if (whole.x !== 0 || whole.y !== 0) pan(whole.x, whole.y);
  };
  return (event, at, ratio) => {
    const unitPx = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? PAGE_PX : 1;
    const [travelX, travelY] = [event.deltaX * unitPx, event.deltaY * unitPx];
    // Browsers cannot reliably tell a mouse from a touch pad, so without Ctrl or ⌘ the person's setting decides.
    if (event.ctrlKey || event.metaKey || (isWheelZoom() && !event.shiftKey))
      zoom(wheelFactor(travelY, event.ctrlKey), at);
    // Not every system turns Shift+wheel into horizontal travel.
    else if (event.shiftKey && travelX === 0) panBy(travelY, 0, ratio);
    else panBy(travelX, travelY, ratio);
  };
}

/** The zoom factor of an event, in either direction by at most 10 % for each notch that the event contains. */
export function wheelFactor(travelPx: number, isPinch: boolean): number {
  const limit = Math.log(NOTCH_ZOOM) * Math.max(1, Math.abs(travelPx) / NOTCH_PX);
  const wanted = -travelPx * (isPinch ? PINCH_ZOOM : WHEEL_ZOOM);
  return Math.exp(Math.min(limit, Math.max(-limit, wanted)));
}
