import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { processorMs } from '../../tests/support/processor-time.ts';
import { findDelimiter, parseCsv } from './csv.ts';

const rowsOf = (text: string): string[][] => parseCsv(text, ',', 1000).rows;

test.each([
  [
    'rows end with LF, CRLF or CR',
    'a,b\nc,d\r\ne,f\rg,h',
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ],
  ],
  [
    'quoted cells have delimiters, line breaks and quotes',
    '"a,1","b\r\nc","say ""hi"""\nd',
    [['a,1', 'b\r\nc', 'say "hi"'], ['d']],
  ],
  ['quotes inside an unquoted cell are text', 'a "b" c,5" disk\n', [['a "b" c', '5" disk']]],
  ['empty cells stay, blank rows do not', ',a,\n\n,,\nb', [['', 'a', ''], ['b']]],
  ['text after a closing quote belongs to the cell', '"a"b,c', [['ab', 'c']]],
])('%s', (_title, text, expected) => expect(rowsOf(text)).toEqual(expected));

it('takes a quote without an end as text', () => {
  expect(parseCsv('a,"b\nc,"d"\ne', ',', 10)).toEqual({
    rows: [['a', 'b\nc,d"'], ['e']],
    unclosedQuotes: 0,
    hasMoreRows: false,
  });
  expect(parseCsv('a,"b\nc,d\ne', ',', 10)).toEqual({
    rows: [['a', '"b'], ['c', 'd'], ['e']],
    unclosedQuotes: 1,
    hasMoreRows: false,
  });
});

it('stops at a number of rows', () => {
  expect(parseCsv('a\nb\nc', ',', 2)).toMatchObject({ rows: [['a'], ['b']], hasMoreRows: true });
  expect(parseCsv('a\nb\n', ',', 2).hasMoreRows).toBe(false);
});

test.each([
  ['a,b;c,d', ','],
  ['a;b;"1,2,3,4"', ';'],
  ['a\tb, and c\td', '\t'],
  ['one', ''],
  ['a,b\nc,d,e\nf,g', ','],
])('finds the delimiter of %j', (text, delimiter) => expect(findDelimiter(text)).toBe(delimiter));

describe('any table', () => {
  const cells = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '"', 'a,b', 'x\r\ny', ';', '\t', '""'));
  const tables = fc.array(fc.array(cells, { minLength: 1, maxLength: 5 }), { maxLength: 20 });
  const delimiters = fc.constantFrom(',', ';', '\t', '|');
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(
        tables,
        delimiters,
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        (table, delimiter, end, isAll) => {
          const written = table.map((row) =>
            row.map((cell) => (isAll || /[",;|\t\r\n“„«]/.test(cell) ? quoted(cell) : cell)).join(delimiter),
          );
          const expected = table.filter((row) => row.some((cell) => cell !== ''));
          expect(parseCsv(written.join(end), delimiter, 1000).rows).toEqual(expected);
        },
      ),
    );
  });

  it('never throws, and loses no letter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', '"', ',', '\n', '\r', ' '), { maxLength: 200 }),
        delimiters,
        (parts, delimiter) => {
          const letters = (text: string): string => text.replace(/[^ab]/g, '');
          const text = parts.join('');
          expect(letters(parseCsv(text, delimiter, 1000).rows.flat().join(''))).toBe(letters(text));
        },
      ),
    );
  });

  test.each([
    ['quotes', '"'.repeat(3_000_000)],
    ['quotes and delimiters', '",'.repeat(1_500_000)],
    ['open quotes', 'a,"'.repeat(1_000_000)],
    ['rows', 'a,b\n'.repeat(800_000)],
  ])('takes no longer than its length allows: %s', (_title, text) => {
    const started = processorMs();
    parseCsv(text, ',', 1_000_000);
    expect(processorMs() - started).toBeLessThan(5000);
  });
});
