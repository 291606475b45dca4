// Which part of a sound is shown: pure functions over seconds. Knows no pixels but fractions of the width.

/** The part shown, in seconds from the start. */
export type WaveView = { readonly fromS: number; readonly toS: number };

/** Nobody looks closer than this. */
const MIN_SPAN_S = 1;
/** Where the playhead is put when it has left the view, as a share of the width. */
const LEAD = 0.1;

/** The whole sound. */
export function wholeView(lengthS: number): WaveView {
  return { fromS: 0, toS: lengthS };
}

/** Whether all of it is shown. */
export function isWhole(view: WaveView, lengthS: number): boolean {
  return view.fromS <= 0 && view.toS >= lengthS;
}

/** Shows `factor` times less (or more, below 1), the place `atS` staying where it is. */
export function zoomAround(view: WaveView, lengthS: number, atS: number, factor: number): WaveView {
  const span = view.toS - view.fromS;
  const wanted = Math.max(Math.min(MIN_SPAN_S, lengthS), Math.min(lengthS, span / factor));
  const share = span > 0 ? (atS - view.fromS) / span : 0;
  return within(atS - share * wanted, wanted, lengthS);
}

/** Shows an earlier or later part of the same length. */
export function scrollBy(view: WaveView, lengthS: number, deltaS: number): WaveView {
  return within(view.fromS + deltaS, view.toS - view.fromS, lengthS);
}

/** Turns the page when the playhead has left it. */
export function follow(view: WaveView, lengthS: number, positionS: number): WaveView {
  if (positionS >= view.fromS && positionS <= view.toS) return view;
  const span = view.toS - view.fromS;
  return within(positionS - LEAD * span, span, lengthS);
}

/** The view of a sound that has grown or been replaced: what was whole stays whole. */
export function resizeView(view: WaveView, oldLengthS: number, lengthS: number): WaveView {
  return isWhole(view, oldLengthS) ? wholeView(lengthS) : within(view.fromS, view.toS - view.fromS, lengthS);
}

/** The time at a share of the width. */
export function timeAt(view: WaveView, share: number): number {
  return view.fromS + Math.max(0, Math.min(1, share)) * (view.toS - view.fromS);
}

function within(fromS: number, span: number, lengthS: number): WaveView {
  const kept = Math.min(span, lengthS);
  const start = Math.max(0, Math.min(fromS, lengthS - kept));
  return { fromS: start, toS: start + kept };
}
