// Local days as they are written in filters, and the times at which they begin. Nothing else deals with time zones.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Returns the day of a time, as `2026-11-23`. */
export function dayAt(atMs: number): string {
  const date = new Date(atMs);
  const pad = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/**
 * Returns the time at which a day begins, or one that is `later` days later; undefined if the text is not a day of the
 * calendar.
 */
export function dayBeginsAt(day: string, later = 0): number | undefined {
  const parts = DAY.exec(day);
  if (!parts) return undefined;
  const [year, month, date] = parts.slice(1).map(Number);
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const begins = new Date(2000, 0, 1);
  begins.setFullYear(year, month - 1, date);
  if (dayAt(begins.getTime()) !== day) return undefined;
  begins.setDate(begins.getDate() + later);
  return begins.getTime();
}

/** Returns the day that is `later` days after another, or before it. @param day of the calendar */
export function dayAfter(day: string, later: number): string {
  return dayAt(dayBeginsAt(day, later) ?? 0);
}
