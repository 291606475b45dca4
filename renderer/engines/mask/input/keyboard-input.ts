// Lets the keyboard act as the pointer: arrow keys move a cursor, the space bar presses it.

import type { Size } from '../../../../shared/images/size.ts';
import { createScope } from '../../../lifetime/scope.ts';
import type { Modifiers } from '../tool-api.ts';
import type { Point } from '../view/view.ts';

/**
 * The actions of the keys. Points are device pixels of the viewport; every `begin` is followed by one `end` or
 * `cancel`.
 */
export type KeyboardHandlers = {
  viewport: () => Size;
  /** Device pixels per CSS pixel. */
  pixelRatio: () => number;
  begin: (point: Point, modifiers: Modifiers) => void;
  move: (point: Point, modifiers: Modifiers) => void;
  end: () => void;
  cancel: () => void;
  /** The cursor's position; undefined when it is no longer shown. */
  hover: (point: Point | undefined) => void;
  enter: () => boolean;
  escape: () => boolean;
  backspace: () => boolean;
};

/** The listeners on an element that can have the focus. */
export type KeyboardInput = {
  /** The pointer's last position, from which the cursor continues when the keys are used. */
  pointerAt: (point: Point) => void;
  /** Whether the keys move the cursor at the moment. */
  isUsed: () => boolean;
  dispose: () => void;
};

const STEP_PX = 4;
const BIG_STEP_PX = 40;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Adds the listeners to `element`. */
export function createKeyboardInput(element: HTMLElement, handlers: KeyboardHandlers): KeyboardInput {
  const scope = createScope();
  let point: Point | undefined;
  let isShown = false;
  let isPressed = false;

  const show = (): Point => {
    const { width, height } = handlers.viewport();
    point ??= { x: width / 2, y: height / 2 };
    isShown = true;
    handlers.hover(point);
    return point;
  };
  const hide = (how: 'end' | 'cancel'): void => {
    if (isPressed) handlers[how]();
    isPressed = false;
    if (isShown) handlers.hover(undefined);
    isShown = false;
  };
  const step = (event: KeyboardEvent, [x, y]: readonly [number, number]): void => {
    const { width, height } = handlers.viewport();
    const from = show();
    const by = (event.shiftKey ? BIG_STEP_PX : STEP_PX) * handlers.pixelRatio();
    point = {
      x: Math.min(width, Math.max(0, from.x + x * by)),
      y: Math.min(height, Math.max(0, from.y + y * by)),
    };
    show();
    if (isPressed) handlers.move(point, modifiersOf(event));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) step(event, direction);
    else if (event.key === ' ') {
      if (!event.repeat && !isPressed) {
        isPressed = true;
        handlers.begin(show(), modifiersOf(event));
      }
    } else if (!ACTIONS[event.key]?.(handlers)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== ' ' || !isPressed) return;
    isPressed = false;
    handlers.end();
  };
  scope.listen(element, 'keydown', onKeyDown);
  scope.listen(element, 'keyup', onKeyUp);
  scope.listen(element, 'blur', () => hide('end'));
  // Only if the focus came by the keyboard: a click also focuses.
  scope.listen(element, 'focus', () => element.matches(':focus-visible') && show());
  scope.add(() => hide('cancel'));
  return {
    pointerAt: (at) => {
      point = at;
      if (!isPressed) isShown = false;
    },
    isUsed: () => isShown,
    dispose: scope.dispose,
  };
}

const ACTIONS: Readonly<Record<string, (handlers: KeyboardHandlers) => boolean>> = {
  Enter: (handlers) => handlers.enter(),
  Escape: (handlers) => handlers.escape(),
  Backspace: (handlers) => handlers.backspace(),
};

function modifiersOf(event: KeyboardEvent): Modifiers {
  // Here Shift makes the steps larger, so it is not passed on.
  return { isShift: false, isAlt: event.altKey };
}
