// Selects what a person means by a stroke or a box: first by superpixels, while the pointer moves, then to the pixel.

import type { Size } from '../../../../shared/images/size.ts';
import type { Work } from '../painting/operation.ts';
import type { PictureRows } from '../painting/wand.ts';
import { type BlendMode, blendRect } from '../raster/blend.ts';
import { forEachTileIn, type Rect, TILE_PX, type Tile, type TileStore, tileCopy, tileRect } from '../raster/tiles.ts';
import type { Point } from '../view/view.ts';
import { around, borderBand, coveredArea, isSameIn, uniformIn } from './area.ts';
import { type Copy, makeCopy } from './copy.ts';
import { cutEdge } from './edge-cut.ts';
import { EITHER, type Grown, grow, INSIDE, OUTSIDE, type Seeds } from './grow.ts';
import { type Neighbours, neighboursOf } from './reach.ts';
import { type EdgeRefinement, refineEdge } from './refine-edge.ts';
import { plainEdge, softEdge, windowOf } from './soft-edge.ts';
import { findSuperpixels, type Superpixels } from './superpixels.ts';

/** Reads a part of the picture: RGBA, row by row, colours not multiplied by alpha. */
export type PicturePart = (part: Rect) => Uint8ClampedArray;

/** What was found out about a picture, and the strokes that were made on it. */
export type Selector = {
  /**
   * Begins a stroke, or a box by one of its corners. What is selected already stays so when it adds, and the other way
   * round. @param store the mask, which must not change until the stroke is over
   */
  begin: (store: TileStore, mode: BlendMode, how: SelectBy, point: Point) => SelectStroke;
  /** The tiles of a mask after its edge was refined; see {@link refineEdge}. */
  refine: (store: TileStore, refinement: EdgeRefinement) => Work<Map<number, Tile>>;
};

export type SelectBy = 'stroke' | 'box';

/** A stroke in progress. Tiles are those of the mask with what was selected, by index; unchanged ones are missing. */
export type SelectStroke = {
  /** The next points of the stroke, or of the corner opposite to the first one; in picture pixels, also outside. */
  move: (points: readonly Point[]) => void;
  /** What is selected so far, with a rough edge. A tile that has not changed since the last call is the same object. */
  preview: () => ReadonlyMap<number, Tile>;
  /** What is selected, to the pixel. */
  finish: () => Work<Map<number, Tile>>;
};

/** The border is looked for this far on both sides, in pixels of the copy. */
const BAND_PX = 8;

/** Looks at a picture. @param rows see {@link makeCopy} */
export function* createSelector(rows: PictureRows, size: Size, readPart: PicturePart): Work<Selector> {
  const copy = yield* makeCopy(rows, size);
  const superpixels = yield* findSuperpixels(copy);
  const neighbours = neighboursOf(superpixels);
  const marks = new Uint8Array(copy.width * copy.height);
  const picture: Picture = { copy, superpixels, neighbours, marks, readPart };
  return {
    begin: (store, mode, how, point) => beginStroke(picture, store, mode, how, point),
    refine: (store, refinement) => refineEdge(picture, store, refinement),
  };
}

type Picture = {
  copy: Copy;
  superpixels: Superpixels;
  neighbours: Neighbours;
  /** The pixels of the strokes so far: {@link ADDED} or {@link REMOVED}. */
  marks: Uint8Array;
  readPart: PicturePart;
};
const [ADDED, REMOVED] = [1, 2];

function beginStroke(picture: Picture, store: TileStore, mode: BlendMode, how: SelectBy, first: Point): SelectStroke {
  const { copy, superpixels, marks } = picture;
  const { width, height, scaleX, scaleY } = copy;
  /** What is selected already; when removing, what is not. */
  const before = coveredArea(store, copy, mode);
  // A mark counts while the mask agrees with it, so that one that was undone does not.
  const opposed = mode === 'paint' ? REMOVED : ADDED;
  const isOpposed = (pixel: number): boolean => marks[pixel] === opposed && before[pixel] === 0;
  const knownBefore = knownOf(superpixels, before, isOpposed);
  const onCopy = ({ x, y }: Point): Point => ({ x: Math.floor(x / scaleX), y: Math.floor(y / scaleY) });
  const pixels = new Set<number>();
  const start = onCopy(first);
  let last = start;
  let grown: Grown | undefined;
  let shown: { area: Uint8Array; tiles: ReadonlyMap<number, Tile> } | undefined;

  const draw = (to: Point): void => {
    const steps = Math.max(1, Math.abs(to.x - last.x), Math.abs(to.y - last.y));
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(last.x + ((to.x - last.x) * step) / steps);
      const y = Math.round(last.y + ((to.y - last.y) * step) / steps);
      if (x >= 0 && y >= 0 && x < width && y < height) pixels.add(y * width + x);
    }
    last = to;
  };
  const move = (points: readonly Point[]): void => {
    for (const point of points) {
      if (how === 'stroke') draw(onCopy(point));
      else last = onCopy(point);
    }
    grown = undefined;
  };
  const seedsNow = (): Seeds => {
    if (how === 'box') return { labels: labelsInBox(superpixels, start, last), pixels, isBox: true };
    const labels = new Set<number>();
    for (const pixel of pixels) labels.add(superpixels.labels[pixel] ?? 0);
    return { labels, pixels, isBox: false };
  };
  const growNow = (): Grown | undefined => {
    const seeds = seedsNow();
    if (seeds.labels.size === 0) return undefined;
    grown ??= grow(copy, superpixels, picture.neighbours, seeds, knownWith(knownBefore, seeds));
    return grown;
  };
  const areaOf = ({ inside }: Grown): Uint8Array => {
    const area = before.slice();
    for (let pixel = 0; pixel < area.length; pixel++) if (inside[superpixels.labels[pixel] ?? 0] === 1) area[pixel] = 1;
    return area;
  };

  if (how === 'stroke') draw(start);
  return {
    move,
    preview: () => {
      const now = growNow();
      const area = now === undefined ? before : areaOf(now);
      const tiles = new Map<number, Tile>();
      for (const index of store.tiles.keys()) {
        const part = tileRect(store, index);
        const window = windowOf(copy, part);
        if (isSameIn(area, before, copy, window)) continue;
        const known = shown !== undefined && isSameIn(area, shown.area, copy, window) && shown.tiles.get(index);
        if (typeof known === 'number' || typeof known === 'object') tiles.set(index, known);
        else putTile(store, index, mode, edgeOrEven(copy, area, part, plainEdge), tiles);
      }
      shown = { area, tiles };
      return tiles;
    },
    finish: function* () {
      const now = growNow();
      if (now === undefined) return new Map();
      const fixed = (pixel: number): number =>
        pixels.has(pixel) || before[pixel] === 1 ? 1 : isOpposed(pixel) ? 2 : 0;
      const rough = areaOf(now);
      // Not where the border is that of what was selected already.
      const added = rough.map((value, pixel) => value - (before[pixel] ?? 0));
      const isNear = around(added, copy, BAND_PX);
      const isOpen = borderBand(rough, copy, BAND_PX).map((value, pixel) => value & (isNear[pixel] ?? 0));
      yield 0.1;
      const area = cutEdge(copy, rough, { isOpen, fixed }, now.likeness);
      yield 0.5;
      const tiles = new Map<number, Tile>();
      for (const index of store.tiles.keys()) {
        const part = tileRect(store, index);
        if (isSameIn(area, before, copy, windowOf(copy, part))) continue;
        const strength = edgeOrEven(copy, area, part, (...edge) => softEdge(...edge, picture.readPart(part)));
        putTile(store, index, mode, strength, tiles);
        yield 0.5 + (0.5 * index) / store.tiles.length;
      }
      for (const pixel of marks.keys()) if (isOpposed(pixel)) writeMark(store, copy, pixel, tiles);
      for (const pixel of pixels) writeMark(store, copy, pixel, tiles, mode);
      for (const pixel of pixels) marks[pixel] = mode === 'paint' ? ADDED : REMOVED;
      return tiles;
    },
  };
}

function labelsInBox({ count, x, y }: Superpixels, from: Point, to: Point): Set<number> {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const labels = new Set<number>();
  for (let at = 0; at < count; at++) {
    const [middleX, middleY] = [x[at] ?? 0, y[at] ?? 0];
    if (middleX >= left && middleX <= right && middleY >= top && middleY <= bottom) labels.add(at);
  }
  return labels;
}

/** What is known of each superpixel before a stroke. */
function knownOf(
  { count, labels, sizes }: Superpixels,
  before: Uint8Array,
  isOpposed: (pixel: number) => boolean,
): Uint8Array {
  const covered = new Float32Array(count);
  const known = new Uint8Array(count).fill(EITHER);
  for (let pixel = 0; pixel < labels.length; pixel++) {
    const label = labels[pixel] ?? 0;
    covered[label] = (covered[label] ?? 0) + (before[pixel] ?? 0);
    if (isOpposed(pixel)) known[label] = OUTSIDE;
  }
  for (let label = 0; label < count; label++)
    if ((covered[label] ?? 0) > (sizes[label] ?? 0) / 2) known[label] = INSIDE;
  return known;
}

/** A stroke is stronger than earlier ones; what is not in a box is outside. */
function knownWith(before: Uint8Array, { labels, isBox }: Seeds): Uint8Array {
  return before.map((known, label) => {
    if (labels.has(label)) return known === OUTSIDE ? EITHER : known;
    return isBox && known === EITHER ? OUTSIDE : known;
  });
}

/** The strength of a part: one number if it is the same everywhere. */
function edgeOrEven(
  copy: Copy,
  area: Uint8Array,
  part: Rect,
  edge: (copy: Copy, area: Uint8Array, part: Rect) => Uint8Array,
): Uint8Array | number {
  const even = uniformIn(area, copy, windowOf(copy, part));
  return even === undefined ? edge(copy, area, part) : 255 * even;
}

function putTile(
  store: TileStore,
  index: number,
  mode: BlendMode,
  strength: Uint8Array | number,
  tiles: Map<number, Tile>,
): void {
  if (typeof strength !== 'number') blendRect(store, tileRect(store, index), strength, mode, tiles);
  else if (strength === 255) tiles.set(index, mode === 'paint' ? 255 : 0);
}

/** Covers, or empties, the pixels of the picture at a pixel of a stroke, whatever the edge; or leaves them as they were. */
function writeMark(
  store: TileStore,
  { width, scaleX, scaleY }: Copy,
  pixel: number,
  tiles: Map<number, Tile>,
  mode?: BlendMode,
): void {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  const [left, top] = [Math.floor(x * scaleX), Math.floor(y * scaleY)];
  const [right, bottom] = [Math.ceil((x + 1) * scaleX), Math.ceil((y + 1) * scaleY)];
  forEachTileIn(store, { left, top, right, bottom }, (index, part) => {
    const before = store.tiles[index] ?? 0;
    const to = mode === undefined ? before : mode === 'paint' ? 255 : 0;
    const after = tiles.get(index);
    if ((after ?? before) === to) return;
    // A tile that was blended is a copy already.
    const bytes = after instanceof Uint8Array ? after : tileCopy(after ?? before);
    for (let row = part.top; row < part.bottom; row++) {
      const from = (row % TILE_PX) * TILE_PX + (part.left % TILE_PX);
      const end = from + part.right - part.left;
      if (typeof to === 'number') bytes.fill(to, from, end);
      else bytes.set(to.subarray(from, end), from);
    }
    tiles.set(index, bytes);
  });
}
