// Owns the coverage raster: one byte per picture pixel, in square tiles that need no bytes while all their pixels are
// equal.

/** Side of a tile in pixels. */
export const TILE_PX = 256;
const TILE_SHIFT = 8;
const TILE_MASK = TILE_PX - 1;
/** Bytes of a tile whose pixels differ. */
export const TILE_BYTES = TILE_PX * TILE_PX;

/**
 * Coverage 0–255 of a tile: one value for all its pixels, or {@link TILE_BYTES} bytes row by row. Bytes beyond the
 * picture's edge have no meaning.
 */
export type Tile = number | Uint8Array<ArrayBuffer>;

/** Whole pixels from `left`, `top` up to but not including `right`, `bottom`. */
export type Rect = { left: number; top: number; right: number; bottom: number };

/** A raster; `tiles` are ordered row by row. */
export type TileStore = {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly columns: number;
  readonly rows: number;
  readonly tiles: Tile[];
};

/** Creates an empty raster: coverage 0 everywhere. */
export function createTileStore(widthPx: number, heightPx: number): TileStore {
  const columns = Math.ceil(widthPx / TILE_PX);
  const rows = Math.ceil(heightPx / TILE_PX);
  return { widthPx, heightPx, columns, rows, tiles: new Array<Tile>(columns * rows).fill(0) };
}

/** Coverage 0–255 of a pixel; 0 outside the picture. */
export function pixelAt(store: TileStore, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= store.widthPx || y >= store.heightPx) return 0;
  const tile = store.tiles[tileIndexAt(store, x, y)] ?? 0;
  return typeof tile === 'number' ? tile : (tile[((y & TILE_MASK) << TILE_SHIFT) | (x & TILE_MASK)] ?? 0);
}

/** Sets the coverage 0–255 of all pixels of `rect` that are inside the picture. */
export function fillRect(store: TileStore, rect: Rect, value: number): void {
  forEachTileIn(store, rect, (index, part) => {
    const whole = tileRect(store, index);
    if (areaOf(part) === areaOf(whole)) {
      store.tiles[index] = value;
      return;
    }
    const bytes = writableTile(store, index);
    for (let y = part.top; y < part.bottom; y++) {
      const row = (y & TILE_MASK) << TILE_SHIFT;
      bytes.fill(value, row + (part.left & TILE_MASK), row + ((part.right - 1) & TILE_MASK) + 1);
    }
  });
}

/** The bytes of a tile, to be written in place. */
export function writableTile(store: TileStore, index: number): Uint8Array<ArrayBuffer> {
  const tile = store.tiles[index] ?? 0;
  if (typeof tile !== 'number') return tile;
  const bytes = new Uint8Array(TILE_BYTES);
  if (tile !== 0) bytes.fill(tile);
  store.tiles[index] = bytes;
  return bytes;
}

/** A copy of a tile's bytes. */
export function tileCopy(tile: Tile): Uint8Array<ArrayBuffer> {
  return typeof tile === 'number' ? new Uint8Array(TILE_BYTES).fill(tile) : tile.slice();
}

/** Frees the bytes of a tile if all its pixels are equal. */
export function collapseTile(store: TileStore, index: number): void {
  const tile = store.tiles[index] ?? 0;
  if (typeof tile === 'number') return;
  const { left, top, right, bottom } = tileRect(store, index);
  const first = tile[0] ?? 0;
  for (let y = 0; y < bottom - top; y++) {
    const row = y << TILE_SHIFT;
    for (let at = row; at < row + right - left; at++) if (tile[at] !== first) return;
  }
  store.tiles[index] = first;
}

/** The pixels of a tile that are inside the picture. */
export function tileRect(store: TileStore, index: number): Rect {
  const left = (index % store.columns) * TILE_PX;
  const top = Math.floor(index / store.columns) * TILE_PX;
  return {
    left,
    top,
    right: Math.min(left + TILE_PX, store.widthPx),
    bottom: Math.min(top + TILE_PX, store.heightPx),
  };
}

/**
 * Calls `visit` for the tiles that `rect` touches, each with the part of `rect` that is inside the tile and inside the
 * picture.
 */
export function forEachTileIn(store: TileStore, rect: Rect, visit: (index: number, part: Rect) => void): void {
  const left = Math.max(0, rect.left);
  const top = Math.max(0, rect.top);
  const right = Math.min(store.widthPx, rect.right);
  const bottom = Math.min(store.heightPx, rect.bottom);
  if (left >= right || top >= bottom) return;
  for (let row = top >> TILE_SHIFT; row <= (bottom - 1) >> TILE_SHIFT; row++) {
    for (let column = left >> TILE_SHIFT; column <= (right - 1) >> TILE_SHIFT; column++) {
      const tileLeft = column << TILE_SHIFT;
      const tileTop = row << TILE_SHIFT;
      visit(row * store.columns + column, {
        left: Math.max(left, tileLeft),
        top: Math.max(top, tileTop),
        right: Math.min(right, tileLeft + TILE_PX),
        bottom: Math.min(bottom, tileTop + TILE_PX),
      });
    }
  }
}

/** The pixels with a coverage above 0: how many there are, and the bounds of them; undefined if there are none. */
export type Covered = { count: number; bounds: Rect | undefined };

/** The covered pixels of a tile. */
export function coveredInTile(store: TileStore, index: number): Covered {
  const tile = store.tiles[index] ?? 0;
  const rect = tileRect(store, index);
  if (typeof tile === 'number')
    return tile > 0 ? { count: areaOf(rect), bounds: rect } : { count: 0, bounds: undefined };
  const [width, height] = [rect.right - rect.left, rect.bottom - rect.top];
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (let y = 0; y < height; y++) {
    const row = y << TILE_SHIFT;
    let inRow = 0;
    for (let at = row; at < row + width; at++) if (tile[at] !== 0) inRow += 1;
    if (inRow === 0) continue;
    count += inRow;
    top = Math.min(top, y);
    bottom = y + 1;
    // Only what is beyond the bounds so far is looked at again.
    for (let x = 0; x < left; x++) if (tile[row + x] !== 0) left = x;
    for (let x = width - 1; x >= right; x--) if (tile[row + x] !== 0) right = x + 1;
  }
  if (count === 0) return { count, bounds: undefined };
  const bounds = {
    left: rect.left + left,
    top: rect.top + top,
    right: rect.left + right,
    bottom: rect.top + bottom,
  };
  return { count, bounds };
}

/** The coverage of all pixels as one plane of `widthPx * heightPx` bytes, row by row. */
export function readCoverage(store: TileStore): Uint8Array<ArrayBuffer> {
  return readRect(store, { left: 0, top: 0, right: store.widthPx, bottom: store.heightPx });
}

/** The coverage of `rect`, row by row; 0 outside the picture. */
export function readRect(store: TileStore, rect: Rect): Uint8Array<ArrayBuffer> {
  const width = rect.right - rect.left;
  const plane = new Uint8Array(width * (rect.bottom - rect.top));
  forEachTileIn(store, rect, (index, part) => {
    const tile = store.tiles[index] ?? 0;
    if (tile === 0) return;
    for (let y = part.top; y < part.bottom; y++) {
      const to = (y - rect.top) * width + part.left - rect.left;
      const length = part.right - part.left;
      const from = ((y & TILE_MASK) << TILE_SHIFT) | (part.left & TILE_MASK);
      if (typeof tile === 'number') plane.fill(tile, to, to + length);
      else plane.set(tile.subarray(from, from + length), to);
    }
  });
  return plane;
}

/** Cuts one tile out of a plane in the form of {@link readCoverage}. */
export function tileOfPlane(store: TileStore, index: number, plane: Uint8Array): Tile {
  const { left, top, right, bottom } = tileRect(store, index);
  const cut: TileStore = createTileStore(right - left, bottom - top);
  const bytes = writableTile(cut, 0);
  for (let y = top; y < bottom; y++) {
    const at = y * store.widthPx + left;
    bytes.set(plane.subarray(at, at + right - left), (y - top) << TILE_SHIFT);
  }
  collapseTile(cut, 0);
  return cut.tiles[0] ?? 0;
}

function tileIndexAt(store: TileStore, x: number, y: number): number {
  return (y >> TILE_SHIFT) * store.columns + (x >> TILE_SHIFT);
}

function areaOf(rect: Rect): number {
  return (rect.right - rect.left) * (rect.bottom - rect.top);
}
