// The mathematics of viewing a picture: fit, zoom, pan, and conversion between picture and screen pixels.

import type { Size } from '../../../../shared/images/size.ts';

/** A point, in picture pixels or in device pixels of the viewport, as stated where it is used. */
export type Point = { x: number; y: number };

/**
 * The view of a picture: device pixels per picture pixel (1 = 100 %), and the position of its top left corner in device
 * pixels of the viewport.
 */
export type View = { scale: number; offsetX: number; offsetY: number };

/**
 * Zoom limits: 5 % and 3200 %. A picture that does not fit into its viewport at 5 % may be shown as small as it needs
 * to fit.
 */
const MIN_SCALE = 0.05;
export const MAX_SCALE = 32;
/** The scales that `+` and `−` step through, ascending: 12.5 % to 800 %. */
const ZOOM_STEPS: readonly number[] = [1 / 8, 1 / 6, 1 / 4, 1 / 3, 1 / 2, 2 / 3, 1, 1.5, 2, 3, 4, 6, 8];
/** Scales closer than this ratio count as the same step. */
const SAME_STEP = 1.001;
/** How much of the picture stays visible when it is moved aside, in device pixels. */
const KEPT_IN_VIEW_PX = 48;

/** The whole picture, as large as possible, centred. */
export function fitView(viewport: Size, picture: Size): View {
  const scale = Math.min(
    MAX_SCALE,
    Math.max(1, viewport.width) / picture.width,
    Math.max(1, viewport.height) / picture.height,
  );
  return {
    scale,
    offsetX: (viewport.width - picture.width * scale) / 2,
    offsetY: (viewport.height - picture.height * scale) / 2,
  };
}

/**
 * Zooms to `scale` so that the picture point under `anchor` (device pixels) stays there; outside the picture, the
 * nearest point of it does.
 */
export function zoomTo(view: View, scale: number, anchor: Point, viewport: Size, picture: Size): View {
  const limited = clamp(scale, Math.min(MIN_SCALE, fitView(viewport, picture).scale), MAX_SCALE);
  const at = toPicture(view, anchor);
  const held = { x: clamp(at.x, 0, picture.width), y: clamp(at.y, 0, picture.height) };
  const seen = toViewport(view, held);
  return { scale: limited, offsetX: seen.x - held.x * limited, offsetY: seen.y - held.y * limited };
}

/**
 * The next scale of `+` (1) or `−` (-1). A picture that fits at less than the smallest step can be stepped down to that.
 * Beyond the last step, the scale itself.
 */
export function steppedScale(scale: number, direction: 1 | -1, viewport: Size, picture: Size): number {
  const fitted = fitView(viewport, picture).scale;
  const steps = fitted < (ZOOM_STEPS[0] ?? 0) ? [fitted, ...ZOOM_STEPS] : ZOOM_STEPS;
  const next =
    direction > 0 ? steps.find((step) => step > scale * SAME_STEP) : steps.findLast((step) => step < scale / SAME_STEP);
  return next ?? scale;
}

/** Moves the picture by device pixels, but never completely out of view. */
export function panBy(view: View, byX: number, byY: number, viewport: Size, picture: Size): View {
  return {
    scale: view.scale,
    offsetX: keepInView(view.offsetX + byX, viewport.width, picture.width * view.scale),
    offsetY: keepInView(view.offsetY + byY, viewport.height, picture.height * view.scale),
  };
}

/** The same centre and scale in a viewport of another size. */
export function resizeView(view: View, from: Size, to: Size): View {
  return {
    scale: view.scale,
    offsetX: view.offsetX + (to.width - from.width) / 2,
    offsetY: view.offsetY + (to.height - from.height) / 2,
  };
}

/** Converts device pixels of the viewport to picture pixels. */
export function toPicture(view: View, point: Point): Point {
  return { x: (point.x - view.offsetX) / view.scale, y: (point.y - view.offsetY) / view.scale };
}

/** Converts picture pixels to device pixels of the viewport. */
export function toViewport(view: View, point: Point): Point {
  return { x: point.x * view.scale + view.offsetX, y: point.y * view.scale + view.offsetY };
}

/** The version of a picture to draw from when zoomed out: `2 ** level` times smaller, but not smaller than shown. */
export function levelFor(view: View): number {
  return view.scale >= 1 ? 0 : Math.floor(Math.log2(1 / view.scale));
}

function keepInView(offset: number, viewportPx: number, shownPx: number): number {
  const kept = Math.min(KEPT_IN_VIEW_PX, shownPx / 2, viewportPx / 2);
  return clamp(offset, kept - shownPx, viewportPx - kept);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
