// Which lines of the library's grid are in the document. The position of every line is computed (`line-layout.ts`), so
// any place is reached at once.

import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { LibraryStore } from '../library-store.ts';
import type { GridView } from './grid-view.ts';
import type { Lines } from './line-layout.ts';

/** Lines beyond the view, where it is scrolled to. */
const OVERSCAN = 1;
/** Items read ahead above and below the view. */
const AHEAD = 30;

/** A part of the document: consecutive lines of one group. */
type VisibleGroup = { group: number; lines: readonly number[] };

type LinesOptions = {
  store: LibraryStore;
  gridView: GridView;
  lines: Lines;
  /** The line that stays in the document wherever the view is: it may have the focus. */
  keptLine: number;
  /** Whether the screen is shown; a hidden one has no position. */
  isShown: boolean;
};

/** The lines in the document, by group. */
export type LinesInView = {
  groups: readonly VisibleGroup[];
  /** False for the kept line when it is outside the view: one of its cells is enough. */
  isInView: (line: number) => boolean;
};

/** Follows the view over lines, keeps its place when they change, and reads what it shows. */
export function useLines({ store, gridView, lines, keptLine, isShown }: LinesOptions): LinesInView {
  const moves = useStore(store, (library) => library.moves);
  const revision = useStore(store, (library) => library.revision);
  const far = lines.count - 1;
  const first = useStore(gridView, ({ topPx, isForward }) =>
    Math.max(0, Math.min(lines.lineAt(topPx) - (isForward ? 0 : OVERSCAN), far)),
  );
  const last = useStore(gridView, ({ topPx, heightPx, isForward }) =>
    heightPx === 0 ? -1 : Math.min(lines.lineAt(topPx + heightPx) + (isForward ? OVERSCAN : 0), far),
  );

  useEffect(
    () =>
      gridView.subscribe(({ topPx }, before) => {
        if (topPx === before.topPx || lines.count === 0) return;
        const index = firstItemOf(lines, lines.lineAt(topPx));
        store.getState().setPlace({ index, offsetPx: topPx - lines.topOf(lines.lineOf(index)), isAtTop: topPx <= 0 });
      }),
    [store, gridView, lines],
  );

  // The lines have changed, or the store has moved the view: the same item stays where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moves` says that the place has changed.
  useLayoutEffect(() => {
    gridView.setContent(lines.heightPx);
    if (!isShown || lines.count === 0) return;
    const { index, offsetPx, isAtTop } = store.getState().place();
    gridView.scrollTo(isAtTop ? 0 : lines.topOf(lines.lineOf(index)) + offsetPx);
  }, [gridView, store, lines, moves, isShown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after `revision` other items are known.
  useEffect(() => {
    if (lines.count === 0 || !isShown || last < 0) return;
    const from = firstItemOf(lines, first);
    const end = lines.at(Math.max(first, last));
    const to = end.kind === 'items' ? end.first + end.length - 1 : (lines.groups[end.group]?.offset ?? 0);
    store.getState().want(from, to, AHEAD);
  }, [store, lines, first, last, revision, isShown]);

  const shown: number[] = [];
  for (let line = first; line <= last; line++) shown.push(line);
  const isInView = (line: number): boolean => line >= first && line <= last;
  if (keptLine >= 0 && keptLine <= far && !isInView(keptLine)) {
    if (keptLine < first) shown.unshift(keptLine);
    else shown.push(keptLine);
  }
  return { groups: byGroup(lines, shown), isInView };
}

/** Scrolls as far as a line needs to be seen. */
export function revealLine(gridView: GridView, lines: Lines, line: number): void {
  const { topPx, heightPx } = gridView.getState();
  const top = lines.topOf(line);
  const bottom = top + lines.sizeOf(line);
  // With the heading above the first line of a day.
  const above = line > 0 && lines.at(line - 1).kind === 'heading' ? lines.topOf(line - 1) : top;
  if (above < topPx) gridView.scrollTo(above);
  else if (bottom > topPx + heightPx) gridView.scrollTo(bottom - heightPx);
}

/** The first item of a line, or below it. */
function firstItemOf(lines: Lines, line: number): number {
  const content = lines.at(line);
  return content.kind === 'items' ? content.first : (lines.groups[content.group]?.offset ?? 0);
}

function byGroup(lines: Lines, shown: readonly number[]): VisibleGroup[] {
  const groups: { group: number; lines: number[] }[] = [];
  for (const line of shown) {
    const { group } = lines.at(line);
    const last = groups.at(-1);
    if (last?.group === group) last.lines.push(line);
    else groups.push({ group, lines: [line] });
  }
  return groups;
}
