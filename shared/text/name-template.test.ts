import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEFAULT_NAME_TEMPLATE, fillNameTemplate } from './name-template.ts';

const FACTS = {
  number: 3,
  count: 120,
  voice: 'Shiny',
  words: 'Good morning',
  title: 'Good morning, everybody in the valley',
  model: 'image-edit-5',
  connection: 'Demo mode',
  date: '2026-11-25',
  time: '08-05-09',
};

test.each([
  [DEFAULT_NAME_TEMPLATE, '003 Shiny Good morning'],
  ['{date} {time} {number} {title}', '2026-11-25 08-05-09 003 Good morning, everybody in the valley'],
  ['{model}, {connection}', 'image-edit-5, Demo mode'],
  ['{words}-{words}', 'Good morning-Good morning'],
  ['take {n} {unknown} {constructor}', 'take 003 {unknown} {constructor}'],
  ['  ', '003'],
])('%j → %j', (template, expected) => expect(fillNameTemplate(template, FACTS)).toBe(expected));

test('an empty placeholder leaves no gap, and values are never parsed as a template', () => {
  expect(fillNameTemplate('{n} {voice} {words}', { ...FACTS, voice: '', words: '{n}' })).toBe('003 {n}');
});

test('names sort in the order of their numbers', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 2000 }), (count) => {
      const name = (number: number): string => fillNameTemplate('{n}', { ...FACTS, number, count });
      expect(name(count - 1) < name(count)).toBe(true);
    }),
  );
});
