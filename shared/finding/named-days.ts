// Days that move on with the calendar, as times.

import { dayAfter, dayAt, dayBeginsAt } from './days.ts';
import type { NamedDays } from './query-terms.ts';

/** Returns when the named days begin, and when they have ended: `max` is not included. They overlap. */
export function namedRanges(nowMs: number): Record<NamedDays, { min: number; max: number }> {
  const today = dayAt(nowMs);
  const max = dayBeginsAt(today, 1) ?? nowMs;
  const since = (day: string): { min: number; max: number } => ({ min: dayBeginsAt(day) ?? 0, max });
  return {
    today: since(today),
    yesterday: { min: since(dayAfter(today, -1)).min, max: since(today).min },
    last7days: since(dayAfter(today, -6)),
    last30days: since(dayAfter(today, -29)),
    thisYear: since(`${today.slice(0, 4)}-01-01`),
  };
}
