// Caches the overlay in tiles at the sizes of the pyramid, to be drawn at any scale while the view moves: fast, and
// exact to within two pixels.

import type { DirtyTiles } from '../raster/dirty-tiles.ts';
import { TILE_PX, type TileStore, tileRect } from '../raster/tiles.ts';
import type { CoveragePyramid } from './coverage-pyramid.ts';
import { type OverlayLook, renderOverlay } from './overlay.ts';
import type { Scene } from './scene.ts';
import { levelFor, type View } from './view.ts';

type Context = OffscreenCanvasRenderingContext2D;

/** Replaces the colour of a drawn part of the overlay, whose corner in the viewport is `left`, `top`. */
export type Reveal = (target: Context, scene: Scene, part: View & { left: number; top: number }) => void;

/** Cached tiles of the overlay. */
export type OverlayTiles = {
  draw: (target: Context, scene: Scene, reveal: Reveal) => void;
  /** Discards the tiles that have changed. */
  forget: (coverage: CoveragePyramid, dirty: DirtyTiles) => void;
  /** Discards all tiles. */
  clear: () => void;
};

/** Tiles in the cache, 256 KiB each: a large viewport shows about eighty. */
const MAX_TILES = 128;

/** Creates an empty cache. */
export function createOverlayTiles(): OverlayTiles {
  /** By level and index, in the order of insertion. */
  const kept = new Map<string, OffscreenCanvas>();
  const tileAt = (key: string, render: () => OffscreenCanvas): OffscreenCanvas => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = render();
    kept.set(key, made);
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_TILES) break;
      kept.delete(oldest);
    }
    return made;
  };
  return {
    draw: (target, scene, reveal) => {
      const { coverage, view, look } = scene;
      // Zoomed out, one level coarser than the exact one: a quarter of the tiles, which then always fit into the cache.
      const level = view.scale < 1 ? levelFor(view) + 1 : 0;
      const store = coverage.level(level);
      const scale = view.scale * 2 ** level;
      target.imageSmoothingEnabled = false;
      store.tiles.forEach((tile, index) => {
        if (tile === 0) return;
        const { left, top, right, bottom } = tileRect(store, index);
        // Whole pixels, so that adjacent tiles meet without a seam.
        const x = Math.round(left * scale + view.offsetX);
        const y = Math.round(top * scale + view.offsetY);
        const width = Math.round(right * scale + view.offsetX) - x;
        const height = Math.round(bottom * scale + view.offsetY) - y;
        if (x >= target.canvas.width || y >= target.canvas.height || x + width <= 0 || y + height <= 0) return;
        // Enlarged, an edge line would be as thick as the pixels.
        const tileLook = scale > 1 ? { ...look, lineWidthPx: 0 } : look;
        const image = tileAt(`${level} ${index}`, () => {
          const { context, part } = renderTile(store, level, index, tileLook);
          reveal(context, scene, part);
          return context.canvas;
        });
        target.drawImage(image, 0, 0, right - left, bottom - top, x, y, width, height);
      });
    },
    forget: (coverage, dirty) => {
      for (const key of [...kept.keys()]) {
        const [level = 0, index = 0] = key.split(' ').map(Number);
        const rect = tileRect(coverage.level(level), index);
        const size = 2 ** level;
        // The edge line of a pixel depends on its neighbours.
        const margin = 8 * size;
        for (const part of dirty.values()) {
          const isHit =
            part.left < rect.right * size + margin &&
            part.right > rect.left * size - margin &&
            part.top < rect.bottom * size + margin &&
            part.bottom > rect.top * size - margin;
          if (isHit) kept.delete(key);
        }
      }
    },
    clear: () => kept.clear(),
  };
}

/** The 2D context of a canvas. */
export function contextOf(canvas: OffscreenCanvas): Context {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No 2D canvas.');
  return context;
}

function renderTile(store: TileStore, level: number, index: number, look: OverlayLook) {
  const { left, top, right, bottom } = tileRect(store, index);
  const context = contextOf(new OffscreenCanvas(TILE_PX, TILE_PX));
  const image = new ImageData(right - left, bottom - top);
  const view = { scale: 1 / 2 ** level, offsetX: -left, offsetY: -top };
  const rect = { left: 0, top: 0, right: right - left, bottom: bottom - top };
  renderOverlay(store, level, view, rect, look, new Uint32Array(image.data.buffer));
  context.putImageData(image, 0, 0);
  return { context, part: { scale: view.scale, offsetX: 0, offsetY: 0, left, top } };
}
