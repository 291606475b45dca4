// What a shift does not explain of how a result is displaced: it is rotated, stretched, or drifts from place to place.

import type { Size } from '../../../../shared/images/size.ts';

/**
 * A displacement that changes smoothly: a cubic B-spline over `columns` × `rows` cells that divide the picture.
 * Displacements at control points, in pixels of the source, row by row; in both directions there is one more control
 * point before the cells and two behind them.
 */
export type Field = {
  readonly columns: number;
  readonly rows: number;
  readonly dxPx: readonly number[];
  readonly dyPx: readonly number[];
};

/**
 * Added to a shift: a point of the source at (x, y) from the picture's middle is displaced by another `linear × (x, y)`
 * plus the field there, in pixels of the source.
 */
export type Warp = {
  /** The change of dx by x and by y, then of dy by x and by y. What all directions share is the shift's scale. */
  readonly linear: readonly [number, number, number, number];
  /** Null unless something is left that is not linear. */
  readonly field: Field | null;
};

/** A point; written to instead of returned, because it is needed for every pixel. */
export type MutablePoint = { x: number; y: number };

/** Writes the displacement of a warp at a point of the source to `out`. */
export function warpAt({ linear, field }: Warp, size: Size, x: number, y: number, out: MutablePoint): void {
  const [xx, xy, yx, yy] = linear;
  const [fromX, fromY] = [x - size.width / 2, y - size.height / 2];
  out.x = xx * fromX + xy * fromY;
  out.y = yx * fromX + yy * fromY;
  if (field === null) return;
  const across = splineAt(x / size.width, field.columns);
  const down = splineAt(y / size.height, field.rows);
  for (let row = 0; row < 4; row++) {
    const start = (down.first + row) * (field.columns + 3) + across.first;
    for (let column = 0; column < 4; column++) {
      const weight = (down.weights[row] ?? 0) * (across.weights[column] ?? 0);
      out.x += weight * (field.dxPx[start + column] ?? 0);
      out.y += weight * (field.dyPx[start + column] ?? 0);
    }
  }
}

/**
 * The four control points of a uniform cubic B-spline that count at a place, and by how much.
 * @param share place along the side, 0 to 1; beyond, the place at the end counts. @param cells of the side
 */
export function splineAt(
  share: number,
  cells: number,
): { first: number; weights: readonly [number, number, number, number] } {
  const at = Math.max(0, Math.min(1, share)) * cells;
  const first = Math.min(cells - 1, Math.floor(at));
  const t = at - first;
  const rest = 1 - t;
  return {
    first,
    weights: [rest ** 3 / 6, (3 * t ** 3 - 6 * t ** 2 + 4) / 6, (3 * rest ** 3 - 6 * rest ** 2 + 4) / 6, t ** 3 / 6],
  };
}
