// Where everything lies in the library's grid, computed from counts alone: no line has to be in the document or read.
// Pure functions.

/** The items of one day, or of one script by its name, by the offset of the first among all that match. */
export type Group = { day: string; name?: string | null; offset: number; count: number };

/** What a line shows: the heading of a group, or items side by side. `first` is an index among all items. */
type Line = { kind: 'heading'; group: number } | { kind: 'items'; group: number; first: number; length: number };

/** The height of lines, in pixels. */
type LineSizes = { headingPx: number; linePx: number };

/** All lines of the grid, from the top. Every function takes constant time, or the logarithm of the number of days. */
export type Lines = {
  count: number;
  columns: number;
  heightPx: number;
  /** The items of each group; one group if there are none. */
  groups: readonly Group[];
  at: (line: number) => Line;
  sizeOf: (line: number) => number;
  topOf: (line: number) => number;
  /** The line of an item. */
  lineOf: (index: number) => number;
  /** The line at a distance from the top; the nearest one outside. */
  lineAt: (px: number) => number;
};

type Options = {
  total: number;
  columns: number;
  /** Empty if the items are not shown in groups. */
  groups: readonly Group[];
  sizes: LineSizes;
};

/** Lays out `total` items. Groups that do not add up to it are ignored: they are of another moment. */
export function layOut({ total, columns, groups: given, sizes: { headingPx, linePx } }: Options): Lines {
  const last = given.at(-1);
  const hasHeadings = last !== undefined && last.offset + last.count === total;
  const groups = hasHeadings ? given : total === 0 ? [] : [{ day: '', offset: 0, count: total }];
  const headings = hasHeadings ? 1 : 0;
  /** The first line of each group, and the number of all lines. */
  const starts = new Float64Array(groups.length + 1);
  for (const [index, { count }] of groups.entries())
    starts[index + 1] = (starts[index] ?? 0) + headings + Math.ceil(count / columns);
  const startOf = (group: number): number => starts[group] ?? 0;
  const count = startOf(groups.length);
  /** The last of the groups for which `isBefore` holds; it holds for the first. */
  const lastGroup = (isBefore: (group: number) => boolean): number => {
    let [low, high] = [0, groups.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (isBefore(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const groupOfLine = (line: number): number => lastGroup((group) => startOf(group) <= line);
  const at = (line: number): Line => {
    const group = groupOfLine(line);
    const row = line - startOf(group) - headings;
    if (row < 0) return { kind: 'heading', group };
    const { offset, count: size } = groups[group] ?? { offset: 0, count: 0 };
    return { kind: 'items', group, first: offset + row * columns, length: Math.min(columns, size - row * columns) };
  };
  const topOf = (line: number): number => {
    if (line >= count) return headings * groups.length * headingPx + (count - headings * groups.length) * linePx;
    const group = groupOfLine(line);
    const above = headings * (group + (line > startOf(group) ? 1 : 0));
    return above * headingPx + (line - above) * linePx;
  };
  return {
    count,
    columns,
    groups,
    heightPx: topOf(count),
    at,
    sizeOf: (line) => (at(line).kind === 'heading' ? headingPx : linePx),
    topOf,
    lineOf: (index) => {
      const group = lastGroup((one) => (groups[one]?.offset ?? 0) <= index);
      return startOf(group) + headings + Math.floor((index - (groups[group]?.offset ?? 0)) / columns);
    },
    lineAt: (px) => {
      const group = lastGroup((one) => topOf(startOf(one)) <= px);
      const below = px - topOf(startOf(group));
      const row = below < headings * headingPx ? 0 : headings + Math.floor((below - headings * headingPx) / linePx);
      return Math.max(0, Math.min(startOf(group) + row, startOf(group + 1) - 1, count - 1));
    },
  };
}

/** An area of the grid, in pixels from the top left of its first line. */
export type Area = { left: number; top: number; right: number; bottom: number };

/**
 * The items that an area touches, as ranges of indexes, each of a line.
 * @param columnPx the width of a column with its gap. @param gapPx the gap, at the right and below each item
 */
export function itemsIn(lines: Lines, area: Area, columnPx: number, gapPx: number): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  const from = Math.max(0, Math.ceil((area.left - columnPx + gapPx) / columnPx));
  const to = Math.min(lines.columns - 1, Math.floor(area.right / columnPx));
  if (lines.count === 0 || from > to) return ranges;
  for (let index = lines.lineAt(area.top); index <= lines.lineAt(area.bottom); index++) {
    const line = lines.at(index);
    if (line.kind === 'heading' || from >= line.length) continue;
    const top = lines.topOf(index);
    if (area.bottom < top || area.top > top + lines.sizeOf(index) - gapPx) continue;
    ranges.push([line.first + from, line.first + Math.min(to, line.length - 1)]);
  }
  return ranges;
}
