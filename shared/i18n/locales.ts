// The supported languages, one row per tag. Everything that differs between languages is here or in their texts; the
// rest is derived. The texts themselves are in `all.ts`, since the page reads only those of its language.

import { fixed as en } from './en/fixed.ts';
import type { LocaleRow } from './messages.ts';
import { fixed as zh } from './zh/fixed.ts';

/** The table. If two rows match a system language or a text, the first one is used. */
export const LOCALES = {
  en: {
    name: 'English',
    htmlLang: 'en',
    electronLanguage: 'en-US',
    systemLanguages: /^en\b/i,
    script: null,
    separators: { list: ', ', fact: ' · ', sentence: ' ', word: ' ' },
    fixed: en,
  },
  zh: {
    name: '中文',
    htmlLang: 'zh-CN',
    electronLanguage: 'zh-CN',
    systemLanguages: /^zh\b/i,
    script: /\p{Script=Han}/u,
    // Chinese fonts draw the middle dot as wide as a character, with a gap on both sides.
    separators: { list: '，', fact: '，', sentence: '', word: '' },
    fixed: zh,
  },
} as const satisfies Readonly<Record<string, LocaleRow>>;

/** Tag of a supported language. */
export type Locale = keyof typeof LOCALES;
