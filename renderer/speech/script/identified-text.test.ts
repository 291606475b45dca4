import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepIds } from '../../../shared/script/line-ids.ts';
import { linesOf } from '../../../shared/script/lines.ts';
import { changeText, identifyLines } from './identified-text.ts';

test('after any changes lines and ids are those of the whole text', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'Anna: ', ' ', '\n', '\r\n'), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
      let count = 0;
      let whole = 0;
      let known = identifyLines(
        texts[0] ?? '',
        () => undefined,
        () => `id${++count}`,
      );
      let kept = { ids: known.ids, lost: known.lost };
      whole = count;
      for (const next of texts) {
        const lines = linesOf(known.text).map(({ from, to, index }) => ({
          id: kept.ids[index] ?? '',
          text: known.text.slice(from, to),
        }));
        const after = linesOf(next).map(({ from, to }) => next.slice(from, to));
        kept = keepIds(lines, after, () => `id${++whole}`, kept.lost);
        known = changeText(known, next, () => `id${++count}`);
        expect(known.textLines).toEqual(linesOf(next));
        expect(known.ids).toEqual(kept.ids);
      }
    }),
  );
});
