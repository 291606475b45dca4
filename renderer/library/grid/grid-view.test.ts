import { expect, it, onTestFinished, vi } from 'vitest';
import { createGridView } from './grid-view.ts';
import { elementHeightOf } from './scroll-scale.ts';

const VIEW_PX = 800;

/** A scrolling element that cannot be scrolled farther than its content, as in a browser. */
class Scroller extends EventTarget {
  readonly clientHeight = VIEW_PX;
  readonly clientWidth = 1000;
  readonly offsetWidth = 1010;
  readonly #contentPx: number;
  #scrollTop = 0;
  constructor(contentPx: number) {
    super();
    this.#contentPx = contentPx;
  }
  get scrollTop(): number {
    return this.#scrollTop;
  }
  set scrollTop(px: number) {
    this.#scrollTop = Math.max(0, Math.min(px, this.#contentPx - VIEW_PX));
  }
  /** The person scrolls. */
  scroll(byPx: number): void {
    this.scrollTop += byPx;
    this.dispatchEvent(new Event('scroll'));
  }
}

function viewOf(contentPx: number) {
  let measure = (): void => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const scroller = new Scroller(elementHeightOf(contentPx));
  const view = createGridView();
  onTestFinished(view.attach(scroller as unknown as HTMLElement));
  view.setContent(contentPx);
  measure();
  return { view, scroller };
}

it('is where the element is scrolled to', () => {
  const { view, scroller } = viewOf(50_000);
  scroller.scroll(120);
  expect(view.getState()).toMatchObject({ topPx: 120, shiftPx: 0, heightPx: VIEW_PX, barPx: 10 });
  view.scrollTo(60_000);
  expect(view.getState().topPx).toBe(50_000 - VIEW_PX);
});

it('reaches every place of lines that no element can hold, by the wheel and by the bar', () => {
  const contentPx = 66_000_000;
  const { view, scroller } = viewOf(contentPx);
  view.scrollTo(contentPx / 3);
  expect(view.getState().topPx).toBeCloseTo(contentPx / 3, 3);
  // A step of the wheel is as long as anywhere else.
  scroller.scroll(120);
  expect(view.getState().topPx).toBeCloseTo(contentPx / 3 + 120, 3);
  const before = view.getState().topPx;
  scroller.dispatchEvent(new Event('scrollend'));
  expect(view.getState().topPx).toBeCloseTo(before, 3);
  scroller.scroll(elementHeightOf(contentPx));
  expect(view.getState().topPx).toBe(contentPx - VIEW_PX);
  scroller.scroll(-120);
  expect(view.getState().topPx).toBe(contentPx - VIEW_PX - 120);
  scroller.scroll(-elementHeightOf(contentPx));
  expect(view.getState().topPx).toBe(0);
});
