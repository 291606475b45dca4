// What presses, drags, clicks and the wheel do on a comparison. Independent of how it is drawn.

import type { InputHandlers, InputPoint, PressPurpose } from '../../engines/mask/input/pointer-input.ts';
import type { Point } from '../../engines/mask/view/view.ts';
import type { CompareMode } from './compare-geometry.ts';

/** A press that moves less, in CSS pixels, is a click. */
const CLICK_PX = 4;

/** How drags and the wheel navigate, as chosen for the mask's canvas. */
export type Navigation = {
  /** What drags do while the hand or the zoom tool is selected; otherwise undefined. */
  navigates: () => 'pan' | 'zoom' | undefined;
  /** Whether the wheel zooms without Ctrl or ⌘; otherwise it pans. */
  isWheelZoom: () => boolean;
};

/** What a click and a double click on a pane do; a pane is named by its place. */
export type PaneHandlers = { choose: (index: number) => void; open: (index: number) => void };

/** What gestures know of a comparison, and what they do to it. Places are device pixels of the surface. */
type Compared = {
  mode: () => CompareMode;
  /** Device pixels per CSS pixel. */
  pxPerCss: () => number;
  isZoomed: () => boolean;
  /** Whether a place is on the divider, or close to it. */
  isOnLine: (at: Point) => boolean;
  /** The pane at a place, and that place in it. */
  paneAt: (at: Point) => { index: number; at: Point };
  paneHandlers: () => PaneHandlers | null;
  focus: () => void;
  /** Shows before while a press is held. */
  hold: (isHeld: boolean) => void;
  divideAt: (atPx: number) => void;
  move: (byX: number, byY: number) => void;
  /** `at` is in its pane. */
  zoom: (factor: number, at: Point) => void;
  stepZoom: (direction: 1 | -1, at: Point) => void;
  fit: () => void;
  /** Says what a press would do, or does. */
  mark: (state: { isPanning: boolean; isZooming: boolean; isOnLine: boolean }) => void;
};

type Gesture = { kind: 'divide' | 'pan'; first: Point; last: Point; isClick: boolean };

/** Creates the handlers of a comparison's surface. */
export function createCompareInput(compared: Compared, { navigates, isWheelZoom }: Navigation): InputHandlers {
  let gesture: Gesture | undefined;
  const cancel = (): void => {
    gesture = undefined;
    compared.hold(false);
  };
  return {
    begin: (at: InputPoint) => {
      compared.focus();
      const mode = compared.mode();
      if (mode === 'hold') compared.hold(true);
      const isDividing = mode === 'slider' && (compared.isOnLine(at) || !compared.isZoomed());
      gesture = { kind: isDividing ? 'divide' : 'pan', first: at, last: at, isClick: mode === 'side' };
      if (isDividing) compared.divideAt(at.x);
    },
    move: (points) => {
      const at = points.at(-1);
      if (at === undefined || gesture === undefined) return;
      const { first, last } = gesture;
      if (gesture.kind === 'divide') compared.divideAt(at.x);
      else if (compared.isZoomed() || navigates() === 'pan') compared.move(at.x - last.x, at.y - last.y);
      gesture.last = at;
      gesture.isClick &&= Math.hypot(at.x - first.x, at.y - first.y) < CLICK_PX * compared.pxPerCss();
    },
    end: () => {
      const ended = gesture;
      cancel();
      if (ended?.isClick) compared.paneHandlers()?.choose(compared.paneAt(ended.first).index);
    },
    cancel,
    pan: compared.move,
    zoom: (factor, at) => compared.zoom(factor, compared.paneAt(at).at),
    stepZoom: (direction, at) => compared.stepZoom(direction, compared.paneAt(at).at),
    isWheelZoom,
    // The line can be moved with every tool, and a pane chosen also with the hand, whose drag is the same.
    purposeAt: (at): PressPurpose => {
      const chosen = navigates() ?? 'draw';
      return compared.isOnLine(at) || (compared.mode() === 'side' && chosen === 'pan') ? 'draw' : chosen;
    },
    resizeBrush: () => undefined,
    isKeyboardUsed: () => false,
    doubleClick: (at) => {
      if (navigates() === 'pan') compared.fit();
      else if (compared.mode() === 'side' && navigates() === undefined)
        compared.paneHandlers()?.open(compared.paneAt(at).index);
    },
    hover: (at, purpose) => {
      compared.mark({
        isPanning: purpose === 'pan' || gesture?.kind === 'pan',
        isZooming: purpose === 'zoom',
        isOnLine: at !== undefined && compared.isOnLine(at),
      });
    },
  };
}
