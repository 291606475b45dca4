// Finds the pixels of a picture that are similar to one of them.

import type { Coverage } from '../../pixels/pixels.ts';
import { flood } from '../raster/flood.ts';

/** A picture that is read row by row, from the top. */
export type PictureRows = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** RGBA of `count` rows, starting at row `top`; colours are not multiplied by alpha. */
  readonly read: (top: number, count: number) => Uint8ClampedArray;
};

/** Pixels are similar if no channel differs by more than `tolerance` (0–255). */
export type WandSettings = {
  tolerance: number;
  /** Only pixels connected with the point by their sides; otherwise all similar pixels. */
  isContiguous: boolean;
};

/** Rows read at once. */
const BAND_ROWS = 128;
const SIMILAR = 1;
const CHOSEN = 255;

/** 255 where a pixel is selected, otherwise 0; undefined if the point is outside the picture. */
export function selectSimilar(
  picture: PictureRows,
  point: { x: number; y: number },
  { tolerance, isContiguous }: WandSettings,
): Coverage | undefined {
  const { widthPx, heightPx } = picture;
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 0] = picture.read(y, 1).subarray(4 * x, 4 * x + 4);
  const data = new Uint8Array(widthPx * heightPx);
  const mark = isContiguous ? SIMILAR : CHOSEN;
  for (let top = 0; top < heightPx; top += BAND_ROWS) {
    const count = Math.min(BAND_ROWS, heightPx - top);
    const pixels = picture.read(top, count);
    for (let from = 0, to = top * widthPx; from < pixels.length; from += 4, to++) {
      const isSimilar =
        Math.abs((pixels[from] ?? 0) - red) <= tolerance &&
        Math.abs((pixels[from + 1] ?? 0) - green) <= tolerance &&
        Math.abs((pixels[from + 2] ?? 0) - blue) <= tolerance &&
        Math.abs((pixels[from + 3] ?? 0) - alpha) <= tolerance;
      if (isSimilar) data[to] = mark;
    }
  }
  const plane = { data, width: widthPx, height: heightPx };
  if (!isContiguous) return plane;
  flood(plane, x, y, CHOSEN);
  for (let at = 0; at < data.length; at++) if (data[at] === SIMILAR) data[at] = 0;
  return plane;
}
