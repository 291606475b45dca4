// Finds the element whose tooltip is to be shown: the one that is hovered, or focused by keyboard.

/** A tooltip opens when the pointer has been over its element for so long, in milliseconds. */
const OPENS_AFTER_MS = 500;
/** It closes so long after the pointer has left, in milliseconds, so that the pointer can reach it. */
const CLOSES_AFTER_MS = 120;
/** So long after one has closed, in milliseconds, the next opens at once. */
const NEXT_WITHIN_MS = 400;

/** Selects the elements with a tooltip. */
const WITH_TOOLTIP = '[data-tooltip]';

type TooltipDeps = {
  /** Shows the tooltip of an element, or none. */
  show: (element: Element | null) => void;
  /** Whether something is in the tooltip itself. */
  isInside: (target: Element) => boolean;
};

/** Follows pointer and focus until the scope ends. Returns what closes the tooltip at once. */
export function followTooltips({ show, isInside }: TooltipDeps, signal: AbortSignal): () => void {
  let shown: Element | null = null;
  /** The element under the pointer, whose tooltip stays closed until the pointer has left: it was pressed, or came there. */
  let pressed: Element | null = null;
  /** Where the pointer was pressed last, until it moves. */
  let pressedAt: { x: number; y: number } | null = null;
  let closedAtMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const seen = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting === false) set(null);
  });
  const set = (element: Element | null): void => {
    clearTimeout(timer);
    if (element === shown) return;
    if (shown !== null) closedAtMs = performance.now();
    shown = element;
    // An element that is gone, or scrolled away, says nothing of it.
    seen.disconnect();
    if (element !== null) seen.observe(element);
    show(element);
  };
  const setLater = (element: Element | null, afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => set(element), afterMs);
  };
  const onOver = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent): void => {
    if (pointerType === 'touch' || !(target instanceof Element)) return;
    const element = target.closest(WITH_TOOLTIP);
    // What takes the place of something pressed is not pointed at: its tooltip would cover what a person goes to.
    if (x === pressedAt?.x && y === pressedAt.y && element !== shown) pressed = element;
    if (element !== pressed) pressed = null;
    else if (element !== null) return;
    if (element === shown || isInside(target)) clearTimeout(timer);
    else if (element === null) setLater(null, CLOSES_AFTER_MS);
    else if (shown !== null || performance.now() - closedAtMs < NEXT_WITHIN_MS) set(element);
    else setLater(element, OPENS_AFTER_MS);
  };
  const listen = <K extends keyof DocumentEventMap>(name: K, act: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(name, act, { signal, capture: true });
  listen('pointerover', onOver);
  listen('pointermove', ({ clientX: x, clientY: y }) => {
    if (x !== pressedAt?.x || y !== pressedAt.y) pressedAt = null;
  });
  listen('pointerdown', ({ target, clientX: x, clientY: y }) => {
    pressedAt = { x, y };
    pressed = target instanceof Element ? target.closest(WITH_TOOLTIP) : null;
    set(null);
  });
  listen('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) set(target.closest(WITH_TOOLTIP));
  });
  listen('focusout', () => set(null));
  document.documentElement.addEventListener('pointerleave', () => setLater(null, CLOSES_AFTER_MS), { signal });
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    seen.disconnect();
  });
  return () => set(null);
}
