// Turns pointer, wheel and key events on one element into gestures, pans and zooms.

import { createScope } from '../../lifetime/scope.ts';
import type { Modifiers } from '../tool-api.ts';
import type { Point } from '../view/view.ts';

/** A point on the element in device pixels, with pressure 0–1 (1 for a mouse). */
export type InputPoint = Point & { pressure: number };

/**
 * The actions of the events. Every `begin` is followed by exactly one `end` or `cancel`, even if the pointer is lost.
 */
export type InputHandlers = {
  begin: (point: InputPoint, modifiers: Modifiers) => void;
  move: (points: readonly InputPoint[], modifiers: Modifiers) => void;
  end: () => void;
  cancel: () => void;
  /** By whole device pixels. */
  pan: (byX: number, byY: number) => void;
  zoom: (factor: number, at: Point) => void;
  /** Whether the keyboard moves the cursor at the moment: the space bar then belongs to the keyboard. */
  isKeyboardUsed: () => boolean;
  /** Pressed twice at the same place. */
  doubleClick: () => void;
  /** The pointer's position, undefined if it is outside the element; and what a press would do. */
  hover: (at: Point | undefined, purpose: 'draw' | 'pan') => void;
};

/** The listeners on an element. */
export type PointerInput = {
  /** Cancels the gesture in progress; returns false if there is none. */
  cancel: () => boolean;
  /** Ends the gesture in progress as if the pointer had been lifted. */
  finish: () => void;
  dispose: () => void;
};

type Active = { pointerId: number; type: 'draw' | 'pan'; buttons: number; last: InputPoint };

const LEFT_BUTTON = 0;
const MIDDLE_BUTTON = 1;
const LEFT_OR_CONTACT = 1;
const MIDDLE_MASK = 4;
/** Zoom per pixel of wheel travel. A pinch on a touch pad arrives as Ctrl+wheel with small steps. */
const WHEEL_ZOOM = 0.0015;
const PINCH_ZOOM = 0.01;
const LINE_PX = 16;
const PAGE_PX = 400;

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
  const showHover = (): void =>
    handlers.hover(isOver || active !== undefined ? hovered : undefined, isPanning() ? 'pan' : 'draw');
  const isPanning = (): boolean => (active === undefined ? isSpaceDown : active.type === 'pan');

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
    const isMiddle = event.button === MIDDLE_BUTTON;
    if (event.button !== LEFT_BUTTON && !isMiddle) return;
    const type = isMiddle || isSpaceDown ? 'pan' : 'draw';
    const point = inputPointOf(event);
    hovered = point;
    active = { pointerId: event.pointerId, type, buttons: isMiddle ? MIDDLE_MASK : LEFT_OR_CONTACT, last: point };
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
    else if (last !== undefined)
      handlers.pan(Math.round(last.x) - Math.round(active.last.x), Math.round(last.y) - Math.round(active.last.y));
    if (last !== undefined) active.last = last;
  };
  const onUp = (event: PointerEvent): void => {
    if (active === undefined || event.pointerId !== active.pointerId) return;
    // A lifted pen reports no pressure, which must not make the end of its stroke thinner.
    if (active.type === 'draw')
      handlers.move([{ ...pointOf(event), pressure: active.last.pressure }], modifiersOf(event));
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
    const unitPx = event.deltaMode === 1 ? LINE_PX : event.deltaMode === 2 ? PAGE_PX : 1;
    const speed = event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM;
    handlers.zoom(Math.exp(-event.deltaY * unitPx * speed), pointOf(event));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
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
  scope.listen(surface, 'dblclick', () => handlers.doubleClick());
  scope.listen(surface, 'pointerenter', onEnter);
  scope.listen(surface, 'pointerleave', hoverAt);
  scope.listen(surface, 'wheel', onWheel, { passive: false });
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
    dispose: scope.dispose,
  };
}

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
