// Selecting with a rectangle that is drawn from an empty place of the grid; near the upper and lower edge it scrolls.

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ROW_ATTRIBUTE } from '../../shell/keys.ts';
import type { LibraryStore } from '../library-store.ts';
import type { GridView } from './grid-view.ts';
import { type Area, itemsIn, type Lines } from './line-layout.ts';

/** A press that moves less than this is a click. In pixels. */
const MIN_PX = 4;
/** How near to an edge it scrolls, and how far in one frame at most. In pixels. */
const EDGE_PX = 48;
const FASTEST_PX = 40;

type MarqueeOptions = {
  store: LibraryStore;
  gridView: GridView;
  scroller: RefObject<HTMLDivElement | null>;
  /** The element that has the lines. */
  content: RefObject<HTMLDivElement | null>;
  lines: Lines;
  columnPx: number;
  gapPx: number;
};

type Drag = { startX: number; startY: number; clientX: number; clientY: number; kept: ReadonlySet<string> };

/** The rectangle while it is drawn, in pixels of the lines, and what the scrolling element needs. */
export type Marquee = { area: Area | null; onPointerDown: (event: PointerEvent) => void };

/** Returns the rectangle; Escape gives it up, and what was selected before is selected again. */
export function useMarquee({ store, gridView, scroller, content, lines, columnPx, gapPx }: MarqueeOptions): Marquee {
  const [area, setArea] = useState<Area | null>(null);
  const drag = useRef<Drag | null>(null);
  const [isDragging, setDragging] = useState(false);
  /** A selection is being made; the next one waits for it. */
  const isBusy = useRef(false);

  /** A place in the window, from the top left of the first line. */
  const pointAt = (clientX: number, clientY: number, box: DOMRect): [x: number, y: number] => [
    clientX - box.left,
    clientY - box.top + gridView.getState().shiftPx,
  ];
  const select = useEffectEvent(async (next: Area) => {
    if (isBusy.current || drag.current === null) return;
    isBusy.current = true;
    const { selectRanges } = store.getState();
    await selectRanges(itemsIn(lines, next, columnPx, gapPx), drag.current.kept);
    isBusy.current = false;
  });
  /** Draws the rectangle where the pointer is now. */
  const follow = useEffectEvent(() => {
    const box = content.current?.getBoundingClientRect();
    const now = drag.current;
    if (box === undefined || now === null) return;
    const [x, y] = pointAt(now.clientX, now.clientY, box);
    if (area === null && Math.hypot(x - now.startX, y - now.startY) < MIN_PX) return;
    const next = {
      left: Math.max(0, Math.min(x, now.startX)),
      right: Math.min(box.width, Math.max(x, now.startX)),
      top: Math.max(0, Math.min(y, now.startY)),
      bottom: Math.min(lines.heightPx, Math.max(y, now.startY)),
    };
    if (area !== null && JSON.stringify(area) === JSON.stringify(next)) return;
    setArea(next);
    void select(next);
  });
  const scrollOn = useEffectEvent(() => {
    const view = scroller.current?.getBoundingClientRect();
    if (view === undefined || drag.current === null || area === null) return;
    const { clientY } = drag.current;
    const beyond = clientY < view.top + EDGE_PX ? clientY - view.top - EDGE_PX : clientY - view.bottom + EDGE_PX;
    if (clientY >= view.top + EDGE_PX && beyond <= 0) return;
    scroller.current?.scrollBy({ top: Math.max(-FASTEST_PX, Math.min(FASTEST_PX, beyond / 2)) });
  });
  const end = useEffectEvent((isGivenUp: boolean) => {
    const last = drag.current;
    if (last === null) return;
    const { selectRanges, clearSelection } = store.getState();
    if (isGivenUp) void selectRanges([], last.kept);
    else if (area === null && last.kept.size === 0) clearSelection();
    // The last rectangle, also if another was being selected when the pointer was lifted.
    else if (area !== null) void selectRanges(itemsIn(lines, area, columnPx, gapPx), last.kept);
    drag.current = null;
    setArea(null);
    setDragging(false);
  });

  useEffect(() => {
    if (!isDragging) return;
    let frame = 0;
    const onFrame = (): void => {
      scrollOn();
      follow();
      frame = requestAnimationFrame(onFrame);
    };
    const onMove = (event: globalThis.PointerEvent): void => {
      if (drag.current === null) return;
      drag.current = { ...drag.current, clientX: event.clientX, clientY: event.clientY };
    };
    const onUp = (): void => end(false);
    const onCancel = (): void => end(true);
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(true);
    };
    frame = requestAnimationFrame(onFrame);
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    addEventListener('keydown', onKey, { capture: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', onCancel);
      removeEventListener('keydown', onKey, { capture: true });
    };
  }, [isDragging]);

  return {
    area,
    onPointerDown: (event) => {
      const box = content.current?.getBoundingClientRect();
      const isOnItem = event.target instanceof Element && event.target.closest(`[${ROW_ATTRIBUTE}]`) !== null;
      // The scroll bar is no empty place.
      const isOnBar = event.target === scroller.current && event.nativeEvent.offsetX >= event.currentTarget.clientWidth;
      if (event.button !== 0 || event.pointerType === 'touch' || isOnItem || isOnBar || box === undefined) return;
      const { selection } = store.getState();
      const isAdding = event.ctrlKey || event.metaKey || event.shiftKey;
      const kept = isAdding && selection.kind === 'some' ? selection.ids : new Set<string>();
      const { clientX, clientY } = event;
      const [startX, startY] = pointAt(clientX, clientY, box);
      drag.current = { startX, startY, clientX, clientY, kept };
      setDragging(true);
    },
  };
}
