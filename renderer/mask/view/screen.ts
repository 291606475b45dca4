// Decides when and how finely the canvas is drawn: once a frame, only what has changed, coarsely while a slow machine zooms. It must not know masks or messages.

import type { DirtyTiles } from '../raster/dirty-tiles.ts';
import { createPainter, type Painter, type Scene } from './painter.ts';
import type { Size } from './view.ts';

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

/** Called at the beginning of a frame: does waiting work and tells what has changed in the mask, and whether work is left. */
type OnFrame = () => { dirty: DirtyTiles; hasMore: boolean };

/** A full drawing that holds the next frame up for longer is too slow to follow a moving view. */
const SLOW_MS = 25;
/** After this long without a move the view rests, and is drawn finely. */
const REST_MS = 90;

/** Makes a screen without a canvas. */
export function createScreen(onFrame: OnFrame): Screen {
  let painter: Painter | undefined;
  let scene: Scene | undefined;
  let mustPaintAll = true;
  let isDraftShown = false;
  let isMoving = false;
  let isFrameAsked = false;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  /** How long the last full drawing took until the next frame could begin. */
  let fullPaintMs = 0;

  const paint = (): void => {
    isFrameAsked = false;
    const { dirty, hasMore } = onFrame();
    if (hasMore) ask();
    scene?.coverage.mark(dirty);
    if (mustPaintAll || scene === undefined || (isDraftShown && dirty.size > 0)) paintAll();
    else if (!isDraftShown) painter?.paintChanged(scene, dirty);
    mustPaintAll = false;
  };
  const paintAll = (): void => {
    if (painter === undefined) return;
    isDraftShown = scene !== undefined && isMoving && fullPaintMs > SLOW_MS;
    if (scene !== undefined && isDraftShown) {
      painter.paintDraft(scene);
      return;
    }
    const beganMs = performance.now();
    painter.paintAll(scene);
    // What is asked of a canvas is often done only after the frame.
    requestAnimationFrame(() => {
      fullPaintMs = performance.now() - beganMs;
    });
  };
  const ask = (): void => {
    if (isFrameAsked) return;
    isFrameAsked = true;
    requestAnimationFrame(paint);
  };
  const askAll = (): void => {
    mustPaintAll = true;
    ask();
  };
  const rest = (): void => {
    restTimer = undefined;
    isMoving = false;
    if (isDraftShown) askAll();
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
      askAll();
    },
    move: () => {
      isMoving = true;
      clearTimeout(restTimer);
      restTimer = setTimeout(rest, REST_MS);
      askAll();
    },
    ask,
  };
}
