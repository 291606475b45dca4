import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundsOf, coveredColumns } from './mask-bounds.ts';

const sparse = fc
  .array(fc.integer({ min: -30, max: 255 }), { maxLength: 40 })
  .map((values) => values.map((value) => Math.max(0, value)));

it('coveredColumns finds the first and last pixel of a row that is covered, wherever it lies in memory', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(30), fc.nat(30), sparse, fc.nat(3), (before, clear, after, values, beyond) => {
      const row = [...Array<number>(clear).fill(0), ...values, ...Array<number>(after).fill(0)];
      const memory = Uint8Array.from([...Array<number>(before).fill(9), ...row, ...Array<number>(beyond).fill(9)]);
      const covered = row.flatMap((value, x) => (value > 0 ? [x] : []));
      const expected = { first: covered[0] ?? 0, end: (covered.at(-1) ?? -1) + 1 };
      expect(coveredColumns(memory.subarray(before, before + row.length))).toEqual(expected);
    }),
  );
});

it('boundsOf is the rectangle around all coverage, undefined without any', () => {
  const data = new Uint8Array(11 * 5);
  expect(boundsOf({ data, width: 11, height: 5 })).toBeUndefined();
  data[1 * 11 + 9] = 1;
  data[3 * 11 + 2] = 255;
  expect(boundsOf({ data, width: 11, height: 5 })).toEqual({ left: 2, top: 1, right: 10, bottom: 4 });
});
