// What messages and languages look like, as types: the English catalogue is the pattern for all others. It must not know which languages there are.

import type { en } from './en/words.ts';
import type { Words } from './word-types.ts';

/** All words of a language. */
export type Catalogue = Words<typeof en>;
/** Key of a message. */
export type MessageKey = keyof typeof en;

/** What stands between the parts of an enumeration, between two sentences, and between two words. */
type Separators = Readonly<Record<'list' | 'sentence' | 'word', string>>;

/** All that is particular to a language; its tag, the key of the row, is what `Intl` is given for numbers, dates and plural forms. */
export type LocaleRow = Readonly<{
  /** What it calls itself; offered under that name in Settings. */
  name: string;
  /** `lang` of the page. */
  htmlLang: string;
  /** Its name among the languages of Electron that a package carries. */
  electronLanguage: string;
  /** System languages whose speakers get it, by BCP 47 tag. */
  systemLanguages: RegExp;
  /** A letter that shows a text to be written in it; null where letters do not show that. */
  script: RegExp | null;
  separators: Separators;
  words: Catalogue;
}>;

type TextOf<Message> = Message extends string ? Message : Message[keyof Message];
type PlaceholdersOf<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersOf<Rest> : never;
type Values<K extends MessageKey> = (typeof en)[K] extends string
  ? Record<PlaceholdersOf<(typeof en)[K]>, string | number>
  : Record<Exclude<PlaceholdersOf<TextOf<(typeof en)[K]>>, 'count'>, string | number> & Record<'count', number>;
type ValuesArgument<K extends MessageKey> = [K] extends [PlainMessageKey] ? [] : [Readonly<Values<K>>];

/** Key of a message that has no places for values. */
export type PlainMessageKey = {
  [K in MessageKey]: [PlaceholdersOf<TextOf<(typeof en)[K]>>] extends [never] ? K : never;
}[MessageKey];

/** The message of a key in one language, with values in its `{name}` places; the `count` of a plural also chooses its form and is written as the language groups digits. */
export type Translate = (<K extends MessageKey>(key: K, ...values: ValuesArgument<K>) => string) & {
  readonly separators: Separators;
};
