// Where the view of the grid is, without React. One listener reads it when the grid is scrolled; everything else asks
// here, because asking the document would lay it out again.

import { createStore, type StoreApi } from 'zustand/vanilla';
import { PADDING_PX } from './cell-size.ts';
import { scrollTopOf, topOfScroll } from './scroll-scale.ts';

/** A scroll event that goes farther is a drag of the bar, or a jump. In pixels. */
const JUMP_PX = 10_000;

/** All in pixels. A screen that is not shown has no size, and keeps the one it had. */
type Position = {
  /** From the top of the first line to the upper edge. */
  topPx: number;
  /** By how much lines stand higher in the document than among all lines; not 0 only where not all of them fit. */
  shiftPx: number;
  /** The room for lines and what is around them, and the width of the scroll bar. */
  widthPx: number;
  heightPx: number;
  barPx: number;
  isForward: boolean;
};

/** The view. */
export type GridView = Pick<StoreApi<Position>, 'getState' | 'getInitialState' | 'subscribe'> & {
  /** Follows an element until the returned function is called. */
  attach: (element: HTMLElement) => () => void;
  /** Says how high all lines are. */
  setContent: (heightPx: number) => void;
  /** Scrolls to a distance from the top of the first line, or as near as there is something. */
  scrollTo: (topPx: number) => void;
};

/** Creates a view of nothing. */
export function createGridView(): GridView {
  const store = createStore<Position>()(() => ({
    topPx: 0,
    shiftPx: 0,
    widthPx: 0,
    heightPx: 0,
    barPx: 0,
    isForward: true,
  }));
  let element: HTMLElement | null = null;
  let contentPx = 0;
  let isVisible = false;

  const moveTo = (topPx: number, shiftPx: number): void => {
    const before = store.getState();
    if (topPx === before.topPx && shiftPx === before.shiftPx) return;
    store.setState({ topPx, shiftPx, isForward: topPx === before.topPx ? before.isForward : topPx > before.topPx });
  };
  const onScroll = (): void => {
    if (element === null || !isVisible) return;
    const { topPx, shiftPx } = store.getState();
    const { scrollTop } = element;
    if (Math.abs(scrollTop + shiftPx - topPx) < JUMP_PX) moveTo(scrollTop + shiftPx, shiftPx);
    else moveTo(topOfScroll(scrollTop, contentPx), topOfScroll(scrollTop, contentPx) - scrollTop);
  };
  const scrollTo = (wantedPx: number): void => {
    if (element === null) return;
    const topPx = Math.max(0, wantedPx);
    const scrollTop = scrollTopOf(topPx, contentPx);
    element.scrollTop = scrollTop;
    // The document may end before.
    const shiftPx = topPx - scrollTop;
    moveTo(element.scrollTop + shiftPx, shiftPx);
  };
  /** Brings the bar to where it belongs, which it has left if a pixel of it is more than one of the lines. */
  const onScrollEnd = (): void => {
    const { topPx, shiftPx } = store.getState();
    if (isVisible && Math.abs(topPx - shiftPx - scrollTopOf(topPx, contentPx)) >= 1) scrollTo(topPx);
  };
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    attach: (next) => {
      element = next;
      const observer = new ResizeObserver(() => {
        isVisible = next.clientHeight > 0;
        if (!isVisible) return;
        store.setState({
          widthPx: next.clientWidth - 2 * PADDING_PX,
          heightPx: next.clientHeight,
          barPx: next.offsetWidth - next.clientWidth,
        });
      });
      observer.observe(next);
      next.addEventListener('scroll', onScroll, { passive: true });
      next.addEventListener('scrollend', onScrollEnd);
      return () => {
        element = null;
        observer.disconnect();
        next.removeEventListener('scroll', onScroll);
        next.removeEventListener('scrollend', onScrollEnd);
      };
    },
    setContent: (heightPx) => {
      contentPx = heightPx;
    },
    scrollTo,
  };
}
