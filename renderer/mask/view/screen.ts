// Decides when and how the canvas is drawn: once a frame, only what has changed, faster while the view moves. It must not know masks or messages.

import type { Size } from '../../../shared/images/size.ts';
import type { DirtyTiles } from '../raster/dirty-tiles.ts';
import { createPainter, type Painter, type Ring, type Scene } from './painter.ts';
import type { View } from './view.ts';

/** The canvas and what it shows. */
export type Screen = {
  attach: (canvas: OffscreenCanvas) => void;
  resize: (viewport: Size) => void;
  /** Another scene, or the same with something in it changed; undefined for an empty canvas. */
  show: (scene: Scene | undefined) => void;
  /** The scene is seen from elsewhere: it probably goes on moving. */
  move: () => void;
  /** The mask has changed, or work is waiting. */
  ask: () => void;
};

/** Called at the beginning of a frame: does waiting work and tells what has changed in the mask, whether work is left, and where a brush paints. */
type OnFrame = () => { dirty: DirtyTiles; hasMore: boolean; ring: Ring | undefined };

/** After this long without a move the view rests, and is drawn exactly. */
const REST_MS = 90;

/** Makes a screen without a canvas. */
export function createScreen(onFrame: OnFrame): Screen {
  let painter: Painter | undefined;
  let scene: Scene | undefined;
  /** How the scene on the canvas is seen; undefined where it has to be drawn anew altogether. */
  let painted: View | undefined;
  let isExact = false;
  let isRinged = false;
  let moves = 0;
  let isFrameAsked = false;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  const paint = (): void => {
    isFrameAsked = false;
    const { dirty, hasMore, ring } = onFrame();
    if (hasMore) ask();
    if (painter === undefined) return;
    if (scene === undefined) {
      painter.paintAll(undefined);
      return;
    }
    scene.coverage.mark(dirty);
    painter.forget(scene, dirty);
    // Only what is drawn anew altogether leaves no trace of the ring elsewhere.
    if (isRinged && painted !== scene.view) painted = undefined;
    paintView(painter, scene);
    painter.paintChanged(scene, dirty);
    painter.paintRing(scene, ring);
    isRinged = ring !== undefined;
  };
  const paintView = (on: Painter, shown: Scene): void => {
    const from = painted;
    const to = shown.view;
    const isPushed =
      from?.scale === to.scale && isWhole(to.offsetX - from.offsetX) && isWhole(to.offsetY - from.offsetY);
    if (from !== undefined && isPushed && (isExact || moves > 0)) {
      const [byX, byY] = [Math.round(to.offsetX - from.offsetX), Math.round(to.offsetY - from.offsetY)];
      if (byX !== 0 || byY !== 0) on.paintPushed(shown, byX, byY);
    } else {
      // A single step is drawn exactly at once.
      isExact = moves < 2;
      if (isExact) on.paintAll(shown);
      else on.paintMoving(shown);
    }
    painted = to;
  };
  const ask = (): void => {
    if (isFrameAsked) return;
    isFrameAsked = true;
    requestAnimationFrame(paint);
  };
  const askAll = (): void => {
    painted = undefined;
    ask();
  };
  const rest = (): void => {
    moves = 0;
    if (!isExact) askAll();
    else if (scene !== undefined) painter?.settle(scene);
  };
  return {
    attach: (canvas) => {
      painter = createPainter(canvas);
    },
    resize: (viewport) => {
      painter?.resize(viewport);
      askAll();
    },
    show: (next) => {
      scene = next;
      if (scene !== undefined) painter?.forget(scene, undefined);
      askAll();
    },
    move: () => {
      moves += 1;
      clearTimeout(restTimer);
      restTimer = setTimeout(rest, REST_MS);
      ask();
    },
    ask,
  };
}

/** Whether a distance is one of whole pixels, but for rounding. */
function isWhole(distance: number): boolean {
  return Math.abs(distance - Math.round(distance)) < 1e-6;
}
