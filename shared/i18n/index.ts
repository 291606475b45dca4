// Looks up words by key and fills in values. It must not know which process or screen asks.

import { en } from './en.ts';
import { zh } from './zh.ts';

/** Languages the app speaks. */
export type Locale = 'en' | 'zh';
/** Key of a message. */
export type MessageKey = keyof typeof en;

type PlaceholdersOf<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersOf<Rest>
  : never;
type Params<K extends MessageKey> = PlaceholdersOf<(typeof en)[K]>;
type ParamsArgument<K extends MessageKey> = [Params<K>] extends [never]
  ? []
  : [Readonly<Record<Params<K>, string | number>>];

/** Gives the words for a key; a message with `{name}` places wants exactly those values. */
export type Translate = <K extends MessageKey>(key: K, ...params: ParamsArgument<K>) => string;

/** The catalogues, for tests and for searching in both languages at once. */
export const CATALOGUES: Readonly<Record<Locale, Readonly<Record<MessageKey, string>>>> = { en, zh };

/** Makes the lookup for one language. */
export function createTranslator(locale: Locale): Translate {
  const catalogue = CATALOGUES[locale];
  return (key, ...params) => {
    const values: Readonly<Record<string, string | number>> = params[0] ?? {};
    return catalogue[key].replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
  };
}

/** Whether `key` names a message; for keys built from data. */
export function isMessageKey<K extends string>(key: K): key is K & MessageKey {
  return Object.hasOwn(en, key);
}
