// The marks beside the scrubber: years where there are several, else months, else days. Pure functions.

import type { Lines } from './line-layout.ts';

/** A mark: where it is, as a fraction of the height, and the day it stands for. */
export type Mark = { ratio: number; day: string; unit: 'year' | 'month' | 'day' };

/** Characters of a day, `2026-11-23`, that say its year, its month or all of it. */
const LENGTH_OF = { year: 4, month: 7, day: 10 } as const;

/** The marks of lines by day that have room. @param leastRatio the least distance of two marks */
export function marksOf(lines: Lines, leastRatio: number): Mark[] {
  const first = lines.groups[0]?.day ?? '';
  const last = lines.groups.at(-1)?.day ?? '';
  const unit = (['year', 'month'] as const).find((one) => startOf(first, one) !== startOf(last, one)) ?? 'day';
  const marks: Mark[] = [];
  let before = '';
  for (const { day, offset } of lines.groups) {
    const start = startOf(day, unit);
    if (start === before) continue;
    before = start;
    const ratio = lines.topOf(lines.lineOf(offset) - 1) / lines.heightPx;
    const lastRatio = marks.at(-1)?.ratio ?? Number.NEGATIVE_INFINITY;
    if (ratio - lastRatio >= leastRatio) marks.push({ ratio, day, unit });
  }
  return marks;
}

function startOf(day: string, unit: Mark['unit']): string {
  return day.slice(0, LENGTH_OF[unit]);
}

/** The group whose day is this one, or the next one in the order of the groups; the last if there is none. */
export function groupOfDay(groups: readonly { day: string }[], day: string): number {
  const isDescending = (groups[0]?.day ?? '') >= (groups.at(-1)?.day ?? '');
  const at = groups.findIndex((group) => (isDescending ? group.day <= day : group.day >= day));
  return at === -1 ? groups.length - 1 : at;
}
