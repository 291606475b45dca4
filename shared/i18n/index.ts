// Chooses a language and looks up its messages, using the table of languages.

import { en } from './en/words.ts';
import { LOCALES, type Locale } from './locales.ts';
import type { LocaleRow, Lookup, MessageKey, PlainMessageKey } from './messages.ts';
import type { Plural } from './word-types.ts';

export type { Locale } from './locales.ts';
export type { MessageKey, PlainMessageKey } from './messages.ts';

/** The lookup of messages in one language, and that language, for numbers and sizes in the same text. */
export type Translate = Lookup & { readonly locale: Locale };

const ROWS: Readonly<Record<Locale, LocaleRow>> = LOCALES;
/** The language if no row matches the system or the text. */
const FALLBACK: Locale = 'en';

/** Tags of the supported languages. */
export const LOCALE_TAGS = Object.keys(ROWS) as readonly Locale[];
/** The choices for the app's language. */
export const LANGUAGE_CHOICES: readonly ('system' | Locale)[] = ['system', ...LOCALE_TAGS];

/**
 * Returns the chosen language; for `system`, the first of the system's languages (BCP 47 tags) that the app supports,
 * or English.
 */
export function resolveLocale(choice: 'system' | Locale, systemLanguages: readonly string[]): Locale {
  if (choice !== 'system') return choice;
  for (const language of systemLanguages) {
    const locale = LOCALE_TAGS.find((tag) => ROWS[tag].systemLanguages.test(language));
    if (locale !== undefined) return locale;
  }
  return FALLBACK;
}

/** Detects the language of a text by its letters; English if they do not show it. */
export function localeOfText(text: string): Locale {
  return LOCALE_TAGS.find((tag) => ROWS[tag].script?.test(text)) ?? FALLBACK;
}

/** Creates the lookup of messages in one language. */
export function createTranslator(locale: Locale): Translate {
  const { words, separators } = ROWS[locale];
  // Created when a message first depends on a number, because most lookups never need it.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const translate = (key: MessageKey, values: Values = {}): string => {
    const message: string | Plural = words[key];
    if (typeof message === 'string') return fill(message, values);
    const count = Number(values.count);
    rules ??= new Intl.PluralRules(locale);
    numbers ??= new Intl.NumberFormat(locale);
    // A test ensures that every language has all its forms; the type guarantees only `other`.
    const text = message[rules.select(count)] ?? message.other;
    return fill(text, { ...values, count: numbers.format(count) });
  };
  return Object.assign(translate, { separators, locale });
}

type Values = Readonly<Record<string, string | number>>;

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A translator for each language, for texts that are searched or parsed in all languages at once. */
export const TRANSLATORS: readonly Translate[] = LOCALE_TAGS.map(createTranslator);

/** Whether `key` is a message without placeholders; for keys built from data. */
export function isMessageKey<K extends string>(key: K): key is K & PlainMessageKey {
  const messages: Readonly<Record<string, string | Plural>> = en;
  const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
  return typeof message === 'string' && !message.includes('{');
}
