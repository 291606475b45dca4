// Pixels in memory, and parts of them.

/** Decoded pixels: four bytes each, red, green, blue, alpha; colours not multiplied by alpha. */
export type Pixels = {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Whether every alpha is 255. */
  readonly isOpaque: boolean;
};

/** How far each pixel of a picture belongs to a mask: 0 not at all, 255 completely. Row by row, one byte each. */
export type Coverage = { readonly data: Uint8Array<ArrayBuffer>; readonly width: number; readonly height: number };

/**
 * A part of a picture in continuous pixel coordinates. Pixels around it have no influence; where it extends beyond the
 * picture, the picture's edge is repeated.
 */
export type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A range of pixels of a row. */
export type Columns = { readonly first: number; readonly end: number };

/** A picture that is computed row by row, as its rows are read. */
export type Rows = {
  readonly width: number;
  readonly height: number;
  /** Whether every alpha is 255. */
  readonly isOpaque: boolean;
  /**
   * Writes row `y` into `row`: `width` pixels, RGBA, colours not multiplied by alpha. Each row is read once, from the
   * top down.
   */
  readonly readRow: (y: number, row: Uint8ClampedArray) => void;
};

/** The rows of a picture in memory. */
export function rowsOf({ data, width, height, isOpaque }: Pixels): Rows {
  return {
    width,
    height,
    isOpaque,
    readRow: (y, row) => row.set(data.subarray(4 * y * width, 4 * (y + 1) * width)),
  };
}

/** Whether every alpha is 255. */
export function hasOnlyOpaque(data: Uint8ClampedArray): boolean {
  for (let i = 3; i < data.length; i += 4) if (data[i] !== 255) return false;
  return true;
}

/** Frees the memory of pixels immediately; otherwise it is freed at some later time by the garbage collector. */
export function release({ data }: Pixels): void {
  data.buffer.transfer(0);
}
