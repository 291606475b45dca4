// Draws picture and mask on a canvas of the size of the viewport, and redraws only what has changed.

import type { Size } from '../../../../shared/images/size.ts';
import type { DirtyTiles } from '../raster/dirty-tiles.ts';
import type { Rect } from '../raster/tiles.ts';
import { renderOverlay } from './overlay.ts';
import { contextOf, createOverlayTiles, type Reveal } from './overlay-tiles.ts';
import type { Scene } from './scene.ts';
import { levelFor, toViewport } from './view.ts';

/** The brush while it paints: its centre in device pixels of the viewport, its diameter, and the width of its line. */
export type Ring = { x: number; y: number; diameterPx: number; lineWidthPx: number };

/** Draws on one canvas. */
export type Painter = {
  /** Sets the size of the canvas in device pixels, which clears it. */
  resize: (size: Size) => void;
  /** Draws everything; without a scene, clears the canvas. */
  paintAll: (scene: Scene | undefined) => void;
  /** Draws everything quickly while the view moves: the overlay is exact to within two pixels. */
  paintMoving: (scene: Scene) => void;
  /** Draws a scene that has only been shifted, by whole device pixels, since it was last painted. */
  paintShifted: (scene: Scene, byX: number, byY: number) => void;
  /** Call it when the view has stopped moving: prepares for changes of the mask. */
  settle: (scene: Scene) => void;
  /** Discards cached parts of the overlay: those that are dirty, or all without `dirty`. */
  forget: (scene: Scene, dirty: DirtyTiles | undefined) => void;
  /** Draws what has changed in the mask; the scene must otherwise be the one painted last. */
  paintChanged: (scene: Scene, dirty: DirtyTiles) => void;
  /** Draws the brush over everything else, which must be up to date, and removes the previous one. */
  paintRing: (scene: Scene, ring: Ring | undefined) => void;
};

type Context = OffscreenCanvasRenderingContext2D;

/** Rows rendered at a time, to limit the memory needed. */
const BAND_ROWS = 256;
/** The size of a tile with its edge line, shown at up to 100 %. */
const PATCH_PX = 272;
const CHECKER_PX = 8;
/** At this scale and above, a picture's pixels are shown as squares. */
const SQUARES_FROM_SCALE = 2;

/** Creates the painter of a canvas. */
export function createPainter(canvas: OffscreenCanvas): Painter {
  const screen = contextOf(canvas);
  // The picture has its own layer, so that it is not scaled again during a stroke.
  const below = contextOf(new OffscreenCanvas(1, 1));
  // Drawing from a canvas that is written to afterwards copies it: hence a small one for a tile, and a large one for
  // everything.
  const patch = contextOf(new OffscreenCanvas(PATCH_PX, PATCH_PX));
  const band = contextOf(new OffscreenCanvas(1, BAND_ROWS));
  const checker = checkerTile();
  const tiles = createOverlayTiles();
  /** Whether the layer below matches the screen; while the view moves it is not updated. */
  let isBelowDrawn = false;
  /** Where the brush is drawn. */
  let drawnRing: Rect | undefined;

  const drawPicture = (target: Context, { view, size, picture, isMaskOnly }: Scene): void => {
    target.clearRect(0, 0, target.canvas.width, target.canvas.height);
    const place = [view.offsetX, view.offsetY, size.width * view.scale, size.height * view.scale] as const;
    if (isMaskOnly) {
      target.fillStyle = '#000';
      target.fillRect(...place);
      return;
    }
    if (picture === undefined) return;
    if (!picture.isOpaque) {
      target.fillStyle = target.createPattern(checker, 'repeat') ?? '#bbb';
      target.fillRect(...place);
    }
    target.imageSmoothingEnabled = view.scale < SQUARES_FROM_SCALE && view.scale !== 1;
    target.drawImage(picture.bitmapFor(levelFor(view)), ...place);
  };
  const drawOverlay = (target: Context, scene: Scene, rect: Rect): void => {
    const width = rect.right - rect.left;
    const height = rect.bottom - rect.top;
    const image = new ImageData(width, height);
    const level = levelFor(scene.view);
    const pixels = new Uint32Array(image.data.buffer);
    const isEmpty = !renderOverlay(scene.coverage.level(level), level, scene.view, rect, scene.look, pixels);
    if (isEmpty) return;
    const overlay = width <= PATCH_PX && height <= PATCH_PX ? patch : band;
    overlay.putImageData(image, 0, 0);
    revealBeneath(overlay, scene, { ...scene.view, left: rect.left, top: rect.top });
    target.drawImage(overlay.canvas, 0, 0, width, height, rect.left, rect.top, width, height);
  };
  /** Replaces the overlay's colour by the picture beneath; `left` and `top`: where the canvas lies in the viewport. */
  const revealBeneath: Reveal = (target, { beneath, size }, { scale, offsetX, offsetY, left, top }) => {
    if (beneath === undefined) return;
    const place = [offsetX - left, offsetY - top, size.width * scale, size.height * scale] as const;
    target.globalCompositeOperation = 'source-in';
    if (!beneath.isOpaque) {
      const pattern = target.createPattern(checker, 'repeat');
      pattern?.setTransform(new DOMMatrix().translate(-left, -top));
      target.fillStyle = pattern ?? '#bbb';
      target.fillRect(0, 0, target.canvas.width, target.canvas.height);
      target.globalCompositeOperation = 'source-atop';
    }
    target.imageSmoothingEnabled = scale < SQUARES_FROM_SCALE && scale !== 1;
    target.drawImage(beneath.bitmapFor(levelFor({ scale, offsetX, offsetY })), ...place);
    target.globalCompositeOperation = 'source-over';
  };
  const forEachBand = (rect: Rect, draw: (band: Rect) => void): void => {
    for (let top = rect.top; top < rect.bottom; top += BAND_ROWS)
      draw({ ...rect, top, bottom: Math.min(rect.bottom, top + BAND_ROWS) });
  };
  const drawBelow = (scene: Scene): void => {
    if (isBelowDrawn) return;
    drawPicture(below, scene);
    isBelowDrawn = true;
  };
  const paintRect = (scene: Scene, rect: Rect): void => {
    drawBelow(scene);
    const { left, top } = rect;
    const [width, height] = [rect.right - left, rect.bottom - top];
    screen.clearRect(left, top, width, height);
    screen.drawImage(below.canvas, left, top, width, height, left, top, width, height);
    forEachBand(rect, (part) => drawOverlay(screen, scene, part));
  };
  const shownPart = ({ view, look }: Scene, part: Rect): Rect => {
    const first = toViewport(view, { x: part.left, y: part.top });
    const last = toViewport(view, { x: part.right, y: part.bottom });
    // The edge line of a neighbour changes too; and zoomed out, a pixel covers slightly more than its own area.
    const margin = look.lineWidthPx + 1;
    const shown = {
      left: Math.floor(first.x) - margin,
      top: Math.floor(first.y) - margin,
      right: Math.ceil(last.x) + margin,
      bottom: Math.ceil(last.y) + margin,
    };
    return within(shown, canvas);
  };

  return {
    resize: ({ width, height }) => {
      for (const { canvas: each } of [screen, below]) {
        each.width = Math.max(1, width);
        each.height = Math.max(1, height);
      }
      band.canvas.width = Math.max(1, width);
      isBelowDrawn = false;
    },
    paintAll: (scene) => {
      if (scene === undefined) {
        screen.clearRect(0, 0, canvas.width, canvas.height);
        return;
      }
      isBelowDrawn = false;
      paintRect(scene, { left: 0, top: 0, right: canvas.width, bottom: canvas.height });
    },
    paintMoving: (scene) => {
      isBelowDrawn = false;
      drawPicture(screen, scene);
      tiles.draw(screen, scene, revealBeneath);
    },
    paintShifted: (scene, byX, byY) => {
      isBelowDrawn = false;
      screen.globalCompositeOperation = 'copy';
      screen.drawImage(canvas, byX, byY);
      screen.globalCompositeOperation = 'source-over';
      const { width, height } = canvas;
      const uncovered: Rect[] = [
        { left: 0, top: byY > 0 ? 0 : height + byY, right: width, bottom: byY > 0 ? byY : height },
        { left: byX > 0 ? 0 : width + byX, top: 0, right: byX > 0 ? byX : width, bottom: height },
      ];
      for (const rect of uncovered) {
        if (!hasArea(rect)) continue;
        screen.save();
        screen.beginPath();
        screen.rect(rect.left, rect.top, rect.right - rect.left, rect.bottom - rect.top);
        screen.clip();
        drawPicture(screen, scene);
        screen.restore();
        forEachBand(rect, (part) => drawOverlay(screen, scene, part));
      }
    },
    settle: drawBelow,
    forget: (scene, dirty) => {
      if (dirty === undefined) tiles.clear();
      else if (dirty.size > 0) tiles.forget(scene.coverage, dirty);
    },
    paintChanged: (scene, dirty) => {
      for (const part of dirty.values()) {
        const rect = shownPart(scene, part);
        if (hasArea(rect)) paintRect(scene, rect);
      }
    },
    paintRing: (scene, ring) => {
      if (drawnRing !== undefined) paintRect(scene, drawnRing);
      drawnRing = undefined;
      if (ring === undefined) return;
      const rect = within(ringRect(ring), canvas);
      if (!hasArea(rect)) return;
      drawRing(screen, ring);
      drawnRing = rect;
    },
  };
}

function hasArea({ left, top, right, bottom }: Rect): boolean {
  return left < right && top < bottom;
}

function within(rect: Rect, { width, height }: OffscreenCanvas): Rect {
  return {
    left: Math.max(0, rect.left),
    top: Math.max(0, rect.top),
    right: Math.min(width, rect.right),
    bottom: Math.min(height, rect.bottom),
  };
}

function ringRect({ x, y, diameterPx, lineWidthPx }: Ring): Rect {
  const reach = diameterPx / 2 + lineWidthPx + 1;
  return {
    left: Math.floor(x - reach),
    top: Math.floor(y - reach),
    right: Math.ceil(x + reach),
    bottom: Math.ceil(y + reach),
  };
}

/** Draws a white ring inside a black one, so that it is visible on any picture. */
function drawRing(target: Context, { x, y, diameterPx, lineWidthPx }: Ring): void {
  target.lineWidth = lineWidthPx;
  for (const [color, shift] of [
    ['#000', lineWidthPx / 2],
    ['#fff', -lineWidthPx / 2],
  ] as const) {
    target.strokeStyle = color;
    target.beginPath();
    target.arc(x, y, Math.max(0, diameterPx / 2 + shift), 0, 2 * Math.PI);
    target.stroke();
  }
}

/** The pattern behind transparent parts of a picture. */
export function checkerTile(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(2 * CHECKER_PX, 2 * CHECKER_PX);
  const context = contextOf(canvas);
  context.fillStyle = '#bbb';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#999';
  context.fillRect(0, 0, CHECKER_PX, CHECKER_PX);
  context.fillRect(CHECKER_PX, CHECKER_PX, CHECKER_PX, CHECKER_PX);
  return canvas;
}
