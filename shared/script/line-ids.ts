// The identity of lines: what a person chose for a line stays with it while the text is edited.

import { areAlike } from './likeness.ts';

/** A line with its id and its text; the text is its whole paragraph, role included. */
export type IdentifiedLine = { id: string; text: string };

/** `ids` of the lines after an edit, in their order; `lost` are those of lines that are gone, the latest edit first. */
export type KeptIds = { ids: string[]; lost: readonly IdentifiedLine[] };

/** A stretch of lines on either side, from the first to before `to`. */
type Run = { from: number; to: number };

/** Lost lines that are remembered: as many as a script can have. */
const MAX_LOST = 100_000;
/** Within a changed stretch, a line is looked for among this many lines. */
const REACH = 8;

/**
 * The ids of the lines of an edited text.
 *
 * - Lines before the first and after the last change keep their ids.
 * - Between these, a line with an unchanged text keeps its id, also where it was moved; of equal ones the first first.
 * - What is left between two such lines was edited. One line that became one line keeps its id whatever was written.
 *   Otherwise a line takes back the id of a lost line with its text (an undone deletion, a cut line that was pasted),
 *   else the id of a line of that place that it is a version of. Of a line that was split the first part keeps the id,
 *   and lines that were joined have the id of the first.
 * - All others get a new id from `makeId`.
 * @param before the lines before the edit, with different ids.
 * @param after the texts of the lines after it.
 * @param lost what the edit before returned as such.
 */
export function keepIds(
  before: readonly IdentifiedLine[],
  after: readonly string[],
  makeId: () => string,
  lost: readonly IdentifiedLine[] = [],
): KeptIds {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head]?.text === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail]?.text === after[after.length - 1 - tail]) tail++;
  const old = before.slice(head, before.length - tail);
  const changed = after.slice(head, after.length - tail);

  const sources = matchEqual(old, changed);
  const isUsed = new Array<boolean>(old.length).fill(false);
  for (const source of sources) if (source !== undefined) isUsed[source] = true;
  const found = new Map<number, string>();
  const returning = changed.length === 0 ? new Map<string, IdentifiedLine[]>() : byText(lost);
  for (const run of openRuns(sources)) {
    const left = run.from === 0 ? -1 : (sources[run.from - 1] ?? -1);
    const right = run.to === changed.length ? old.length : (sources[run.to] ?? old.length);
    const edited = placeOf(left, right, isUsed);
    const isOneLine = run.to - run.from === 1 && edited.to - edited.from === 1;
    if (!isOneLine) takeBack(run, changed, returning, found);
    pairVersions(run, edited, { old, changed, sources, isUsed, found });
  }

  const ids = before.slice(0, head).map(({ id }) => id);
  for (const index of changed.keys()) {
    const source = sources[index];
    ids.push((source === undefined ? found.get(index) : old[source]?.id) ?? makeId());
  }
  for (let index = before.length - tail; index < before.length; index++) ids.push(before[index]?.id ?? makeId());
  return { ids, lost: lostAfter(old, isUsed, lost, new Set(found.values())) };
}

/** For each text of `changed` the index of the line of `old` with the same text, each used once. */
function matchEqual(old: readonly IdentifiedLine[], changed: readonly string[]): (number | undefined)[] {
  if (old.length === 0 || (old.length === 1 && changed.length === 1)) return changed.map(() => undefined);
  const places = new Map<string, number[]>();
  for (let index = old.length - 1; index >= 0; index--) add(places, old[index]?.text ?? '', index);
  return changed.map((text) => places.get(text)?.pop());
}

/** Maps the text of each lost line to its lines, the one to take first last. */
function byText(lost: readonly IdentifiedLine[]): Map<string, IdentifiedLine[]> {
  const lines = new Map<string, IdentifiedLine[]>();
  for (let index = lost.length - 1; index >= 0; index--) {
    const line = lost[index];
    if (line !== undefined) add(lines, line.text, line);
  }
  return lines;
}

function add<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}

/** The runs of lines without a source. */
function openRuns(sources: readonly (number | undefined)[]): Run[] {
  const runs: Run[] = [];
  for (let from = 0; from < sources.length; from++) {
    if (sources[from] !== undefined) continue;
    let to = from + 1;
    while (to < sources.length && sources[to] === undefined) to++;
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

/** The unused old lines directly after the line `left`, or else directly before the line `right`. */
function placeOf(left: number, right: number, isUsed: readonly boolean[]): Run {
  let to = left + 1;
  while (isUsed[to] === false) to++;
  if (to > left + 1) return { from: left + 1, to };
  let from = right;
  while (isUsed[from - 1] === false) from--;
  return { from, to: right };
}

function takeBack(
  run: Run,
  changed: readonly string[],
  returning: Map<string, IdentifiedLine[]>,
  found: Map<number, string>,
): void {
  for (let index = run.from; index < run.to; index++) {
    const line = returning.get(changed[index] ?? '')?.pop();
    if (line !== undefined) found.set(index, line.id);
  }
}

/** What `pairVersions` reads, and where it notes the pairs. */
type Pairing = {
  old: readonly IdentifiedLine[];
  changed: readonly string[];
  sources: (number | undefined)[];
  isUsed: boolean[];
  found: ReadonlyMap<number, string>;
};

/**
 * Gives lines of `run` the old line of `edited` that they are a version of: line by line where both have the same number
 * and at least half of the pairs are alike, as after replacing a word everywhere; else the first that is alike, in order.
 */
function pairVersions(run: Run, edited: Run, pairing: Pairing): void {
  const { old, changed, sources, isUsed, found } = pairing;
  const isAlike = (index: number, source: number): boolean => areAlike(old[source]?.text ?? '', changed[index] ?? '');
  const pair = (index: number, source: number): void => {
    sources[index] = source;
    isUsed[source] = true;
  };
  const open: number[] = [];
  for (let index = run.from; index < run.to; index++) if (!found.has(index)) open.push(index);
  const count = edited.to - edited.from;
  const isSameNumber = open.length === count && count > 0;
  const sourceOf = (at: number): number => edited.from + at;
  if (isSameNumber && (count === 1 || 2 * open.filter((index, at) => isAlike(index, sourceOf(at))).length >= count)) {
    for (const [at, index] of open.entries()) pair(index, sourceOf(at));
    return;
  }
  let next = edited.from;
  for (const index of open) {
    const end = Math.min(next + REACH, edited.to);
    let source = next;
    while (source < end && !isAlike(index, source)) source++;
    if (source === end) continue;
    pair(index, source);
    next = source + 1;
  }
}

function lostAfter(
  old: readonly IdentifiedLine[],
  isUsed: readonly boolean[],
  lost: readonly IdentifiedLine[],
  returned: ReadonlySet<string>,
): readonly IdentifiedLine[] {
  const gone = old.filter((_, index) => isUsed[index] === false);
  if (gone.length === 0 && returned.size === 0) return lost;
  const fresh = gone.map(({ id, text }) => ({ id, text: copyOf(text) }));
  return [...fresh, ...lost.filter(({ id }) => !returned.has(id))].slice(0, MAX_LOST);
}

/** A string of its own: a part of a text, kept as it is, would keep the whole text in memory. */
function copyOf(text: string): string {
  return text.split('').join('');
}
