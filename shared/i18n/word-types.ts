// The types of a language's texts. The catalogues are typed by them, so this module imports none.

/**
 * A message that depends on `{count}`: one text for each plural form of its language, by CLDR's names. Every language
 * has `other`.
 */
export type Plural<Form extends Intl.LDMLPluralRule = 'other'> = Readonly<
  Record<Form | 'other', string> & Partial<Record<Intl.LDMLPluralRule, string>>
>;

/**
 * The texts of another language: every key of the English catalogue. A language with more plural forms than `other`
 * lists them as `Form`, and then none of them can be omitted.
 */
export type Words<English, Form extends Intl.LDMLPluralRule = 'other'> = {
  readonly [K in keyof English]: English[K] extends string ? string : Plural<Form>;
};
