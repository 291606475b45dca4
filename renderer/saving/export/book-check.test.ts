import { expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { checkBook, passesCheck } from './book-check.ts';

const t = createTranslator('en');
const GOOD = { rms: -20.44, peak: -4, noiseFloor: -68.1, headS: 0.75, tailS: 2, loudness: -19, truePeak: -3.9 };
const file = (measured: typeof GOOD | null) => ({ name: '01.mp3', frames: 1, sizeBytes: 1, measured });

test('a file passes where all figures are within what shops ask for', () => {
  expect(checkBook(GOOD, 0, t).map(({ text, isMet }) => [text, isMet])).toEqual([
    ['level −20.4 dB', true],
    ['peak −4 dB', true],
    ['noise −68.1 dB', true],
    ['0.8 s before', true],
    ['2 s after', true],
  ]);
  expect([passesCheck(file(GOOD), 0), passesCheck(file(null), 0)]).toEqual([true, true]);
});

test('a figure that is not says what it should be', () => {
  const bad = { ...GOOD, rms: -17.2, noiseFloor: -41, headS: 0.2 };
  const failed = checkBook(bad, 0, t).flatMap(({ text, isMet }) => (isMet ? [] : [text]));
  expect(failed).toEqual([
    'level −17.2 dB (should be −23 to −18)',
    'noise −41 dB (should be −60 or less)',
    '0.2 s before (should be 0.5 to 1)',
  ]);
  expect(passesCheck(file(bad), 0)).toBe(false);
  expect(passesCheck(file({ ...GOOD, rms: Number.NEGATIVE_INFINITY }), 0)).toBe(false);
});

test('a file in which a line is missing does not pass, and says so first', () => {
  expect(passesCheck(file(GOOD), 1)).toBe(false);
  expect(checkBook(GOOD, 1, t)[0]?.text).toBe('1 line is missing');
});
