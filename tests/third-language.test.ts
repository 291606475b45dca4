// Verifies that a row in the table and its texts are all a language needs: everything here runs with a third language
// that no file of the app mentions.

import { expect, test, vi } from 'vitest';
import { composePrompt, mentionOf, NO_GUIDE } from '../renderer/images/request/instruction.ts';
import { filterValueName, matchesVoice, optionForVoice } from '../renderer/speech/voice-options.ts';
import { sampleRequest } from '../renderer/speech/voice-samples.ts';
import { appStateSchema } from '../shared/contract/app.ts';
import { settingsSchema } from '../shared/contract/settings.ts';
import { createTranslator, LANGUAGE_CHOICES, type Locale, resolveLocale } from '../shared/i18n/index.ts';
import type { Catalogue, LocaleRow, MessageKey } from '../shared/i18n/messages.ts';
import { readMaskHint, withMaskHint } from '../shared/images/mask-hint.ts';
import { formatCount, formatDateTime } from '../shared/text/format-text.ts';

vi.mock(import('../shared/i18n/locales.ts'), async (original) => {
  const { LOCALES } = await original();
  return { LOCALES: { ...LOCALES, uk: pseudoUkrainian(LOCALES.en) } };
});

/** English in Ukrainian quotation marks, with Ukrainian's four plural forms. */
function pseudoUkrainian(english: LocaleRow): LocaleRow {
  const change = (message: Catalogue[MessageKey]) =>
    typeof message === 'string'
      ? `ї ${message}`
      : Object.fromEntries(['one', 'few', 'many', 'other'].map((form) => [form, `${form} ${message.other}`]));
  const words = Object.entries(english.words).map(([key, message]) => [key, change(message)]);
  return {
    name: 'Українська',
    htmlLang: 'uk',
    electronLanguage: 'uk',
    systemLanguages: /^uk\b/i,
    script: /\p{Script=Cyrillic}/u,
    separators: { list: '; ', fact: ' | ', sentence: ' — ', word: '_' },
    words: Object.fromEntries(words) as Catalogue,
  };
}

// The value that the type of the table would contain with the row.
const UK = 'uk' as Locale;
const t = createTranslator(UK);

test('a language is chosen, kept and matched to the system by its row', () => {
  expect(LANGUAGE_CHOICES).toContain('uk');
  expect(settingsSchema.parse({ language: 'uk' }).language).toBe('uk');
  expect(appStateSchema.shape.locale.parse('uk')).toBe('uk');
  expect(settingsSchema.safeParse({ language: 'tlh' }).success).toBe(false);
  expect(resolveLocale('system', ['tlh', 'uk-UA', 'en-GB'])).toBe('uk');
});

test('messages, plural forms and separators are its own', () => {
  expect(t('tab.speech')).toBe('ї Speech');
  expect(t('speech.useKey', { key: 'a' })).toBe('ї Use “a”');
  expect([1, 3, 5, 1.5, 21_000].map((count) => t('speech.bytes', { count }))).toEqual([
    'one 1 bytes',
    'few 3 bytes',
    'many 5 bytes',
    'other 1,5 bytes',
    'many 21\u00a0000 bytes',
  ]);
  expect(['a', 'b'].join(t.separators.list)).toBe('a; b');
});

test('numbers and dates are written in its format', () => {
  expect(formatCount(1234.5, UK)).toBe('1\u00a0234,5');
  expect(formatDateTime(Date.UTC(2026, 4, 10, 12), UK)).toMatch(/10 трав/);
});

test('voices are found and shown by its texts', () => {
  const voice = optionForVoice('zh_female_cancan_mars_bigtts');
  expect([matchesVoice(voice, 'ї'), matchesVoice(voice, 'є')]).toEqual([true, false]);
  expect(filterValueName('gender', 'female', UK)).toBe('ї Female');
  const sample = sampleRequest('own_key', { connectionId: 'own', format: 'mp3', fallbackLanguage: UK });
  expect(sample.text).toBe('ї Hello, it is nice to meet you.');
});

test('texts that the app adds to an instruction are in this language, and are recognised again', () => {
  expect(mentionOf(2, t)).toBe('ї image 2');
  expect(composePrompt('Зроби синім', { ...NO_GUIDE, keep: 'стіл' })).toBe('Зроби синім\nї Keep: стіл');
  const prompt = withMaskHint('Зроби синім', { boxTags: ['<bbox>1 2 3 4</bbox>'], annotatedImage: 2 });
  expect(prompt).toContain('ї Edit only this area');
  expect(readMaskHint(prompt)).toEqual({
    instruction: 'Зроби синім',
    boxes: [{ left: 1, top: 2, right: 3, bottom: 4 }],
    annotatedImage: 2,
  });
});
