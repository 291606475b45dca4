// Draws the dabs of one gesture on a raster, so that overlapping dabs do not add up.

import { type BlendMode, blend } from '../raster/blend.ts';
import { type DirtyTiles, markPart } from '../raster/dirty-tiles.ts';
import {
  forEachTileIn,
  type Rect,
  TILE_BYTES,
  TILE_PX,
  type Tile,
  type TileStore,
  writableTile,
} from '../raster/tiles.ts';
import { type CoverageTable, coverageTable, type Dab, dabBounds, dabProfile } from './brush.ts';

/** A gesture in progress. */
export type Stroke = {
  readonly mode: BlendMode;
  /** The tiles that were changed, as they were before the gesture. */
  readonly before: Map<number, Tile>;
  /** The strongest dab at each pixel so far, by tile. */
  readonly strength: Map<number, Uint8Array>;
  /** The previous dab. */
  last: Dab | undefined;
  /** The coverage of dabs of the latest shape. */
  table: { of: Dab; coverage: CoverageTable } | undefined;
};

/** Begins a gesture. */
export function createStroke(mode: BlendMode): Stroke {
  return { mode, before: new Map(), strength: new Map(), last: undefined, table: undefined };
}

/** Draws a dab and adds the area that it changed to `dirty`. */
export function stampDab(store: TileStore, stroke: Stroke, dab: Dab, dirty: DirtyTiles): void {
  const saturated = stroke.mode === 'paint' ? 255 : 0;
  if (stroke.table === undefined || !isSameShape(stroke.table.of, dab))
    stroke.table = { of: dab, coverage: coverageTable(dabProfile(dab)) };
  const { coverage } = stroke.table;
  forEachTileIn(store, dabBounds(dab), (index, part) => {
    if ((stroke.before.get(index) ?? store.tiles[index]) === saturated) return;
    stampTile(store, stroke, index, part, dab, coverage);
    markPart(dirty, index, part);
  });
  stroke.last = dab;
}

function stampTile(store: TileStore, stroke: Stroke, index: number, part: Rect, dab: Dab, table: CoverageTable): void {
  const before = beginTile(store, stroke, index);
  const after = writableTile(store, index);
  const strength = strengthOf(stroke, index);
  const { values, perSquaredPx } = table;
  const reachPx = Math.sqrt(values.length / perSquaredPx);
  const peak = values[0] ?? 0;
  for (let y = part.top; y < part.bottom; y++) {
    const dy = y + 0.5 - dab.y;
    if (Math.abs(dy) >= reachPx) continue;
    const halfPx = Math.sqrt(reachPx ** 2 - dy * dy);
    const span = newOnRow(stroke.last, dab, y + 0.5);
    const from = Math.max(part.left, Math.ceil(Math.max(dab.x - halfPx, span.from) - 0.5));
    const end = Math.min(part.right, Math.floor(Math.min(dab.x + halfPx, span.to) + 0.5));
    const row = (y % TILE_PX) * TILE_PX - part.left + (part.left % TILE_PX);
    for (let at = row + from; at < row + end; at++) {
      const known = strength[at] ?? 0;
      // Dabs overlap, so most pixels already have their final strength.
      if (known >= peak) continue;
      const dx = at - row + 0.5 - dab.x;
      const value = values[((dx * dx + dy * dy) * perSquaredPx) | 0] ?? 0;
      if (value <= known) continue;
      strength[at] = value;
      after[at] = blend(stroke.mode, typeof before === 'number' ? before : (before[at] ?? 0), value);
    }
  }
}

/**
 * The part of a row that is closer to this dab than to the previous one: only there can a dab of the same shape add
 * coverage.
 */
function newOnRow(last: Dab | undefined, dab: Dab, y: number): { from: number; to: number } {
  if (last === undefined || !isSameShape(last, dab)) return { from: -Infinity, to: Infinity };
  const slope = 2 * (dab.x - last.x);
  const rest = dab.x ** 2 + dab.y ** 2 - last.x ** 2 - last.y ** 2 - 2 * y * (dab.y - last.y);
  if (slope > 0) return { from: rest / slope - 1, to: Infinity };
  if (slope < 0) return { from: -Infinity, to: rest / slope + 1 };
  return rest <= 0 ? { from: -Infinity, to: Infinity } : { from: 0, to: 0 };
}

function isSameShape(a: Dab, b: Dab): boolean {
  return a.diameterPx === b.diameterPx && a.hardness === b.hardness && a.opacity === b.opacity;
}

/** Returns the tile as it was before the gesture. From then on the raster holds a copy that may be written to. */
function beginTile(store: TileStore, stroke: Stroke, index: number): Tile {
  const known = stroke.before.get(index);
  if (known !== undefined) return known;
  const tile = store.tiles[index] ?? 0;
  stroke.before.set(index, tile);
  if (typeof tile !== 'number') store.tiles[index] = tile.slice();
  return tile;
}

function strengthOf(stroke: Stroke, index: number): Uint8Array {
  const known = stroke.strength.get(index);
  if (known !== undefined) return known;
  const plane = new Uint8Array(TILE_BYTES);
  stroke.strength.set(index, plane);
  return plane;
}
