// Decides when and how the canvas is drawn: once per frame, only what has changed, and faster while the view moves.

import type { Size } from '../../../../shared/images/size.ts';
import type { DirtyTiles } from '../raster/dirty-tiles.ts';
import { createPainter, type Painter, type Ring } from './painter.ts';
import type { Scene } from './scene.ts';
import type { View } from './view.ts';

/** The canvas and what it shows. */
export type Screen = {
  attach: (canvas: OffscreenCanvas) => void;
  resize: (viewport: Size) => void;
  /** Shows another scene, or the same scene after a change; undefined for an empty canvas. */
  show: (scene: Scene | undefined) => void;
  /** Call it when the view of the scene has changed. Further changes are likely. */
  move: () => void;
  /** Call it when the mask has changed, or when work is waiting for a frame. */
  schedule: () => void;
};

/**
 * Called at the beginning of a frame. Does waiting work and returns what has changed in the mask, whether work remains,
 * and where a brush paints.
 */
type OnFrame = () => { dirty: DirtyTiles; hasMore: boolean; ring: Ring | undefined };

/** After this time without a move, the view is drawn exactly. */
const REST_MS = 90;

/** Creates a screen without a canvas. */
export function createScreen(onFrame: OnFrame): Screen {
  let painter: Painter | undefined;
  let viewport: Size = { width: 1, height: 1 };
  let scene: Scene | undefined;
  /** The view of the scene on the canvas; undefined if everything has to be redrawn. */
  let painted: View | undefined;
  let isExact = false;
  let isRingDrawn = false;
  let moves = 0;
  let isFrameRequested = false;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  const paint = (): void => {
    isFrameRequested = false;
    const { dirty, hasMore, ring } = onFrame();
    if (hasMore) schedule();
    if (painter === undefined) return;
    if (scene === undefined) {
      painter.paintAll(undefined);
      return;
    }
    scene.coverage.mark(dirty);
    painter.forget(scene, dirty);
    // The ring would remain visible elsewhere unless everything is redrawn.
    if (isRingDrawn && painted !== scene.view) painted = undefined;
    paintView(painter, scene);
    painter.paintChanged(scene, dirty);
    painter.paintRing(scene, ring);
    isRingDrawn = ring !== undefined;
  };
  const paintView = (on: Painter, shown: Scene): void => {
    const from = painted;
    const to = shown.view;
    const isShifted =
      from?.scale === to.scale && isWhole(to.offsetX - from.offsetX) && isWhole(to.offsetY - from.offsetY);
    if (from !== undefined && isShifted && (isExact || moves > 0)) {
      const [byX, byY] = [Math.round(to.offsetX - from.offsetX), Math.round(to.offsetY - from.offsetY)];
      if (byX !== 0 || byY !== 0) on.paintShifted(shown, byX, byY);
    } else {
      // A single step is immediately drawn exactly.
      isExact = moves < 2;
      if (isExact) on.paintAll(shown);
      else on.paintMoving(shown);
    }
    painted = to;
  };
  const schedule = (): void => {
    if (isFrameRequested) return;
    isFrameRequested = true;
    requestAnimationFrame(paint);
  };
  const scheduleAll = (): void => {
    painted = undefined;
    schedule();
  };
  const rest = (): void => {
    moves = 0;
    if (!isExact) scheduleAll();
    else if (scene !== undefined) painter?.settle(scene);
  };
  return {
    attach: (canvas) => {
      painter = createPainter(canvas);
      painter.resize(viewport);
      scheduleAll();
      // The graphics card was lost and is back: this canvas is empty, and so are those behind the painter.
      canvas.addEventListener('contextrestored', () => {
        painter = createPainter(canvas);
        painter.resize(viewport);
        scheduleAll();
      });
    },
    resize: (size) => {
      viewport = size;
      painter?.resize(viewport);
      scheduleAll();
    },
    show: (next) => {
      scene = next;
      if (scene !== undefined) painter?.forget(scene, undefined);
      scheduleAll();
    },
    move: () => {
      moves += 1;
      clearTimeout(restTimer);
      restTimer = setTimeout(rest, REST_MS);
      schedule();
    },
    schedule,
  };
}

/** Whether a distance is a whole number of pixels, apart from rounding errors. */
function isWhole(distance: number): boolean {
  return Math.abs(distance - Math.round(distance)) < 1e-6;
}
