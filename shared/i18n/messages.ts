// The types of messages and languages: the English catalogue defines the keys of all others.

import type { fixed } from './en/fixed.ts';
import type { words as en } from './en/words.ts';
import type { Words } from './word-types.ts';

/** All texts of a language. */
export type Catalogue = Words<typeof en>;
/** Key of a message. */
export type MessageKey = keyof typeof en;
/** Key of a text that is known in every language at any time. */
export type FixedKey = keyof typeof fixed;

/**
 * The separators between the parts of an enumeration, between short facts on one line, between two sentences, and
 * between two words.
 */
type Separators = Readonly<Record<'list' | 'fact' | 'sentence' | 'word', string>>;

/**
 * Everything specific to a language; its tag, the key of the row, is passed to `Intl` for numbers, dates and plural
 * forms.
 */
export type LocaleRow = Readonly<{
  /** The language's own name, shown in Settings. */
  name: string;
  /** The `lang` attribute of the page. */
  htmlLang: string;
  /** Its name among the Electron languages that a package contains. */
  electronLanguage: string;
  /** The system languages that select it, by BCP 47 tag. */
  systemLanguages: RegExp;
  /** A letter that identifies text in this language; null if letters cannot identify it. */
  script: RegExp | null;
  separators: Separators;
  /** The texts that do not follow the language of the app. */
  fixed: Words<typeof fixed>;
}>;

type TextOf<Message> = Message extends string ? Message : Message[keyof Message];
type PlaceholdersOf<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersOf<Rest> : never;
type Values<K extends MessageKey> = (typeof en)[K] extends string
  ? Record<PlaceholdersOf<(typeof en)[K]>, string | number>
  : Record<Exclude<PlaceholdersOf<TextOf<(typeof en)[K]>>, 'count'>, string | number> & Record<'count', number>;
type ValuesArgument<K extends MessageKey> = [K] extends [PlainMessageKey] ? [] : [Readonly<Values<K>>];

/** Key of a message that has no placeholders. */
export type PlainMessageKey = {
  [K in MessageKey]: [PlaceholdersOf<TextOf<(typeof en)[K]>>] extends [never] ? K : never;
}[MessageKey];

/**
 * Returns the message of a key in one language, with values in its `{name}` placeholders; the `count` of a plural also
 * selects its form and is written with the language's digit grouping.
 */
export type Lookup<Key extends MessageKey = MessageKey> = (<K extends Key>(
  key: K,
  ...values: ValuesArgument<K>
) => string) & {
  readonly separators: Separators;
};
