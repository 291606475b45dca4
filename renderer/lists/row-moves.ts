// Where a key leads in a list or grid of rows, by index: rows need not be in the document. Pure functions.

/**
 * How rows are laid out: below each other, side by side on one line, or in a grid of `columns`. A grid may be divided
 * into groups, each of which begins a new line; `groups` are their sizes in order. `pageLines`: how many lines are seen
 * at once, for Page Up and Page Down.
 */
export type RowLayout =
  | { kind: 'column' }
  | { kind: 'line' }
  | { kind: 'grid'; columns: number; groups?: readonly number[]; pageLines?: number };

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
    default:
      return layout.kind === 'grid' ? inColumn(from, count, step, layout) : from;
  }
}

type Step = 'first' | 'last' | 'back' | 'on' | 'up' | 'down' | 'pageUp' | 'pageDown';

const STEPS: Readonly<Record<RowLayout['kind'], Readonly<Record<string, Step>>>> = {
  column: { ArrowUp: 'back', ArrowDown: 'on', Home: 'first', End: 'last' },
  line: { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' },
  grid: {
    ArrowLeft: 'back',
    ArrowRight: 'on',
    ArrowUp: 'up',
    ArrowDown: 'down',
    PageUp: 'pageUp',
    PageDown: 'pageDown',
    Home: 'first',
    End: 'last',
  },
};

function stepOf(key: string, { kind }: RowLayout): Step | undefined {
  return STEPS[kind][key];
}

type Grid = Extract<RowLayout, { kind: 'grid' }>;

/** Moves by lines; a shorter line is entered at its end. */
function inColumn(
  from: number,
  count: number,
  step: Exclude<Step, 'first' | 'last' | 'back' | 'on'>,
  { columns, groups = [count], pageLines = 1 }: Grid,
): number {
  const by = step === 'up' || step === 'pageUp' ? -1 : 1;
  const lines = step === 'up' || step === 'down' ? 1 : pageLines;
  let begin = 0;
  let group = 0;
  for (; group < groups.length - 1 && from >= begin + (groups[group] ?? 0); group++) begin += groups[group] ?? 0;
  let row = Math.floor((from - begin) / columns);
  const column = (from - begin) % columns;
  for (let moved = 0; moved < lines; moved++) {
    const size = groups[group] ?? 0;
    if (row + by >= 0 && row + by < Math.ceil(size / columns)) row += by;
    else if (group + by >= 0 && group + by < groups.length) {
      begin += by > 0 ? size : -(groups[group - 1] ?? 0);
      group += by;
      row = by > 0 ? 0 : Math.ceil((groups[group] ?? 0) / columns) - 1;
    } else if (moved === 0) return from;
    else break;
  }
  const first = begin + row * columns;
  return Math.min(first + column, begin + (groups[group] ?? 0) - 1);
}
