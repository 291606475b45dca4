import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../tests/support/runs.ts';
import { inHanOrder } from './han-order.ts';

test('Chinese texts are sorted as the collator of the language sorts them', () => {
  const { compare } = new Intl.Collator('zh');
  const character = fc.integer({ min: 0x4e00, max: 0x9fff }).map((code) => String.fromCharCode(code));
  const text = fc.string({ unit: character, minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
      const byKey = [...texts].sort((a, b) => (inHanOrder(a) < inHanOrder(b) ? -1 : 1));
      expect(byKey).toEqual([...texts].sort(compare));
    }),
    { numRuns: runs(200) },
  );
});

test('what is not Chinese stays, and different texts have different keys', () => {
  expect(inHanOrder('a1é😀あ')).toBe('a1é😀あ');
  const all = Array.from({ length: 0x9fff - 0x4e00 + 1 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
  expect(new Set(inHanOrder(all)).size).toBe(all.length);
});
