// How a style sheet lays out a grid.

/** How many columns a grid has at its present width. */
export function columnsOf(grid: HTMLElement | null): number {
  return grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length;
}
