// Lets the keyboard do what the pointer does: arrows move a cursor, the space bar presses it. It must not know pictures or masks.

import type { Size } from '../../../shared/images/size.ts';
import { createScope } from '../../lifetime/scope.ts';
import type { Modifiers } from '../tool-api.ts';
import type { Point } from '../view/view.ts';

/** What the keys mean. Points are device pixels of the viewport; every `begin` is followed by one `end` or `cancel`. */
export type KeyboardHandlers = {
  viewport: () => Size;
  /** Device pixels to one CSS pixel. */
  pixelRatio: () => number;
  begin: (point: Point, modifiers: Modifiers) => void;
  move: (point: Point, modifiers: Modifiers) => void;
  end: () => void;
  cancel: () => void;
  /** The cursor is here, or no longer anywhere. */
  hover: (point: Point | undefined) => void;
  enter: () => boolean;
  escape: () => boolean;
  backspace: () => boolean;
};

/** Listening on an element that can have the focus. */
export type KeyboardInput = {
  /** The pointer has been here: the cursor goes on from there when the keys take over. */
  pointerAt: (point: Point) => void;
  /** Whether the keys move the cursor just now. */
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

/** Listens on `element`. */
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
  // Only where the keyboard brought it: a click focuses too.
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
  // Shift makes steps big here.
  return { isShift: false, isAlt: event.altKey };
}
