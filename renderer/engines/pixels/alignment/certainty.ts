// How certain an offset is in each direction: stripes, wood grain and edges determine it only across themselves.

/**
 * The weight of an offset's deviation `(x, y)` from another is `xx·x² + 2·xy·x·y + yy·y²`: x² + y² where it is certain in
 * all directions, 0 along directions in which nothing determines it.
 */
export type Certainty = { readonly xx: number; readonly xy: number; readonly yy: number };

/** A direction of a symmetric 2 × 2 matrix: a vector of length 1 and its eigenvalue. */
export type Direction = { readonly x: number; readonly y: number; readonly value: number };

/** Both eigenvectors of a matrix, the larger eigenvalue first. */
export function directionsOf({ xx, xy, yy }: Certainty): readonly [Direction, Direction] {
  const middle = (xx + yy) / 2;
  const apart = Math.hypot((xx - yy) / 2, xy);
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  return [
    { x, y, value: middle + apart },
    { x: -y, y: x, value: middle - apart },
  ];
}

/** The weighted length of a deviation, in its unit. */
export function certainLength({ xx, xy, yy }: Certainty, x: number, y: number): number {
  return Math.sqrt(Math.max(0, xx * x * x + 2 * xy * x * y + yy * y * y));
}
