// The items that are being dragged. The system's drag knows only their files, so a place inside the window asks here.

let dragged: readonly string[] = [];

/** A drag of items begins. */
export function beginDragging(ids: readonly string[]): void {
  dragged = ids;
}

/** The items of the drag that is under way; none after any other press or key. */
export function draggedItems(): readonly string[] {
  return dragged;
}

/** Calls back when the button of a drag goes up, once. @returns how to stop. */
export function onceReleased(call: () => void): () => void {
  const stop = new AbortController();
  const release = (): void => {
    stop.abort();
    call();
  };
  for (const name of ['pointerup', 'pointercancel'])
    addEventListener(name, release, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

/** Forgets the items when something else begins. @returns how to stop. */
export function watchDrags(): () => void {
  const forget = (): void => {
    dragged = [];
  };
  addEventListener('pointerdown', forget, true);
  addEventListener('keydown', forget, true);
  return () => {
    removeEventListener('pointerdown', forget, true);
    removeEventListener('keydown', forget, true);
  };
}
