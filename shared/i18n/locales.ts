// The languages the app speaks, a row each by tag. Whatever differs between languages stands here or in their words; everything else is derived.

import { en } from './en/words.ts';
import type { LocaleRow } from './messages.ts';
import { zh } from './zh/words.ts';

/** The table. Where two rows match a system language or a text, the first counts. */
export const LOCALES = {
  en: {
    name: 'English',
    htmlLang: 'en',
    electronLanguage: 'en-US',
    systemLanguages: /^en\b/i,
    script: null,
    separators: { list: ', ', sentence: ' ', word: ' ' },
    words: en,
  },
  zh: {
    name: '中文',
    htmlLang: 'zh-CN',
    electronLanguage: 'zh-CN',
    systemLanguages: /^zh\b/i,
    script: /\p{Script=Han}/u,
    separators: { list: '，', sentence: '', word: '' },
    words: zh,
  },
} as const satisfies Readonly<Record<string, LocaleRow>>;

/** Tag of a language the app speaks. */
export type Locale = keyof typeof LOCALES;
