// The visible part of a sound. Pure functions over seconds and shares of the width.

/** The visible part, in seconds from the start. */
export type WaveView = { readonly fromS: number; readonly toS: number };

/** The shortest visible part, in seconds. */
const MIN_SPAN_S = 1;
/** Where the playhead appears after it has left the view, as a share of the width. */
const LEAD = 0.1;

/** A view of the whole sound. */
export function wholeView(lengthS: number): WaveView {
  return { fromS: 0, toS: lengthS };
}

/** Whether the view shows the whole sound. */
export function isWhole(view: WaveView, lengthS: number): boolean {
  return view.fromS <= 0 && view.toS >= lengthS;
}

/** Zooms in by `factor` (out if below 1) around the time `atS`, which keeps its place. */
export function zoomAround(view: WaveView, lengthS: number, atS: number, factor: number): WaveView {
  const span = view.toS - view.fromS;
  const length = Math.max(Math.min(MIN_SPAN_S, lengthS), Math.min(lengthS, span / factor));
  const share = span > 0 ? (atS - view.fromS) / span : 0;
  return within(atS - share * length, length, lengthS);
}

/** Moves the view by `deltaS`; its length stays the same. */
export function scrollBy(view: WaveView, lengthS: number, deltaS: number): WaveView {
  return within(view.fromS + deltaS, view.toS - view.fromS, lengthS);
}

/** Moves the view to the playhead if the playhead has left it. */
export function follow(view: WaveView, lengthS: number, positionS: number): WaveView {
  if (positionS >= view.fromS && positionS <= view.toS) return view;
  const span = view.toS - view.fromS;
  return within(positionS - LEAD * span, span, lengthS);
}

/** The view after a sound has grown or been replaced: a view of the whole sound stays a view of the whole sound. */
export function resizeView(view: WaveView, oldLengthS: number, lengthS: number): WaveView {
  return isWhole(view, oldLengthS) ? wholeView(lengthS) : within(view.fromS, view.toS - view.fromS, lengthS);
}

/** The time at a share of the width, 0 to 1. */
export function timeAt(view: WaveView, share: number): number {
  return view.fromS + Math.max(0, Math.min(1, share)) * (view.toS - view.fromS);
}

function within(fromS: number, span: number, lengthS: number): WaveView {
  const length = Math.min(span, lengthS);
  const start = Math.max(0, Math.min(fromS, lengthS - length));
  return { fromS: start, toS: start + length };
}
