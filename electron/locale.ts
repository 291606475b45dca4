// Which of our languages a person gets.

import type { Locale } from '../shared/i18n/index.ts';

/** The chosen language, or the first of the system's languages that we speak, or English. */
export function resolveLocale(chosen: 'system' | Locale, systemLanguages: readonly string[]): Locale {
  if (chosen !== 'system') return chosen;
  for (const tag of systemLanguages) {
    if (/^zh\b/i.test(tag)) return 'zh';
    if (/^en\b/i.test(tag)) return 'en';
  }
  return 'en';
}
