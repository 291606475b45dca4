// Where a key leads in a list or grid of rows, by index: rows need not be in the document. Pure functions.

/**
 * How rows are laid out: below each other, side by side on one line, or in a grid of `columns`. A grid may be divided
 * into groups, each of which begins a new line; `groups` are their sizes in order.
 */
export type RowLayout =
  | { kind: 'column' }
  | { kind: 'line' }
  | { kind: 'grid'; columns: number; groups?: readonly number[] };

/** One line of a grid: the index of its first row, and how many it has. */
type Line = { first: number; length: number };

/**
 * Returns the index that a key leads to; at an edge, the same index. Undefined if the key moves nothing in this layout.
 * @param from -1 if no row is the current one; every key then leads to the first.
 */
export function rowAfter(key: string, from: number, count: number, layout: RowLayout): number | undefined {
  const step = stepOf(key, layout);
  if (step === undefined || count === 0) return undefined;
  if (from < 0) return 0;
  switch (step) {
    case 'first':
      return 0;
    case 'last':
      return count - 1;
    case 'back':
      return Math.max(0, from - 1);
    case 'on':
      return Math.min(count - 1, from + 1);
    case 'up':
    case 'down':
      return layout.kind === 'grid' ? inColumn(from, step === 'up' ? -1 : 1, linesOf(layout, count)) : from;
  }
}

type Step = 'first' | 'last' | 'back' | 'on' | 'up' | 'down';

const STEPS: Readonly<Record<RowLayout['kind'], Readonly<Record<string, Step>>>> = {
  column: { ArrowUp: 'back', ArrowDown: 'on', Home: 'first', End: 'last' },
  line: { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' },
  grid: { ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' },
};

function stepOf(key: string, { kind }: RowLayout): Step | undefined {
  return STEPS[kind][key];
}

/** Moves by lines; a shorter line is entered at its end. */
function inColumn(from: number, by: 1 | -1, lines: readonly Line[]): number {
  const at = lines.findIndex(({ first, length }) => from < first + length);
  const [here, there] = [lines[at], lines[at + by]];
  if (here === undefined || there === undefined) return from;
  return there.first + Math.min(from - here.first, there.length - 1);
}

function linesOf({ columns, groups }: Extract<RowLayout, { kind: 'grid' }>, count: number): Line[] {
  const lines: Line[] = [];
  let begin = 0;
  for (const size of groups ?? [count]) {
    for (let at = 0; at < size; at += columns) lines.push({ first: begin + at, length: Math.min(columns, size - at) });
    begin += size;
  }
  return lines;
}
