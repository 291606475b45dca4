import { describe, expect, test } from 'vitest';
import { COMMAND_IDS } from '../commands.ts';
import { ERROR_CODES } from '../errors.ts';
import { VOICES } from '../speech/voices.ts';
import { CATALOGUES, createTranslator, isMessageKey } from './index.ts';

const english = Object.entries(CATALOGUES.en);
const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('catalogues', () => {
  test('have the same keys', () => {
    expect(Object.keys(CATALOGUES.zh).sort()).toEqual(Object.keys(CATALOGUES.en).sort());
  });

  test.each(english)('%s is filled in and holds the same values in both languages', (key, text) => {
    const chinese = isMessageKey(key) ? CATALOGUES.zh[key] : '';
    expect(text.trim()).not.toBe('');
    expect(chinese.trim()).not.toBe('');
    expect(placeholders(chinese)).toEqual(placeholders(text));
  });

  test('Chinese is Chinese', () => {
    const same = english.filter(([key, text]) => isMessageKey(key) && CATALOGUES.zh[key] === text).map(([key]) => key);
    const meant =
      /^(app\.name|unit\.|settings\.version|settings\.language\.(en|zh)|settings\.formatField\.|settings\.picture(Text|Part)\.)/;
    expect(same.filter((key) => !meant.test(key))).toEqual([]);
  });

  test.each(ERROR_CODES)('error %s has a title and an advice', (code) => {
    expect(isMessageKey(`error.${code}.title`)).toBe(true);
    expect(isMessageKey(`error.${code}.advice`)).toBe(true);
  });

  test.each(COMMAND_IDS)('command %s has a title', (id) => {
    expect(isMessageKey(`command.${id}`)).toBe(true);
  });

  test('every fact of a published voice has words', () => {
    const keys = VOICES.flatMap((voice) => [
      `voice.gender.${voice.gender}`,
      `voice.use.${voice.use}`,
      ...voice.languages.map((language) => `voice.language.${language}`),
      ...(voice.accent === undefined ? [] : [`voice.accent.${voice.accent}`]),
      ...(voice.emotions ?? []).map((emotion) => `voice.emotion.${emotion}`),
    ]);
    expect([...new Set(keys)].filter((key) => !isMessageKey(key))).toEqual([]);
  });
});

describe('createTranslator', () => {
  test('fills in values, also ones that look like patterns', () => {
    expect(createTranslator('en')('speech.useKey', { key: '$& {key}' })).toBe('Use “$& {key}”');
    expect(createTranslator('zh')('speech.consequence', { bytes: '47 字节' })).toBe('1 次请求 · 47 字节');
  });
});
