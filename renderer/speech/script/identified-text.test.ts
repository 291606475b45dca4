import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepIds } from '../../../shared/script/line-ids.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { changeText, identifyLines } from './identified-text.ts';

/** The lines as they are written, roles included. */
const paragraphs = (text: string): string[] => linesOf(text).map(({ from, to }) => text.slice(from, to));

test('after any changes lines and ids are those of the whole text, equal lines being equally good', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'Anna: ', ' ', '\n', '\r\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), ([first = '', ...texts]) => {
      let count = 0;
      const makeId = () => `id${++count}`;
      let known = identifyLines(first, () => undefined, makeId);
      for (const next of texts) {
        const before = paragraphs(known.text).map((line, index) => ({ id: known.ids[index] ?? '', text: line }));
        const textOf = new Map([...known.lost, ...before].map((line) => [line.id, line.text]));
        const whole = keepIds(before, paragraphs(next), () => 'new', known.lost);
        known = changeText(known, next, makeId);
        expect(known.textLines).toEqual(linesOf(next));
        expect(new Set(known.ids).size).toBe(known.textLines.length);
        // Each line as it is now and as it was.
        const origins = (ids: readonly string[]) =>
          paragraphs(next).map((line, index) => JSON.stringify([line, textOf.get(ids[index] ?? '')]));
        expect(origins(known.ids).sort()).toEqual(origins(whole.ids).sort());
      }
    }),
  );
});

test('of equal lines the one stays that was not written in', () => {
  const ids = ['first', 'second'];
  const both = identifyLines('Anna: \nAnna: ', (index) => ids[index], String);
  expect(changeText(both, '\nAnna: ', String).ids).toEqual(['second']);
});
