// What a file of words holds, as types. It must know no file of words.

/** A message that depends on `{count}`: a text for each plural form of its language, by CLDR's names. `other` is in every language. */
export type Plural<Form extends Intl.LDMLPluralRule = 'other'> = Readonly<
  Record<Form | 'other', string> & Partial<Record<Intl.LDMLPluralRule, string>>
>;

/**
 * The words of another language: every key of the English ones. A language with more plural forms than `other` names them as `Form`,
 * and then none of them can be left out.
 */
export type Words<English, Form extends Intl.LDMLPluralRule = 'other'> = {
  readonly [K in keyof English]: English[K] extends string ? string : Plural<Form>;
};
