// Turns pointer, wheel and key events on one element into gestures, pans and zooms.

import { createScope } from '../../../lifetime/scope.ts';
import type { Modifiers } from '../tool-api.ts';
import type { Point } from '../view/view.ts';
import { createWheel, type WheelHandlers } from './wheel.ts';

/** A point on the element in device pixels, with pressure 0–1 (1 for a mouse). */
export type InputPoint = Point & { pressure: number };

/** What a drag does. `resize` changes the brush size. */
type DragKind = 'draw' | 'pan' | 'zoom' | 'resize';
/** What a plain press does with the selected tool. */
export type PressPurpose = Exclude<DragKind, 'resize'>;

/**
 * The actions of the events. Every `begin` is followed by exactly one `end` or `cancel`, even if the pointer is lost.
 */
export type InputHandlers = WheelHandlers & {
  begin: (point: InputPoint, modifiers: Modifiers) => void;
  move: (points: readonly InputPoint[], modifiers: Modifiers) => void;
  end: () => void;
  cancel: () => void;
  /** A click with the zoom tool. */
  stepZoom: (direction: 1 | -1, at: Point) => void;
  /** What the left button does at a point, unless Space is held. */
  purposeAt: (at: Point) => PressPurpose;
  /**
   * Begins to change the brush size. The returned function is called with the way of the pointer since the press, in
   * device pixels to the right. Undefined if there is no brush.
   */
  resizeBrush: () => ((byPx: number) => void) | undefined;
  /** Whether the keyboard moves the cursor at the moment: the space bar then belongs to the keyboard. */
  isKeyboardUsed: () => boolean;
  /** Pressed twice at the same place. */
  doubleClick: (at: Point) => void;
  /** The pointer's position, undefined if it is outside the element; and what a press would do. */
  hover: (at: Point | undefined, purpose: PressPurpose) => void;
};

/** The listeners on an element. */
export type PointerInput = {
  /** Cancels the gesture in progress; returns false if there is none. */
  cancel: () => boolean;
  /** Ends the gesture in progress as if the pointer had been lifted. */
  finish: () => void;
  /** Begins a gesture with a press that another element has received; the pointer must still be down. */
  press: (event: PointerEvent) => void;
  dispose: () => void;
};

type Active = {
  pointerId: number;
  type: DragKind;
  buttons: number;
  first: InputPoint;
  last: InputPoint;
  hasMoved: boolean;
  resize: ((byPx: number) => void) | undefined;
};

const LEFT_BUTTON = 0;
const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2;
const LEFT_OR_CONTACT = 1;
const RIGHT_MASK = 2;
const MIDDLE_MASK = 4;
/** Zoom per device pixel of a drag with the zoom tool. */
const DRAG_ZOOM = 0.005;
/** A press that moves less, in device pixels, is a click. */
const CLICK_PX = 4;

/**
 * Adds the listeners to `surface`, whose width in device pixels is `deviceWidthPx()`. Keys are handled while the
 * pointer is over it.
 */
export function createPointerInput(
  surface: HTMLElement,
  deviceWidthPx: () => number,
  handlers: InputHandlers,
): PointerInput {
  const document = surface.ownerDocument;
  const scope = createScope();
  let active: Active | undefined;
  let isOver = false;
  let isSpaceDown = false;
  let hovered: Point | undefined;
  const wheel = createWheel(handlers);
  /**
   * The element's position, measured when a pointer enters or presses: measuring on each event would cost more than
   * everything else together.
   */
  let box = surface.getBoundingClientRect();
  const measure = (): void => {
    box = surface.getBoundingClientRect();
  };
  /** The fingers on the element. */
  const touches = new Map<number, Point>();

  const pointOf = (event: MouseEvent): Point => {
    const ratio = deviceWidthPx() / Math.max(1, box.width);
    return { x: (event.clientX - box.left) * ratio, y: (event.clientY - box.top) * ratio };
  };
  const inputPointOf = (event: PointerEvent): InputPoint => {
    const { x, y } = pointOf(event);
    return { x, y, pressure: pressureOf(event) };
  };
  const pointsOf = (event: PointerEvent): InputPoint[] => {
    const coalesced = event.getCoalescedEvents();
    return coalesced.length > 0 ? coalesced.map(inputPointOf) : [inputPointOf(event)];
  };
  const showHover = (): void => {
    // The brush stays where it is while its size changes.
    const at = active?.type === 'resize' ? active.first : hovered;
    handlers.hover(isOver || active !== undefined ? at : undefined, purpose());
  };
  const purpose = (): PressPurpose => {
    if (active !== undefined) return active.type === 'resize' ? 'draw' : active.type;
    if (isSpaceDown) return 'pan';
    return hovered === undefined ? 'draw' : handlers.purposeAt(hovered);
  };
  /** What a press does; undefined if nothing. */
  const dragKind = (event: PointerEvent, at: Point): DragKind | undefined => {
    if (event.button === MIDDLE_BUTTON) return 'pan';
    const isResizing =
      event.altKey && (event.button === RIGHT_BUTTON || (event.button === LEFT_BUTTON && event.ctrlKey));
    if (isResizing) return 'resize';
    if (event.button !== LEFT_BUTTON) return undefined;
    return isSpaceDown ? 'pan' : handlers.purposeAt(at);
  };

  const stop = (how: 'end' | 'cancel'): void => {
    const stopped = active;
    if (stopped === undefined) return;
    active = undefined;
    if (surface.hasPointerCapture(stopped.pointerId)) surface.releasePointerCapture(stopped.pointerId);
    if (stopped.type === 'draw') handlers[how]();
    showHover();
  };

  const onDown = (event: PointerEvent): void => {
    measure();
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, pointOf(event));
      // A second finger turns the gesture of the first into a pinch.
      if (touches.size === 2) stop('cancel');
      if (touches.size > 1) return;
    }
    if (active !== undefined) return;
    const point = inputPointOf(event);
    const type = dragKind(event, point);
    const resize = type === 'resize' ? handlers.resizeBrush() : undefined;
    if (type === undefined || (type === 'resize' && resize === undefined)) return;
    hovered = point;
    const buttons = MASKS[event.button] ?? LEFT_OR_CONTACT;
    active = { pointerId: event.pointerId, type, buttons, first: point, last: point, hasMoved: false, resize };
    // A pointer may be gone before its event arrives. Without capture the gesture still ends with it.
    if (event.isTrusted) surface.setPointerCapture(event.pointerId);
    if (type === 'draw') handlers.begin(point, modifiersOf(event));
    showHover();
  };
  const onPinch = (event: PointerEvent): void => {
    const [one, other] = [...touches.values()];
    touches.set(event.pointerId, pointOf(event));
    const [nextOne, nextOther] = [...touches.values()];
    if (!one || !other || !nextOne || !nextOther) return;
    const [from, to] = [middle(one, other), middle(nextOne, nextOther)];
    handlers.pan(to.x - from.x, to.y - from.y);
    handlers.zoom(distance(nextOne, nextOther) / Math.max(1, distance(one, other)), to);
  };
  const onTouchGone = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
  };
  const onMove = (event: PointerEvent): void => {
    hoverAt(event);
    if (touches.size > 1 && touches.has(event.pointerId)) {
      onPinch(event);
      return;
    }
    if (active === undefined || event.pointerId !== active.pointerId) return;
    // The button was released where no event was received.
    if ((event.buttons & active.buttons) === 0) {
      stop('end');
      return;
    }
    const points = pointsOf(event);
    const last = points.at(-1);
    if (active.type === 'draw') handlers.move(points, modifiersOf(event));
    else if (last !== undefined) followDrag(active, last);
    if (last !== undefined) active.last = last;
  };
  const followDrag = (drag: Active, to: Point): void => {
    const byX = Math.round(to.x) - Math.round(drag.last.x);
    if (drag.type === 'pan') handlers.pan(byX, Math.round(to.y) - Math.round(drag.last.y));
    drag.resize?.(to.x - drag.first.x);
    drag.hasMoved ||= distance(drag.first, to) >= CLICK_PX;
    if (drag.type === 'zoom' && drag.hasMoved) handlers.zoom(Math.exp(byX * DRAG_ZOOM), drag.first);
  };
  const onUp = (event: PointerEvent): void => {
    if (active === undefined || event.pointerId !== active.pointerId) return;
    // A lifted pen reports no pressure, which must not make the end of its stroke thinner.
    if (active.type === 'draw')
      handlers.move([{ ...pointOf(event), pressure: active.last.pressure }], modifiersOf(event));
    if (active.type === 'zoom' && !active.hasMoved) handlers.stepZoom(event.altKey ? -1 : 1, active.first);
    stop('end');
  };
  const onLost = (event: PointerEvent): void => {
    if (event.pointerId === active?.pointerId) stop('end');
  };
  const hoverAt = (event: PointerEvent): void => {
    isOver = event.type !== 'pointerleave';
    hovered = pointOf(event);
    showHover();
  };
  const onEnter = (event: PointerEvent): void => {
    measure();
    hoverAt(event);
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    if (active !== undefined) return;
    measure();
    wheel(event, pointOf(event), deviceWidthPx() / Math.max(1, box.width));
  };
  const onContextMenu = (event: MouseEvent): void => {
    if (!event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Over the canvas Alt subtracts and picks: released, it would open the menu bar on Windows. */
  const keepAlt = (event: KeyboardEvent): void => {
    if (event.key === 'Alt' && (isOver || active !== undefined)) event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    keepAlt(event);
    if (event.key === 'Escape' && active?.type === 'draw') {
      consume(event);
      stop('cancel');
      return;
    }
    if (
      event.code !== 'Space' ||
      event.isComposing ||
      handlers.isKeyboardUsed() ||
      !(isOver || isSpaceDown) ||
      !isFree(event.target)
    )
      return;
    consume(event);
    isSpaceDown = true;
    showHover();
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    keepAlt(event);
    if (event.code !== 'Space' || !isSpaceDown) return;
    isSpaceDown = false;
    showHover();
  };
  const onBlur = (): void => {
    isSpaceDown = false;
    touches.clear();
    stop('end');
  };
  /** Whether the focused element neither accepts text nor reacts to the space bar. */
  const isFree = (target: EventTarget | null): boolean =>
    target === document.body || (target instanceof Node && (target.contains(surface) || surface.contains(target)));

  scope.listen(surface, 'pointerdown', onDown);
  // Raw updates arrive as soon as the pointer moves; plain moves wait for a frame of the page, which would delay the
  // worker by a frame. A single listener, because each additional call costs more than its work.
  scope.listen(surface, 'pointerrawupdate', (event: Event) => event instanceof PointerEvent && onMove(event));
  scope.listen(surface, 'pointerup', onUp);
  scope.listen(surface, 'pointercancel', onLost);
  scope.listen(surface, 'lostpointercapture', onLost);
  // On the document, because a finger may be lifted elsewhere: if it still counted, the next finger would start a
  // pinch.
  for (const name of ['pointerup', 'pointercancel'] as const) scope.listen(document, name, onTouchGone);
  scope.listen(surface, 'dblclick', (event) => handlers.doubleClick(pointOf(event)));
  scope.listen(surface, 'pointerenter', onEnter);
  scope.listen(surface, 'pointerleave', hoverAt);
  scope.listen(surface, 'wheel', onWheel, { passive: false });
  scope.listen(surface, 'contextmenu', onContextMenu);
  // The middle button would start automatic scrolling.
  scope.listen(surface, 'mousedown', (event) => event.button === MIDDLE_BUTTON && event.preventDefault());
  scope.listen(document, 'keydown', onKeyDown, { capture: true });
  scope.listen(document, 'keyup', onKeyUp, { capture: true });
  if (document.defaultView !== null) scope.listen(document.defaultView, 'blur', onBlur);
  scope.add(() => stop('cancel'));

  return {
    cancel: () => {
      const isDrawing = active?.type === 'draw';
      stop('cancel');
      return isDrawing;
    },
    finish: () => stop('end'),
    press: onDown,
    dispose: scope.dispose,
  };
}

/** The bit of `buttons` for each button that begins a drag. */
const MASKS: Readonly<Record<number, number>> = {
  [LEFT_BUTTON]: LEFT_OR_CONTACT,
  [MIDDLE_BUTTON]: MIDDLE_MASK,
  [RIGHT_BUTTON]: RIGHT_MASK,
};

function pressureOf(event: PointerEvent): number {
  return event.pointerType === 'pen' ? event.pressure : 1;
}

function modifiersOf(event: MouseEvent): Modifiers {
  return { isShift: event.shiftKey, isAlt: event.altKey };
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
