// The texts of all languages, for main, tools and tests. Not for the page, which reads those of its language with
// `renderer/texts.ts`.

import { words as en } from './en/words.ts';
import { LOCALE_TAGS, type Locale, type Translate, translatorFrom } from './index.ts';
import type { Catalogue } from './messages.ts';
import { words as zh } from './zh/words.ts';

/** All texts, by language. */
export const WORDS: Readonly<Record<Locale, Catalogue>> = { en, zh };

/** Creates the lookup of messages in one language. */
export function createTranslator(locale: Locale): Translate {
  return translatorFrom(locale, WORDS[locale]);
}

/** A translator for each language. */
export const TRANSLATORS: readonly Translate[] = LOCALE_TAGS.map(createTranslator);
