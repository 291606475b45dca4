// Passes presses to the selected tool and holds the gesture that the tool begins.

import type { ToolSettings } from '../../../../shared/images/mask-tools.ts';
import type { BrushPoint } from '../painting/brush.ts';
import type { EngineTools, Modifiers, ToolGesture, ToolSurface } from '../tool-api.ts';
import type { Point } from '../view/view.ts';
import type { InputPoint } from './pointer-input.ts';

/** What gestures act on. Points passed to it are in picture pixels. */
export type GestureTarget = Omit<ToolSurface, 'settings' | 'lastStrokeEnd' | 'showOutline'> & {
  /** Converts device pixels of the viewport to picture pixels. */
  toPicture: (point: Point) => Point;
  /** Shows an outline, or none. */
  showOutline: (outline: readonly Point[] | undefined, isClosed: boolean) => void;
  /** Called before a gesture that paints begins. */
  onBegin: () => void;
};

/** Controls the gesture in progress. */
export type Gestures = {
  begin: (point: InputPoint, modifiers: Modifiers) => void;
  move: (points: readonly InputPoint[], modifiers: Modifiers) => void;
  end: () => void;
  /** Cancels the gesture in progress, of either type; returns false if there is none. */
  cancel: () => boolean;
  hover: (point: Point) => void;
  /** Ends a gesture of several clicks; returns false if there is none. */
  close: () => boolean;
  /** Takes back the last click of such a gesture; returns false if there is none. */
  removeCorner: () => boolean;
  /** Call it when another picture is shown: a straight line then does not continue from the last stroke. */
  forget: () => void;
};

/** Creates the state machine without a gesture. `settings` is read when a gesture begins and when it ends. */
export function createGestures(target: GestureTarget, tools: EngineTools, settings: () => ToolSettings): Gestures {
  let drag: Extract<ToolGesture, { type: 'drag' }> | undefined;
  let clicks: Extract<ToolGesture, { type: 'clicks' }> | undefined;
  let lastStrokeEnd: Point | undefined;

  const surface: ToolSurface = {
    ...target,
    settings,
    lastStrokeEnd: () => lastStrokeEnd,
    beginStroke: (mode, point) => {
      lastStrokeEnd = point;
      target.beginStroke(mode, point);
    },
    moveStroke: (points) => {
      lastStrokeEnd = points.at(-1) ?? lastStrokeEnd;
      target.moveStroke(points);
    },
  };
  const placed = (point: InputPoint): BrushPoint => ({ ...target.toPicture(point), pressure: point.pressure });
  const hideOutline = (): void => target.showOutline(undefined, false);

  const close = (): boolean => {
    const closed = clicks;
    if (closed === undefined) return false;
    clicks = undefined;
    hideOutline();
    closed.close();
    return true;
  };
  const cancel = (): boolean => {
    const isSomething = drag !== undefined || clicks !== undefined;
    drag?.cancel?.();
    drag = undefined;
    clicks = undefined;
    hideOutline();
    return isSomething;
  };
  return {
    begin: (point, modifiers) => {
      const at = placed(point);
      if (clicks !== undefined) {
        if (clicks.press(at)) close();
        return;
      }
      const tool = tools[settings().tool];
      if (tool.navigates !== undefined) return;
      target.onBegin();
      const begun = tool.begin(at, modifiers, surface);
      if (begun.type === 'drag') drag = begun;
      else clicks = begun;
    },
    move: (points, modifiers) => {
      if (points.length > 0) drag?.move(points.map(placed), modifiers);
    },
    end: () => {
      const ended = drag;
      if (ended === undefined) return;
      drag = undefined;
      hideOutline();
      ended.end();
    },
    cancel,
    hover: (point) => clicks?.hover(target.toPicture(point)),
    close,
    removeCorner: () => {
      if (clicks === undefined) return false;
      if (!clicks.removeLast()) cancel();
      return true;
    },
    forget: () => {
      lastStrokeEnd = undefined;
    },
  };
}
