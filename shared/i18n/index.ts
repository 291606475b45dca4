// Chooses a language and looks up messages in it, all by the table of languages. It must not know which process or screen asks.

import { en } from './en/words.ts';
import { LOCALES, type Locale } from './locales.ts';
import type { LocaleRow, MessageKey, PlainMessageKey, Translate } from './messages.ts';
import type { Plural } from './word-types.ts';

export type { Locale } from './locales.ts';
export type { MessageKey, PlainMessageKey, Translate } from './messages.ts';

const ROWS: Readonly<Record<Locale, LocaleRow>> = LOCALES;
/** What a system or a text gets that no row matches. */
const FALLBACK: Locale = 'en';

/** Tags of the languages the app speaks. */
export const LOCALE_TAGS = Object.keys(ROWS) as readonly Locale[];
/** What a person can choose as the app's language. */
export const LANGUAGE_CHOICES: readonly ('system' | Locale)[] = ['system', ...LOCALE_TAGS];

/** The chosen language; for `system` the first of the system's languages, as BCP 47 tags, that the app speaks, or English. */
export function resolveLocale(choice: 'system' | Locale, systemLanguages: readonly string[]): Locale {
  if (choice !== 'system') return choice;
  for (const language of systemLanguages) {
    const locale = LOCALE_TAGS.find((tag) => ROWS[tag].systemLanguages.test(language));
    if (locale !== undefined) return locale;
  }
  return FALLBACK;
}

/** The language a text is written in as far as its letters show it, or English. */
export function localeOfText(text: string): Locale {
  return LOCALE_TAGS.find((tag) => ROWS[tag].script?.test(text)) ?? FALLBACK;
}

/** Makes the lookup for one language. */
export function createTranslator(locale: Locale): Translate {
  const { words, separators } = ROWS[locale];
  // Made when a message first depends on a number, which most lookups never do.
  let rules: Intl.PluralRules | undefined;
  const translate = (key: MessageKey, values: Values = {}): string => {
    const message: string | Plural = words[key];
    if (typeof message === 'string') return fill(message, values);
    const count = Number(values.count);
    rules ??= new Intl.PluralRules(locale);
    // A test holds every language to all of its forms; the type knows only that there is `other`.
    const text = message[rules.select(count)] ?? message.other;
    return fill(text, { ...values, count: new Intl.NumberFormat(locale).format(count) });
  };
  return Object.assign(translate, { separators });
}

type Values = Readonly<Record<string, string | number>>;

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** A translator for each language, for what is searched or read in all of them at once. */
export const TRANSLATORS: readonly Translate[] = LOCALE_TAGS.map(createTranslator);

/** Whether `key` names a message without places for values; for keys built from data. */
export function isMessageKey<K extends string>(key: K): key is K & PlainMessageKey {
  const messages: Readonly<Record<string, string | Plural>> = en;
  const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
  return typeof message === 'string' && !message.includes('{');
}
