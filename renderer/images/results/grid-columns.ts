// The layout of a grid of results. Pure functions.

import type { Size } from '../../../shared/images/size.ts';

/**
 * Returns the number of columns with which pictures of one shape are largest in an area; of equal numbers the highest, as
 * a row is easier to compare. @param count at least 1.
 */
export function gridColumns(count: number, picture: Size, area: Size): number {
  let best = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const scale = Math.min(area.width / columns / picture.width, area.height / rows / picture.height);
    if (scale >= best.scale) best = { columns, scale };
  }
  return best.columns;
}
