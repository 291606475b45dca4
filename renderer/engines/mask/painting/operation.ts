// The operations that change a mask in one step, and the tiles that result.

import { feather, grow } from '../../pixels/compositing/feather.ts';
import type { Coverage } from '../../pixels/pixels.ts';
import { type BlendMode, blendRect } from '../raster/blend.ts';
import { type LocalChange, mapLocally } from '../raster/local-map.ts';
import { fillPolygon } from '../raster/polygon.ts';
import { applyDiff } from '../raster/tile-diff.ts';
import { type Rect, readCoverage, type Tile, type TileStore, tileCopy, tileOfPlane } from '../raster/tiles.ts';
import type { Point } from '../view/view.ts';
import { enclosedBy } from './holes.ts';
import { median } from './median.ts';

/** A change of the mask in one step. Radii are in picture pixels. */
export type Operation =
  | { type: 'clear' | 'selectAll' | 'invert' | 'fillHoles' }
  | { type: 'grow' | 'shrink' | 'feather' | 'smooth'; radiusPx: number }
  /** Fills a closed outline. */
  | { type: 'shape'; outline: readonly Point[]; mode: BlendMode }
  /** Blends in a plane of strength, one byte per pixel. */
  | { type: 'blend'; strength: Uint8Array; mode: BlendMode }
  /** Replaces the mask by a plane of coverage, one byte per pixel. */
  | { type: 'replace'; coverage: Uint8Array };

/** The range of radii. */
export const REFINE_RADIUS_PX = { min: 1, max: 400, default: 8 } as const;

/** Work that takes time: yields the share 0–1 that is done, and returns its result. */
export type Work<T> = Generator<number, T>;

/** The tiles after an operation, by index; unchanged tiles may be missing. `store` is not changed. */
export function tilesAfter(store: TileStore, operation: Operation): Map<number, Tile> {
  return finish(tilesAfterWork(store, operation));
}

/** Does the remaining work and returns its result. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The same as {@link tilesAfter} in steps; `store` must not change meanwhile. */
export function* tilesAfterWork(store: TileStore, operation: Operation): Work<Map<number, Tile>> {
  const all = (make: (tile: Tile, index: number) => Tile): Map<number, Tile> =>
    new Map(store.tiles.map((tile, index) => [index, make(tile, index)]));
  const everywhere: Rect = { left: 0, top: 0, right: store.widthPx, bottom: store.heightPx };
  const after = new Map<number, Tile>();
  switch (operation.type) {
    case 'clear':
      return all(() => 0);
    case 'selectAll':
      return all(() => 255);
    case 'invert':
      return all(inverted);
    case 'replace':
      assertFits(store, operation.coverage);
      return all((_tile, index) => tileOfPlane(store, index, operation.coverage));
    case 'blend':
      assertFits(store, operation.strength);
      blendRect(store, everywhere, operation.strength, operation.mode, after);
      return after;
    case 'shape':
      fillPolygon(operation.outline, everywhere, (rect, strength) =>
        blendRect(store, rect, strength, operation.mode, after),
      );
      return after;
    case 'fillHoles': {
      const holes = enclosedBy({ data: readCoverage(store), width: store.widthPx, height: store.heightPx });
      blendRect(store, everywhere, holes.data, 'paint', after);
      return after;
    }
    default:
      return yield* refine(store, operation.type, operation.radiusPx);
  }
}

function refine(
  store: TileStore,
  how: 'grow' | 'shrink' | 'feather' | 'smooth',
  radiusPx: number,
): Work<Map<number, Tile>> {
  const radius = Math.min(REFINE_RADIUS_PX.max, Math.max(0, Math.round(radiusPx)));
  const changes: Record<typeof how, LocalChange> = {
    grow: { change: (part) => grow(part, radius), reachPx: radius, fixed: 255 },
    shrink: { change: (part) => negative(grow(negative(part), radius)), reachPx: radius, fixed: 0 },
    feather: { change: (part) => feather(part, radius), reachPx: radius },
    smooth: { change: (part) => median(part, radius), reachPx: radius },
  };
  return mapLocally(store, changes[how]);
}

function assertFits(store: TileStore, plane: Uint8Array): void {
  if (plane.length !== store.widthPx * store.heightPx) throw new RangeError('A mask of another size than its picture.');
}

function inverted(tile: Tile): Tile {
  return applyDiff(typeof tile === 'number' ? tile : tileCopy(tile), 255);
}

function negative(part: Coverage): Coverage {
  return { ...part, data: part.data.map((value) => 255 - value) };
}
