// Computes how a mask looks over a picture: coloured where covered, with a black and white dashed line along its edge.

import type { OverlayColorId } from '../../../../shared/images/mask-tools.ts';
import { type Rect, TILE_PX, type TileStore } from '../raster/tiles.ts';
import type { View } from './view.ts';

/** Red, green, blue, 0–255. */
export type Color = readonly [red: number, green: number, blue: number];

/** The colours in which a mask can be shown. */
export const OVERLAY_COLORS: Readonly<Record<OverlayColorId, Color>> = {
  red: [235, 64, 52],
  green: [48, 196, 92],
  blue: [64, 128, 255],
  yellow: [255, 212, 0],
  violet: [214, 64, 222],
};

/**
 * How the mask is shown. `lineWidthPx` is the width of its edge line in device pixels, 0 for none; the length of the
 * dashes depends on it.
 */
export type OverlayLook = { color: Color; opacity: number; lineWidthPx: number };

/** The coverage itself as opacity, of a colour that is replaced by a picture. */
export const REVEALING: OverlayLook = { color: [255, 255, 255], opacity: 1, lineWidthPx: 0 };

const WHITE = 0xffffffff;
const BLACK = 0xff000000;
const DASH_SHIFT = 2;
/** Four pixels, all fully covered. */
const FULL_WORD = 0xffffffff;
/**
 * Pixels sampled on each side of the drawn area, so that rows begin at whole words and edges are found. Also the widest
 * edge line.
 */
const MARGIN = 4;

/**
 * Draws `rect` (device pixels of the viewport) into `pixels`, RGBA in memory order, row by row. `coverage` is the
 * raster `2 ** level` times smaller than the picture, as `levelFor` chooses it; a device pixel shows the strongest of
 * those it covers.
 * @returns false if the whole rectangle is transparent.
 */
export function renderOverlay(
  coverage: TileStore,
  level: number,
  view: View,
  rect: Rect,
  look: OverlayLook,
  pixels: Uint32Array,
): boolean {
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const strideWords = Math.ceil(width / 4) + 2;
  const stride = 4 * strideWords;
  const { bytes, isRowEmpty } = sampleCoverage(coverage, level, view, {
    left: rect.left - MARGIN,
    top: rect.top - MARGIN,
    right: rect.left - MARGIN + stride,
    bottom: rect.bottom + MARGIN,
  });
  if (!isRowEmpty.includes(0)) {
    pixels.fill(0);
    return false;
  }
  const words = new Uint32Array(bytes.buffer);
  const line = Math.min(MARGIN, look.lineWidthPx);
  const colors = colorTable(look);
  const full = colors[255] ?? 0;
  const dash = rect.left - Math.round(view.offsetX) + rect.top - Math.round(view.offsetY);
  const dashShift = DASH_SHIFT + Math.max(0, line - 1);
  const isEdge = (at: number): boolean =>
    bytes[at - line] === 0 ||
    bytes[at + line] === 0 ||
    bytes[at - line * stride] === 0 ||
    bytes[at + line * stride] === 0;
  const isFull = (word: number): boolean => words[word] === FULL_WORD;
  for (let y = 0; y < height; y++) {
    const to = y * width;
    if (isRowEmpty[y + MARGIN] === 1) {
      pixels.fill(0, to, to + width);
      continue;
    }
    const rowOfWords = (y + MARGIN) * strideWords + 1;
    for (let x = 0; x < width; x += 4) {
      const word = rowOfWords + (x >> 2);
      const end = Math.min(width, x + 4);
      if (words[word] === 0) {
        for (let at = to + x; at < to + end; at++) pixels[at] = 0;
        continue;
      }
      // Most covered pixels are surrounded by fully covered ones: four pixels at a time.
      const isInside =
        isFull(word) &&
        isFull(word - 1) &&
        isFull(word + 1) &&
        isFull(word - line * strideWords) &&
        isFull(word + line * strideWords);
      if (isInside) {
        for (let at = to + x; at < to + end; at++) pixels[at] = full;
        continue;
      }
      for (let each = x; each < end; each++) {
        const at = 4 * word + each - x;
        const value = bytes[at] ?? 0;
        if (value === 0 || line === 0 || !isEdge(at)) pixels[to + each] = colors[value] ?? 0;
        else pixels[to + each] = (((each + y + dash) >> dashShift) & 1) === 0 ? WHITE : BLACK;
      }
    }
  }
  return true;
}

/** The colour for each coverage, as four bytes in memory order, read as a little-endian number. */
function colorTable(look: OverlayLook): Uint32Array {
  const [red, green, blue] = look.color;
  return Uint32Array.from({ length: 256 }, (_none, value) => {
    if (value === 0) return 0;
    const alpha = Math.round(value * look.opacity);
    return ((alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
}

type Sampled = { bytes: Uint8Array<ArrayBuffer>; isRowEmpty: Uint8Array };

/** The coverage that each device pixel of `rect` shows. */
function sampleCoverage(coverage: TileStore, level: number, view: View, rect: Rect): Sampled {
  const width = rect.right - rect.left;
  const height = rect.bottom - rect.top;
  const scale = view.scale * 2 ** level;
  const columns = spansOf(rect.left, width, view.offsetX, scale, coverage.widthPx);
  const rows = spansOf(rect.top, height, view.offsetY, scale, coverage.heightPx);
  const bytes = new Uint8Array(width * height);
  const isRowEmpty = new Uint8Array(height).fill(1);
  const { firstShown, endShown } = columns;
  if (firstShown === endShown) return { bytes, isRowEmpty };
  const from = columns.first[firstShown] ?? 0;
  const strongest = new Uint8Array((columns.last[endShown - 1] ?? 0) + 1 - from);
  for (let y = rows.firstShown; y < rows.endShown; y++) {
    const first = rows.first[y] ?? 0;
    const last = rows.last[y] ?? 0;
    const to = y * width;
    if (y > rows.firstShown && rows.first[y - 1] === first && rows.last[y - 1] === last) {
      isRowEmpty[y] = isRowEmpty[y - 1] ?? 1;
      if (isRowEmpty[y] === 0) bytes.copyWithin(to, to - width, to);
      continue;
    }
    strongest.fill(0);
    let isEmpty = true;
    for (let row = first; row <= last; row++) if (gatherRow(coverage, row, from, strongest)) isEmpty = false;
    if (isEmpty) continue;
    isRowEmpty[y] = 0;
    for (let x = firstShown; x < endShown; x++) {
      const end = (columns.last[x] ?? 0) - from;
      let at = (columns.first[x] ?? 0) - from;
      let value = strongest[at] ?? 0;
      while (at < end) {
        at += 1;
        const other = strongest[at] ?? 0;
        if (other > value) value = other;
      }
      bytes[to + x] = value;
    }
  }
  return { bytes, isRowEmpty };
}

/**
 * Raises `strongest` to the values of one row of the raster, starting at column `from`; returns false if they are all
 * 0.
 */
function gatherRow(coverage: TileStore, row: number, from: number, strongest: Uint8Array): boolean {
  const rowOfTiles = Math.floor(row / TILE_PX) * coverage.columns;
  const rowInTile = (row % TILE_PX) * TILE_PX;
  const end = from + strongest.length;
  let isCovered = false;
  for (let left = from; left < end; ) {
    const column = Math.floor(left / TILE_PX);
    const right = Math.min(end, (column + 1) * TILE_PX);
    const tile = coverage.tiles[rowOfTiles + column] ?? 0;
    if (typeof tile !== 'number') {
      isCovered = true;
      const shift = rowInTile + (left % TILE_PX) - (left - from);
      for (let at = left - from; at < right - from; at++) {
        const value = tile[shift + at] ?? 0;
        if (value > (strongest[at] ?? 0)) strongest[at] = value;
      }
    } else if (tile === 255) {
      isCovered = true;
      strongest.fill(255, left - from, right - from);
    } else if (tile !== 0) {
      isCovered = true;
      for (let at = left - from; at < right - from; at++) strongest[at] = Math.max(strongest[at] ?? 0, tile);
    }
    left = right;
  }
  return isCovered;
}

/**
 * For each device pixel of one axis, the first and the last raster pixel that it shows. Only those from `firstShown` up
 * to `endShown` show any.
 */
type Spans = { first: Int32Array; last: Int32Array; firstShown: number; endShown: number };

function spansOf(start: number, count: number, offset: number, scale: number, sizePx: number): Spans {
  const first = new Int32Array(count);
  const last = new Int32Array(count);
  let firstShown = count;
  let endShown = count;
  for (let i = 0; i < count; i++) {
    const near = (start + i - offset) / scale;
    const far = (start + i + 1 - offset) / scale;
    // Enlarged, a device pixel shows the raster pixel at its centre, as the picture below does.
    const low = scale >= 1 ? Math.floor((near + far) / 2) : Math.max(0, Math.floor(near));
    const high = scale >= 1 ? low : Math.min(sizePx, Math.ceil(far)) - 1;
    if (low < 0 || low >= sizePx || high < low) {
      if (firstShown < count && endShown === count) endShown = i;
      continue;
    }
    if (firstShown === count) firstShown = i;
    first[i] = low;
    last[i] = high;
  }
  return { first, last, firstShown, endShown: firstShown === count ? count : endShown };
}
