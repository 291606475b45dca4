// Which lines of the library's grid are in the document, and where the view is. The position of every line is computed
// (`line-layout.ts`), so any place is reached at once.

import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import type { LibraryStore } from '../library-store.ts';
import type { Lines } from './line-layout.ts';

/** Lines beyond the view, where it is scrolled to. */
const OVERSCAN = 1;
/** Items read ahead above and below the view. */
const AHEAD = 30;

/** A part of the document: consecutive lines of one group. */
type VisibleGroup = { group: number; lines: readonly number[] };

type LinesOptions = {
  store: LibraryStore;
  scroller: RefObject<HTMLDivElement | null>;
  lines: Lines;
  /** The line that stays in the document wherever the view is: it may have the focus. */
  keptLine: number;
  /** Whether the screen is shown; a hidden one has no position. */
  isShown: boolean;
};

/** The lines in the document, by group, and functions over them. */
export type LinesInView = {
  groups: readonly VisibleGroup[];
  /** False for the kept line when it is outside the view: one of its cells is enough. */
  isInView: (line: number) => boolean;
  /** Brings a line into view. */
  reveal: (line: number) => void;
};

/** Follows the view of a scrolling element over lines, keeps its place when they change, and reads what it shows. */
export function useLines({ store, scroller, lines, keptLine, isShown }: LinesOptions): LinesInView {
  const moves = useStore(store, (library) => library.moves);
  const revision = useStore(store, (library) => library.revision);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: lines.sizeOf,
    overscan: 0,
  });
  // Only which lines are in view; the library knows them a frame after the lines have changed.
  const inView = virtualizer.getVirtualItems();
  const { scrollDirection } = virtualizer;
  const above = scrollDirection === 'backward' ? OVERSCAN : 0;
  const below = scrollDirection === 'forward' ? OVERSCAN : 0;
  const first = Math.max(0, Math.min((inView[0]?.index ?? 0) - above, lines.count - 1));
  const last = Math.min((inView.at(-1)?.index ?? -1) + below, lines.count - 1);

  const notePlace = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0 || lines.count === 0) return;
    const top = element.scrollTop;
    const index = firstItemOf(lines, lines.lineAt(top));
    store.getState().setPlace({ index, offsetPx: top - lines.topOf(lines.lineOf(index)), isAtTop: top <= 0 });
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const onScroll = (): void => notePlace();
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller]);

  // The lines have changed, or the store has moved the view: the same item stays where it was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moves` says that the place has changed.
  useLayoutEffect(() => {
    const element = scroller.current;
    virtualizer.measure();
    if (element === null || !isShown || lines.count === 0) return;
    const { index, offsetPx, isAtTop } = store.getState().place();
    element.scrollTop = isAtTop ? 0 : lines.topOf(lines.lineOf(index)) + offsetPx;
  }, [virtualizer, scroller, store, lines, moves, isShown]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after `revision` other items are known.
  useEffect(() => {
    if (lines.count === 0 || !isShown) return;
    const from = firstItemOf(lines, first);
    const end = lines.at(Math.max(first, last));
    const to = end.kind === 'items' ? end.first + end.length - 1 : (lines.groups[end.group]?.offset ?? 0);
    store.getState().want(from, to, AHEAD);
  }, [store, lines, first, last, revision, isShown]);

  const shown = new Set<number>();
  for (let line = first; line <= last; line++) shown.add(line);
  if (keptLine >= 0 && keptLine < lines.count) shown.add(keptLine);
  return {
    groups: byGroup(
      lines,
      [...shown].sort((a, b) => a - b),
    ),
    isInView: (line) => line >= first && line <= last,
    reveal: (line) => {
      const element = scroller.current;
      if (element === null) return;
      const top = lines.topOf(line);
      const bottom = top + lines.sizeOf(line);
      // With the heading above the first line of a day.
      const above = line > 0 && lines.at(line - 1).kind === 'heading' ? lines.topOf(line - 1) : top;
      if (above < element.scrollTop) element.scrollTop = above;
      else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
    },
  };
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
