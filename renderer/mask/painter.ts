// Draws picture and mask on a canvas the size of the viewport, anew only where something has changed. It must not know who changes them.

import type { CoveragePyramid } from './coverage-pyramid.ts';
import type { DirtyTiles } from './dirty-tiles.ts';
import { type OverlayLook, renderOverlay } from './overlay.ts';
import type { PictureLevels } from './picture-levels.ts';
import type { Rect } from './tiles.ts';
import { levelFor, type Size, toViewport, type View } from './view.ts';

/** What is drawn. `picture` is missing while it is being decoded. */
export type Scene = {
  view: View;
  size: Size;
  picture: PictureLevels | undefined;
  coverage: CoveragePyramid;
  look: OverlayLook;
  /** White on black instead of the picture. */
  isMaskOnly: boolean;
};

/** Draws one canvas. */
export type Painter = {
  /** Size of the canvas in device pixels; empties it. */
  resize: (size: Size) => void;
  /** Draws everything, or nothing but an empty canvas. */
  paintAll: (scene: Scene | undefined) => void;
  /** Draws what has changed in the mask since; the scene must otherwise be the one painted last. */
  paintChanged: (scene: Scene, dirty: DirtyTiles) => void;
};

/** Rows rendered at a time, which bounds the memory it takes. */
const BAND_ROWS = 256;
/** A tile with its edge line, shown at up to 100 %. */
const PATCH_PX = 272;
const CHECKER_PX = 8;
/** From here on a picture's pixels are shown as squares. */
const SQUARES_FROM_SCALE = 2;

/** Makes the painter of a canvas. */
export function createPainter(canvas: OffscreenCanvas): Painter {
  const screen = contextOf(canvas);
  // The picture keeps a layer of its own, so that a stroke does not scale it again.
  const below = contextOf(new OffscreenCanvas(1, 1));
  // Drawing from a canvas that is then written to costs a copy of it: a small one for a tile, a large one for everything.
  const patch = contextOf(new OffscreenCanvas(PATCH_PX, PATCH_PX));
  const band = contextOf(new OffscreenCanvas(1, BAND_ROWS));
  const checker = below.createPattern(checkerTile(), 'repeat');

  const paintPicture = (scene: Scene): void => {
    const { view, size, picture } = scene;
    below.setTransform(1, 0, 0, 1, 0, 0);
    below.clearRect(0, 0, canvas.width, canvas.height);
    if (scene.isMaskOnly) {
      below.fillStyle = '#000';
      below.fillRect(view.offsetX, view.offsetY, size.widthPx * view.scale, size.heightPx * view.scale);
      return;
    }
    if (picture === undefined) return;
    if (checker !== null) {
      below.fillStyle = checker;
      below.fillRect(view.offsetX, view.offsetY, size.widthPx * view.scale, size.heightPx * view.scale);
    }
    below.imageSmoothingEnabled = view.scale < SQUARES_FROM_SCALE && view.scale !== 1;
    const bitmap = picture.bitmapFor(levelFor(view));
    below.drawImage(bitmap, view.offsetX, view.offsetY, size.widthPx * view.scale, size.heightPx * view.scale);
  };
  const paintPart = (scene: Scene, rect: Rect): void => {
    const { left, top } = rect;
    const width = rect.right - left;
    const height = rect.bottom - top;
    const image = new ImageData(width, height);
    const level = levelFor(scene.view);
    const pixels = new Uint32Array(image.data.buffer);
    renderOverlay(scene.coverage.level(level), level, scene.view, rect, scene.look, pixels);
    const overlay = width <= PATCH_PX && height <= PATCH_PX ? patch : band;
    overlay.putImageData(image, 0, 0);
    screen.clearRect(left, top, width, height);
    screen.drawImage(below.canvas, left, top, width, height, left, top, width, height);
    screen.drawImage(overlay.canvas, 0, 0, width, height, left, top, width, height);
  };
  const paintRect = (scene: Scene, rect: Rect): void => {
    for (let top = rect.top; top < rect.bottom; top += BAND_ROWS)
      paintPart(scene, { ...rect, top, bottom: Math.min(rect.bottom, top + BAND_ROWS) });
  };
  const shownPart = ({ view, look }: Scene, part: Rect): Rect => {
    const first = toViewport(view, { x: part.left, y: part.top });
    const last = toViewport(view, { x: part.right, y: part.bottom });
    // A neighbour's edge line changes too; and zoomed out, a pixel shows a little more than itself.
    const margin = look.lineWidthPx + 1;
    return {
      left: Math.max(0, Math.floor(first.x) - margin),
      top: Math.max(0, Math.floor(first.y) - margin),
      right: Math.min(canvas.width, Math.ceil(last.x) + margin),
      bottom: Math.min(canvas.height, Math.ceil(last.y) + margin),
    };
  };

  return {
    resize: ({ widthPx, heightPx }) => {
      for (const { canvas: each } of [screen, below]) {
        each.width = Math.max(1, widthPx);
        each.height = Math.max(1, heightPx);
      }
      band.canvas.width = Math.max(1, widthPx);
    },
    paintAll: (scene) => {
      if (scene === undefined) {
        screen.clearRect(0, 0, canvas.width, canvas.height);
        return;
      }
      paintPicture(scene);
      paintRect(scene, { left: 0, top: 0, right: canvas.width, bottom: canvas.height });
    },
    paintChanged: (scene, dirty) => {
      for (const part of dirty.values()) {
        const rect = shownPart(scene, part);
        if (rect.left >= rect.right || rect.top >= rect.bottom) continue;
        paintRect(scene, rect);
      }
    },
  };
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D canvas.');
  return context;
}

/** What shows through transparent parts of a picture. */
function checkerTile(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(2 * CHECKER_PX, 2 * CHECKER_PX);
  const context = contextOf(canvas);
  context.fillStyle = '#bbb';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#999';
  context.fillRect(0, 0, CHECKER_PX, CHECKER_PX);
  context.fillRect(CHECKER_PX, CHECKER_PX, CHECKER_PX, CHECKER_PX);
  return canvas;
}
