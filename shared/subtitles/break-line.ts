// Breaks the text of a line into cues of at most two rows.

import { type BreakRank, type Piece, piecesOf } from './break-points.ts';
import { columnsOf, graphemesOf, isCjk, type RowLengths, rowColumns, USUAL_ROW_LENGTHS } from './columns.ts';

/** `weight` is how much is spoken in it, in columns; what is not spoken and spaces have none. */
type CueText = { text: string; rows: readonly string[]; weight: number };

/** `marks` are the ends of sentences and clauses: how much is spoken before each, ascending. */
export type BrokenLine = { cues: readonly CueText[]; marks: readonly number[] };

/** Costs, compared with each other: one more cue costs as much as `CUE`. */
const CUE = 10;
const BREAK: Readonly<Record<BreakRank, number>> = { sentence: 0, clause: 3, word: 12, hard: 40 };
/** A cue that is alone on the screen for a word or two. */
const SHORT = 6;
/** A cue in which nothing is heard, such as a name alone. */
const UNHEARD = 200;
const DIGIT = /^\p{Nd}$/u;
/** As many columns as the words of digits have on average. */
const DIGIT_COLUMNS = { cjk: 2, other: 5 };
/** Full cues cost more than their share, so that equal ones are preferred. */
const UNEVEN = 4;

/**
 * Breaks a text into cues. Joined with the spaces between them they are the text; a text without anything to see has
 * none.
 * @param text one line without line breaks, trimmed.
 * @param unspokenLength characters at its beginning that are shown but not heard, such as the name of the speaker.
 */
export function breakLine(
  text: string,
  unspokenLength: number,
  rowLengths: RowLengths = USUAL_ROW_LENGTHS,
): BrokenLine {
  const graphemes = graphemesOf(text);
  const isInCjk = isCjk(text);
  const columns = graphemes.map((grapheme) => columnsOf(grapheme, isInCjk));
  const maxColumns = rowColumns(text, rowLengths);
  const pieces = piecesOf(graphemes, columns, maxColumns);
  const ruler = new Ruler(pieces, columns, spokenColumns(graphemes, columns, unspokenLength, isInCjk));

  const cut = (from: number, to: number): string => graphemes.slice(pieces[from]?.start, pieces[to - 1]?.end).join('');
  const cues = bestCues(pieces, ruler, maxColumns).map(([from, to]) => {
    const middle = bestRowBreak(pieces, ruler, maxColumns, from, to);
    return {
      text: cut(from, to),
      rows: middle === undefined ? [cut(from, to)] : [cut(from, middle), cut(middle, to)],
      weight: ruler.spoken(from, to),
    };
  });
  const marks = pieces.flatMap(({ rank }, i) =>
    rank === 'sentence' || rank === 'clause' ? ruler.spoken(0, i + 1) : [],
  );
  return { cues, marks };
}

/** Measures rows of consecutive pieces. */
class Ruler {
  private readonly columnSums: Float64Array;
  private readonly spokenSums: Float64Array;
  private readonly pieces: readonly Piece[];

  /** @param columns of each grapheme. @param spoken those of them that are heard. */
  constructor(pieces: readonly Piece[], columns: readonly number[], spoken: readonly number[]) {
    this.pieces = pieces;
    this.columnSums = sumsOf(columns);
    this.spokenSums = sumsOf(spoken);
  }

  /** Columns of a row from one piece up to another, that one not included. */
  columns(from: number, to: number): number {
    return this.difference(this.columnSums, from, to);
  }

  /** How many of these columns are heard. */
  spoken(from: number, to: number): number {
    return this.difference(this.spokenSums, from, to);
  }

  /** The last piece, not included, of the longest row that begins with a piece. */
  rowEnd(from: number, maxColumns: number): number {
    let to = Math.min(from + 1, this.pieces.length);
    while (to < this.pieces.length && this.columns(from, to + 1) <= maxColumns) to++;
    return to;
  }

  private difference(sums: Float64Array, from: number, to: number): number {
    return (sums[this.pieces[to - 1]?.end ?? 0] ?? 0) - (sums[this.pieces[from]?.start ?? 0] ?? 0);
  }
}

/** The sum of all figures before each. */
function sumsOf(figures: readonly number[]): Float64Array {
  const sums = new Float64Array(figures.length + 1);
  for (const [i, figure] of figures.entries()) sums[i + 1] = (sums[i] ?? 0) + figure;
  return sums;
}

/**
 * The columns of each grapheme that is heard; 0 for spaces and what is before `unspokenLength`. A digit is spoken as a
 * word.
 */
function spokenColumns(
  graphemes: readonly string[],
  columns: readonly number[],
  unspokenLength: number,
  isInCjk: boolean,
): number[] {
  let offset = 0;
  return graphemes.map((grapheme, i) => {
    const isHeard = offset >= unspokenLength && grapheme.trim() !== '';
    offset += grapheme.length;
    if (!isHeard) return 0;
    return DIGIT.test(grapheme) ? DIGIT_COLUMNS[isInCjk ? 'cjk' : 'other'] : (columns[i] ?? 0);
  });
}

/** The cheapest division of all pieces into cues of two rows, as ranges of pieces. */
function bestCues(pieces: readonly Piece[], ruler: Ruler, maxColumns: number): [number, number][] {
  const costs = new Float64Array(pieces.length + 1);
  const ends = new Int32Array(pieces.length + 1);
  for (let from = pieces.length - 1; from >= 0; from--) {
    costs[from] = Number.POSITIVE_INFINITY;
    const furthest = ruler.rowEnd(ruler.rowEnd(from, maxColumns), maxColumns);
    for (let to = from + 1; to <= furthest; to++) {
      const columns = ruler.columns(from, to);
      const cost =
        CUE +
        BREAK[pieces[to - 1]?.rank ?? 'hard'] +
        (columns < maxColumns / 3 ? SHORT : 0) +
        (ruler.spoken(from, to) === 0 ? UNHEARD : 0) +
        UNEVEN * (columns / (2 * maxColumns)) ** 2 +
        (costs[to] ?? 0);
      if (cost < (costs[from] ?? 0)) {
        costs[from] = cost;
        ends[from] = to;
      }
    }
  }
  const cues: [number, number][] = [];
  for (let from = 0; from < pieces.length; ) {
    const to = ends[from] ?? pieces.length;
    cues.push([from, to]);
    from = to;
  }
  return cues;
}

/** The piece that begins the second row of a cue: at a good place, with rows of like length; undefined for one row. */
function bestRowBreak(
  pieces: readonly Piece[],
  ruler: Ruler,
  maxColumns: number,
  from: number,
  to: number,
): number | undefined {
  if (ruler.columns(from, to) <= maxColumns) return undefined;
  let best: { at: number; cost: number } | undefined;
  for (let at = from + 1; at < to; at++) {
    const [first, second] = [ruler.columns(from, at), ruler.columns(at, to)];
    if (first > maxColumns || second > maxColumns) continue;
    const cost = BREAK[pieces[at - 1]?.rank ?? 'hard'] + (CUE * Math.abs(first - second)) / maxColumns;
    if (best === undefined || cost < best.cost) best = { at, cost };
  }
  return best?.at;
}
