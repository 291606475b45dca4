// Chooses a language and looks up messages, using the table of languages.

import { LOCALES, type Locale } from './locales.ts';
import type { Catalogue, FixedKey, LocaleRow, Lookup, MessageKey, PlainMessageKey } from './messages.ts';
import type { Plural } from './word-types.ts';

export type { Locale } from './locales.ts';
export type { MessageKey, PlainMessageKey } from './messages.ts';

/** The lookup of messages in one language, and that language, for numbers and sizes in the same text. */
export type Translate<Key extends MessageKey = MessageKey> = Lookup<Key> & {
  readonly locale: Locale;
  /** Whether `key` is a message without placeholders; for keys built from data. */
  readonly has: <K extends string>(key: K) => key is K & PlainMessageKey;
};

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

/** Creates the lookup of messages in one language, of which these are the texts. */
export function translatorFrom<Key extends MessageKey>(locale: Locale, words: Pick<Catalogue, Key>): Translate<Key> {
  // Created when a message first depends on a number, because most lookups never need it.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const translate = (key: Key, values: Values = {}): string => {
    const message: string | Plural = words[key];
    if (typeof message === 'string') return fill(message, values);
    const count = Number(values.count);
    rules ??= new Intl.PluralRules(locale);
    numbers ??= new Intl.NumberFormat(locale);
    // A test ensures that every language has all its forms; the type guarantees only `other`.
    const text = message[rules.select(count)] ?? message.other;
    return fill(text, { ...values, count: numbers.format(count) });
  };
  const has = <K extends string>(key: K): key is K & PlainMessageKey => {
    const messages: Readonly<Record<string, string | Plural>> = words;
    const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
    return typeof message === 'string' && !message.includes('{');
  };
  return Object.assign(translate, { separators: ROWS[locale].separators, locale, has });
}

type Values = Readonly<Record<string, string | number>>;

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The lookup of the texts that do not follow the language of the app. */
export type FixedTexts = Translate<FixedKey>;

/** Returns the fixed texts of a language. */
export function fixedTexts(locale: Locale): FixedTexts {
  return translatorFrom(locale, ROWS[locale].fixed);
}

/** The fixed texts of each language, for what is recognised in all languages at once. */
export const FIXED_TEXTS: readonly FixedTexts[] = LOCALE_TAGS.map(fixedTexts);
