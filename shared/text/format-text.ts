// Formats times, sizes and dates in a language.

import type { Locale, Translate } from '../i18n/index.ts';

/** `83` → `1:23`; with hours only if there are any. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return '–:––';
  // A sound of half a second is not shown as 0:00.
  const whole = seconds > 0 && seconds < 1 ? 1 : Math.round(seconds);
  return clock(whole);
}

/** A playback position, rounded down to whole seconds. */
export function formatPosition(seconds: number): string {
  return clock(Math.max(0, Math.floor(seconds)));
}

/** A time to a tenth of a second, rounded down: `83.46` → `1:23.4`. */
export function formatTenths(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10 + 1e-6);
  return `${clock(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** A plain number with the language's grouping. */
export function formatCount(count: number, locale: Locale): string {
  return numberFormat(locale, {}).format(count);
}

/** A size in KB, MB or GB. */
export function formatFileSize(sizeBytes: number, t: Translate, locale: Locale): string {
  const kb = sizeBytes / 1024;
  if (kb < 1000) return t('unit.kb', { count: formatCount(Math.max(1, Math.round(kb)), locale) });
  const mb = kb / 1024;
  const format = (count: number): string => numberFormat(locale, { maximumFractionDigits: 1 }).format(count);
  return mb < 1000 ? t('unit.mb', { count: format(mb) }) : t('unit.gb', { count: format(mb / 1024) });
}

/** How long ago a time was: `just now`, `5 min ago`, then the time of day, then the date. */
export function formatAgo(atMs: number, nowMs: number, t: Translate, locale: Locale): string {
  const minutes = Math.floor((nowMs - atMs) / 60_000);
  if (minutes < 1) return t('time.justNow');
  if (minutes < 60) return new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-minutes, 'minute');
  if (dayOf(atMs) === dayOf(nowMs)) return formatTime(atMs, locale);
  return dateFormat(locale, { month: 'short', day: 'numeric' }).format(atMs);
}

/** The time of day. */
export function formatTime(atMs: number, locale: Locale): string {
  return dateFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(atMs);
}

/** The time of day with seconds, which tells apart what was made within a minute. */
export function formatExactTime(atMs: number, locale: Locale): string {
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(atMs);
}

/** The full date and time. */
export function formatDateTime(atMs: number, locale: Locale): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(atMs);
}

/** A day given as `2026-01-31`, as a short date. */
export function formatShortDate(day: string, locale: Locale): string {
  return dateFormat(locale, { month: 'short', day: 'numeric' }).format(new Date(`${day}T12:00`));
}

/** `Today`, `Yesterday` or the date. */
export function formatDay(atMs: number, nowMs: number, t: Translate, locale: Locale): string {
  if (dayOf(atMs) === dayOf(nowMs)) return t('library.today');
  const yesterday = new Date(nowMs);
  yesterday.setDate(yesterday.getDate() - 1);
  if (dayOf(atMs) === dayOf(yesterday.getTime())) return t('library.yesterday');
  return dateFormat(locale, { dateStyle: 'long' }).format(atMs);
}

/** A key for the local day of a time. */
function dayOf(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

function clock(whole: number): string {
  const seconds = String(whole % 60).padStart(2, '0');
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** Making a format takes as long as using it hundreds of times, and lists use few. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, format);
  return format;
}

/** The computer may change its zone. */
function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${new Date().getTimezoneOffset()} ${JSON.stringify(options)}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, format);
  return format;
}
