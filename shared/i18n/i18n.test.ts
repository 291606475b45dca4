import { describe, expect, test } from 'vitest';
import { COMMAND_IDS } from '../app/commands.ts';
import { ERROR_CODES } from '../errors.ts';
import { VOICES } from '../speech/voices.ts';
import { createTranslator, WORDS } from './all.ts';
import { FIXED_TEXTS, LOCALE_TAGS, localeOfText, resolveLocale } from './index.ts';
import { LOCALES } from './locales.ts';
import type { Catalogue, LocaleRow, MessageKey } from './messages.ts';

const english: Catalogue = WORDS.en;
type Row = Pick<LocaleRow, 'script'> & { words: Catalogue };
const rows = LOCALE_TAGS.map((tag): [string, Row] => [tag, { ...LOCALES[tag], words: WORDS[tag] }]);

/** The texts of a message, one per plural form if it has several; empty for a missing message. */
const textsOf = (message: Catalogue[MessageKey] | undefined): [form: string, text: string][] =>
  typeof message === 'object' ? Object.entries(message) : message === undefined ? [] : [['', message]];
const placesOf = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join();

/** The problems in the messages of all languages, as `language key: problem`. */
function problems(find: (key: MessageKey, row: Row, tag: string) => readonly string[]): string[] {
  const keys = Object.keys(english) as MessageKey[];
  return rows.flatMap(([tag, row]) =>
    keys.flatMap((key) => find(key, row, tag).map((problem) => `${tag} ${key}: ${problem}`)),
  );
}

describe('the texts of every language', () => {
  test('have the same keys', () => {
    const missing = problems((key, { words }) => (Object.hasOwn(words, key) ? [] : ['missing']));
    const extra = rows.flatMap(([tag, { words }]) =>
      Object.keys(words).flatMap((key) => (Object.hasOwn(english, key) ? [] : [`${tag} ${key}: not in English`])),
    );
    expect([...missing, ...extra]).toEqual([]);
  });

  test('are not empty', () => {
    const empty = problems((key, { words }) =>
      textsOf(words[key]).flatMap(([form, text]) => (text.trim() === '' ? [`empty ${form}`] : [])),
    );
    expect(empty).toEqual([]);
  });

  test('have the same placeholders', () => {
    const different = problems((key, { words }) => {
      const wanted = placesOf(textsOf(english[key])[0]?.[1] ?? '');
      return textsOf(words[key]).flatMap(([, text]) =>
        placesOf(text) === wanted ? [] : [`“${text}” needs ${wanted || 'none'}`],
      );
    });
    expect(different).toEqual([]);
  });

  test('have a text for exactly the plural forms of the language', () => {
    const wrong = problems((key, { words }, tag) => {
      if (typeof english[key] === 'string') return typeof words[key] === 'object' ? ['no plural in English'] : [];
      const wanted = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort().join();
      const found = textsOf(words[key])
        .map(([form]) => form)
        .sort()
        .join();
      return found === wanted ? [] : [`has ${found || 'none'}, needs ${wanted}`];
    });
    expect(wrong).toEqual([]);
  });

  test('are translated, as far as the script shows it', () => {
    const sameEverywhere =
      /^(app\.name|unit\.|settings\.version|settings\.formatField\.|settings\.picture(Text|Part)\.)/;
    const untranslated = problems((key, { script, words }) =>
      script !== null && words[key] === english[key] && !sameEverywhere.test(key) ? ['as in English'] : [],
    );
    expect(untranslated).toEqual([]);
  });
});

test('errors, commands and facts of voices have messages', () => {
  const keys = [
    ...ERROR_CODES.flatMap((code) => [`error.${code}.title`, `error.${code}.advice`]),
    ...COMMAND_IDS.map((id) => `command.${id}`),
    ...VOICES.flatMap((voice) => [
      `voice.gender.${voice.gender}`,
      `voice.use.${voice.use}`,
      ...voice.languages.map((language) => `voice.language.${language}`),
      ...(voice.accent === undefined ? [] : [`voice.accent.${voice.accent}`]),
      ...(voice.emotions ?? []).map((emotion) => `voice.emotion.${emotion}`),
    ]),
  ];
  expect([...new Set(keys)].filter((key) => !createTranslator('en').has(key))).toEqual([]);
});

describe('a language', () => {
  test('is the chosen one, otherwise the first supported system language, otherwise English', () => {
    expect(resolveLocale('zh', ['en-GB'])).toBe('zh');
    expect(resolveLocale('system', ['tlh-Latn', 'zh-Hant-TW', 'en-US'])).toBe('zh');
    expect(resolveLocale('system', ['EN', 'zh-CN'])).toBe('en');
    expect(resolveLocale('system', ['tlh', 'zha'])).toBe('en');
  });

  test('is found by its own tag, the one of its page and the one of its package', () => {
    const found = LOCALE_TAGS.map((tag) =>
      [tag, LOCALES[tag].htmlLang, LOCALES[tag].electronLanguage].map((name) => resolveLocale('system', [name])),
    );
    expect(found).toEqual(LOCALE_TAGS.map((tag) => [tag, tag, tag]));
  });

  test('of a text is detected by its letters', () => {
    expect([localeOfText('Make it 红'), localeOfText('Make it red'), localeOfText('')]).toEqual(['zh', 'en', 'en']);
  });
});

describe('a translator', () => {
  const t = createTranslator('en');

  test('fills in values, also ones that look like patterns', () => {
    expect(t('speech.useKey', { key: '$& {key}' })).toBe('Use “$& {key}” · not in the list');
    expect(createTranslator('zh')('speech.consequence', { count: 1, length: '47 字' })).toBe('1 次请求，47 字');
  });

  test('chooses the plural form and groups the digits of a count', () => {
    expect([0, 1, 2, 12_345].map((count) => t('speech.lines', { count }))).toEqual([
      '0 lines',
      '1 line',
      '2 lines',
      '12,345 lines',
    ]);
    expect(createTranslator('zh')('speech.lines', { count: 1 })).toBe('1 行');
  });
});

test('a translator has messages without values, by keys built from data', () => {
  const keys = ['common.close', 'speech.useKey', 'speech.lines', 'toString', 'no.such'];
  expect(keys.filter(createTranslator('zh').has)).toEqual(['common.close']);
});

test('fixed texts are those of the catalogue', () => {
  for (const t of FIXED_TEXTS)
    expect(t('prompt.mention', { number: 2 })).toBe(createTranslator(t.locale)('prompt.mention', { number: 2 }));
  for (const tag of LOCALE_TAGS) expect(WORDS[tag]).toMatchObject(LOCALES[tag].fixed);
});
