// The lines of the library's grid that are in the document, by day or by script. Only this part renders when the grid is scrolled.

import { memo, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { dayBeginsAt } from '../../../shared/finding/days.ts';
import { formatDay } from '../../../shared/text/format-text.ts';
import { useNow, useTranslation } from '../../services.ts';
import { sizeOf } from '../library-selection.ts';
import { createFrameBudget } from './frame-budget.ts';
import { GridLine, type SharedLineProps } from './GridLine.tsx';
import type { GridView } from './grid-view.ts';
import { useLines } from './use-lines.ts';

/** Cells that are built in a frame, at most. A step of the wheel brings fewer, which are built at once. */
const CELLS_PER_FRAME = 10;

type GridLinesProps = Omit<SharedLineProps, 'revision' | 'selection' | 'budget'> & {
  gridView: GridView;
  /** Whether the screen is shown. */
  isShown: boolean;
  /** Cells have come or gone. */
  onChanged: () => void;
};

/** The lines. */
export const GridLines = memo(function GridLines({ gridView, isShown, onChanged, ...props }: GridLinesProps) {
  const { store, lines } = props;
  const { t, locale } = useTranslation();
  const [budget] = useState(() => createFrameBudget(CELLS_PER_FRAME));
  const now = useNow();
  const revision = useStore(store, (library) => library.revision);
  const selection = useStore(store, (library) => library.selection);
  const currentIndex = useStore(store, (library) => library.currentIndex);
  const isDetailOpen = useStore(store, (library) => library.isDetailOpen);
  const total = useStore(store, (library) => library.total);
  const shiftPx = useStore(gridView, (view) => view.shiftPx);
  const keptLine = total === 0 ? -1 : lines.lineOf(currentIndex);
  const { groups, isInView } = useLines({ store, gridView, lines, keptLine, isShown });
  useLayoutEffect(() => onChanged());
  const isCurrentOpen = isDetailOpen && sizeOf(selection, total) === 0;
  return groups.map(({ group, lines: shown }) => {
    const { day = '', name } = lines.groups[group] ?? {};
    const ofScript = name === null ? t('finding.scriptGone') : name === '' ? t('library.withoutScript') : name;
    const heading = day === '' ? ofScript : formatDay(dayBeginsAt(day) ?? 0, now, t, locale);
    return (
      // biome-ignore lint/a11y/useSemanticElements: part of a grid.
      <div key={day || group} role="rowgroup" aria-label={heading}>
        {shown.map((line) => (
          <GridLine
            key={line}
            {...props}
            revision={revision}
            selection={selection}
            budget={budget}
            line={line}
            topPx={lines.topOf(line) - shiftPx}
            heading={heading}
            currentIndex={line === keptLine ? currentIndex : -1}
            isCurrentOpen={isCurrentOpen && line === keptLine}
            isInView={isInView(line)}
          />
        ))}
      </div>
    );
  });
});
