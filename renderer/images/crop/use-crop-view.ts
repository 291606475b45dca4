// Where the picture is seen while it is cropped: whole, or as a person zooms and moves it.

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Frame, Point } from '../../../shared/images/cropping.ts';
import type { Size } from '../../../shared/images/size.ts';
import { createWheel } from '../../engines/mask/input/wheel.ts';
import { useCommand } from '../../services.ts';
import { type CropView, cropView, pannedView, zoomedView } from './crop-view.ts';

/** What one step of the zoom commands does. */
const STEP = 1.25;

type Options = {
  /** What the picture is shown in. */
  layer: RefObject<HTMLElement | null>;
  /** What is seen whole. */
  shown: Frame;
  isOutward: boolean;
  isWheelZoom: () => boolean;
};

/** Returns the view, null before the room is known; how it is moved; and whether a drag moves it now, instead of a frame. */
export function useCropView({ layer, shown, isOutward, isWheelZoom }: Options) {
  const room = useRoom(layer);
  const isSpaceDown = useSpace(layer);
  /** Null for the whole. */
  const [chosen, setChosen] = useState<CropView | null>(null);
  const whole = room && cropView(room, shown, isOutward);
  const view = chosen ?? whole;
  const move = (from: CropView, by: Point): void => {
    if (room !== null) setChosen(pannedView(from, by, room, shown));
  };
  const zoom = (to: number, at?: Point): void => {
    if (view === null || whole === null || room === null) return;
    setChosen(zoomedView(view, to, at ?? { x: room.width / 2, y: room.height / 2 }, whole));
  };
  const zoomBy = (factor: number, at?: Point): void => zoom((view?.scale ?? 1) * factor, at);
  useCommand('view.fit', () => setChosen(null));
  useCommand('view.actualSize', () => zoom(1 / devicePixelRatio));
  useCommand('view.zoomIn', () => zoomBy(STEP));
  useCommand('view.zoomOut', () => zoomBy(1 / STEP));
  const pan = useEffectEvent((x: number, y: number) => view && move(view, { x, y }));
  const zoomAt = useEffectEvent(zoomBy);
  const isZoom = useEffectEvent(isWheelZoom);
  useEffect(() => {
    const { current } = layer;
    if (current === null) return undefined;
    const wheel = createWheel({
      pan: (x, y) => pan(x, y),
      zoom: (factor, at) => zoomAt(factor, at),
      isWheelZoom: () => isZoom(),
    });
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = current.getBoundingClientRect();
      wheel(event, { x: event.clientX - box.left, y: event.clientY - box.top }, 1);
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [layer]);
  return { view, move, isSpaceDown };
}

/** Whether the space bar is held, unless it presses what has the focus. */
function useSpace(layer: RefObject<HTMLElement | null>): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const isFree = (target: EventTarget | null): boolean =>
      target === document.body || (target instanceof Node && layer.current?.contains(target) === true);
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.code !== 'Space' || !isFree(event.target)) return;
      event.preventDefault();
      setDown(true);
    };
    addEventListener('keydown', onKeyDown, { signal });
    addEventListener('keyup', ({ code }) => code === 'Space' && setDown(false), { signal });
    addEventListener('blur', () => setDown(false), { signal });
    return () => stop.abort();
  }, [layer]);
  return isDown;
}

/** The size of an element, kept up to date; null before it is known. */
function useRoom(element: RefObject<HTMLElement | null>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setRoom({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
