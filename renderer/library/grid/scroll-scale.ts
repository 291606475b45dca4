// Lines that are higher together than an element can be: where the scroll bar is for a place among them. Pure functions;
// all in pixels.

/** The height that an element gets at most. Chromium ends at 33 million, divided by the zoom. */
const MAX_HEIGHT_PX = 8_000_000;
/** At both ends a pixel of the scroll bar is a pixel of the lines, so that both ends are reached. */
const EXACT_PX = 500_000;

const MIDDLE_PX = MAX_HEIGHT_PX - 2 * EXACT_PX;

/** The height of the element that holds lines. @param contentPx the height of all lines */
export function elementHeightOf(contentPx: number): number {
  return Math.min(contentPx, MAX_HEIGHT_PX);
}

/** The `scrollTop` for a distance from the top of the lines. @param contentPx the height of all lines */
export function scrollTopOf(topPx: number, contentPx: number): number {
  const cutPx = contentPx - MAX_HEIGHT_PX;
  if (cutPx <= 0 || topPx <= EXACT_PX) return topPx;
  if (topPx >= contentPx - EXACT_PX) return topPx - cutPx;
  return EXACT_PX + ((topPx - EXACT_PX) * MIDDLE_PX) / (MIDDLE_PX + cutPx);
}

/** The distance from the top of the lines for a `scrollTop`; the inverse. */
export function topOfScroll(scrollTop: number, contentPx: number): number {
  const cutPx = contentPx - MAX_HEIGHT_PX;
  if (cutPx <= 0 || scrollTop <= EXACT_PX) return scrollTop;
  if (scrollTop >= MAX_HEIGHT_PX - EXACT_PX) return scrollTop + cutPx;
  return EXACT_PX + ((scrollTop - EXACT_PX) * (MIDDLE_PX + cutPx)) / MIDDLE_PX;
}
