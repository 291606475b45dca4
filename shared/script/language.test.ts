import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guessLanguage } from './language.ts';

it.each([
  ['Good morning', 'en'],
  ['早上好', 'zh'],
  ['𠮷𠮷', 'zh'],
  ['お早うございます', 'ja'],
  ['東京へ行く', 'ja'],
  ['안녕하세요', 'ko'],
  ['Доброе утро', 'ru'],
  ['صباح الخير', 'ar'],
  ['他用 JavaScript 写代码', 'zh'],
  ['The word 你好 means hello', 'en'],
  ['…! 12', ''],
])('%s → %j', (text, language) => expect(guessLanguage(text)).toBe(language));

it('takes a Latin language from the voice', () => {
  expect(guessLanguage('Buenos días', ['ja', 'es'])).toBe('es');
  expect(guessLanguage('Good morning', ['zh'])).toBe('en');
  expect(guessLanguage('早上好', ['ja', 'es'])).toBe('zh');
});

it('never throws', () => fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void guessLanguage(text))));
