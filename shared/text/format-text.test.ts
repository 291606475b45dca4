import { expect, test } from 'vitest';
import { createTranslator } from '../i18n/all.ts';
import { formatAgo, formatDay, formatDuration, formatFileSize, formatPosition } from './format-text.ts';

const t = createTranslator('en');

test('durations are rounded, positions are rounded down', () => {
  expect(formatDuration(0.4)).toBe('0:01');
  expect(formatDuration(83.4)).toBe('1:23');
  expect(formatDuration(3723)).toBe('1:02:03');
  expect(formatDuration(null)).toBe('–:––');
  expect(formatPosition(1.99)).toBe('0:01');
});

test('sizes', () => {
  expect(formatFileSize(10, t, 'en')).toBe('1 KB');
  expect(formatFileSize(3_400_000, t, 'en')).toBe('3.2 MB');
  expect(formatFileSize(5_400_000_000, t, 'en')).toBe('5 GB');
});

test('dates and times', () => {
  const now = new Date(2026, 4, 10, 12, 0).getTime();
  expect(formatAgo(now - 5_000, now, t, 'en')).toBe('just now');
  expect(formatAgo(now - 5 * 60_000, now, t, 'en')).toBe('5 min. ago');
  expect(formatAgo(now - 3 * 3_600_000, now, t, 'en')).toBe('09:00');
  expect(formatDay(now - 3 * 3_600_000, now, t, 'en')).toBe('Today');
  expect(formatDay(now - 13 * 3_600_000, now, t, 'en')).toBe('Yesterday');
  expect(formatDay(now - 72 * 3_600_000, now, t, 'en')).toBe('May 7, 2026');
});
