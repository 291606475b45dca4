// Reads the texts of a language when they are wanted, and looks up messages in what was read.

import { LOCALE_TAGS, type Locale, type Translate, translatorFrom } from '../shared/i18n/index.ts';
import type { Catalogue } from '../shared/i18n/messages.ts';

let translators: readonly Translate[] = [];

const find = (locale: Locale): Translate | undefined => translators.find((t) => t.locale === locale);

/** Reads the texts of a language, once; each language is a file of its own. @throws if the file cannot be read. */
export async function readTexts(locale: Locale): Promise<void> {
  if (hasTexts(locale)) return;
  const { words }: { words: Catalogue } = await import(`../shared/i18n/${locale}/words.ts`);
  if (!hasTexts(locale)) translators = [...translators, translatorFrom(locale, words)];
}

/** Reads the texts of all languages. Resolves also where some cannot be read. */
export async function readAllTexts(): Promise<void> {
  await Promise.allSettled(LOCALE_TAGS.map(readTexts));
}

/** Whether the texts of a language have been read. */
export function hasTexts(locale: Locale): boolean {
  return find(locale) !== undefined;
}

/**
 * Returns the translator of a language whose texts have been read: always the same function, so that effects may depend
 * on it.
 */
export function translatorOf(locale: Locale): Translate {
  const translate = find(locale);
  if (translate === undefined) throw new Error(`The texts of ${locale} have not been read.`);
  return translate;
}

/**
 * Returns a translator for each language whose texts have been read, for searches in all languages: soon after the
 * start those are all. The same array until another language has been read.
 */
export function allTranslators(): readonly Translate[] {
  return translators;
}
