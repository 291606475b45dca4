import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import { linesAfter, linesOf } from './lines.ts';
import { roleKey } from './roles.ts';

/** Role and spoken text of each line. */
function read(text: string): [string, string][] {
  return linesOf(text).map(({ role, textFrom, textTo }) => [role, text.slice(textFrom, textTo)]);
}

const piece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    ':',
    '：',
    ' ',
    '\t',
    'Anna: ',
    '旁白：',
    'http://',
    '12:30',
    '“',
    'Dr.',
    '\u200f',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('lines of a text', () => {
  it('are its paragraphs, with their roles', () => {
    expect(read('Anna: Did you hear that?\r\n\r\n  Ben ： No.  \rIt was quiet.\n\t\n旁白：夜深了。')).toEqual([
      ['Anna', 'Did you hear that?'],
      ['Ben', 'No.'],
      ['', 'It was quiet.'],
      ['旁白', '夜深了。'],
    ]);
  });

  it('have offsets in the whole text', () => {
    expect(linesOf('\n Anna:  hi \nno')).toEqual([
      { index: 0, from: 1, to: 12, role: 'Anna', textFrom: 9, textTo: 11 },
      { index: 1, from: 13, to: 15, role: '', textFrom: 13, textTo: 15 },
    ]);
  });

  it.each([
    'Anna',
    'Old man',
    "O'Brien",
    'Dr. Ames',
    'J. R.',
    'Robot 3',
    'Anna (whispering)',
    'zh_female_cancan_mars_bigtts',
    '小明',
    '🐱',
    '👩‍🚀 Mia',
    'דוד',
    'أحمد علي',
  ])('take %s as a role', (role) => {
    expect(read(`${role}: text`)).toEqual([[role, 'text']]);
    expect(read(`${role}：`)).toEqual([[role, '']]);
  });

  it.each([
    'http://example.org is an address',
    'https: is a scheme',
    'ftp://example.org',
    '12:30 is a time',
    'At 12:30 we left',
    '12: a number',
    ': nobody',
    'Well, she said: no',
    'It rained. Ben: no',
    '“Go: now”',
    'std::vector',
    'C:\\files',
    'so :) what',
    '- Anna: a list',
    `${'a'.repeat(41)}: too long`,
    'She looked at him and said: no',
    'a\u0007b: a control character',
  ])('take no role from %j', (text) => expect(read(text)).toEqual([['', text]]));

  it('ignore marks of direction around a role', () => {
    expect(read('\u200fדוד\u200f: שלום')).toEqual([['דוד', 'שלום']]);
  });

  it('cover all that is not blank, in order', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = linesOf(text);
        let end = 0;
        for (const [index, line] of lines.entries()) {
          expect(line.index).toBe(index);
          expect(text.slice(end, line.from).trim()).toBe('');
          expect(line.from <= line.textFrom && line.textFrom <= line.textTo && line.textTo <= line.to).toBe(true);
          expect(text.slice(line.from, line.to)).toMatch(/^[^\r\n]*$/);
          expect(text.slice(line.from, line.to).trim()).not.toBe('');
          const spoken = text.slice(line.textFrom, line.textTo);
          expect(spoken.trim()).toBe(spoken);
          end = line.to;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
    );
  });

  it('are the same when only what changed is read', () => {
    fc.assert(
      fc.property(anyText, anyText, fc.nat(200), fc.nat(200), (text, inserted, a, b) => {
        const [from = 0, to = 0] = [a, b].map((at) => Math.min(at, text.length)).sort((one, other) => one - other);
        const edited = text.slice(0, from) + inserted + text.slice(to);
        const change = { from, to, newTo: from + inserted.length };
        expect(linesAfter(linesOf(text), edited, change)).toEqual(linesOf(edited));
      }),
      { numRuns: runs(1000) },
    );
  });

  it('have the role that was written, whatever the text is', () => {
    const name = fc.stringMatching(/^[A-Za-z\u4e00-\u9fa5]{1,12}( [A-Za-z]{1,6}){0,2}$/);
    fc.assert(
      fc.property(name, fc.constantFrom(':', '：', ' : '), anyText, (role, colon, rest) => {
        fc.pre(!/^(https?|mailto)$/i.test(role));
        const line = rest.replace(/[\r\n]/g, '').trim();
        fc.pre(!/^[:/\\)]/.test(line));
        expect(read(`${role}${colon}${line}`)).toEqual([[role, line]]);
      }),
    );
  });

  it.each([
    ['one of 200 kB', 'word '.repeat(40_000), 1],
    ['50 000', 'a: b\n'.repeat(50_000), 50_000],
    ['only line breaks', '\r\n'.repeat(100_000), 0],
    ['only punctuation', '…?!\n'.repeat(3), 3],
    ['only white space and control characters', ' \u0000 \n \u3000 \n', 1],
  ])('%s', (_, text, count) => expect(linesOf(text)).toHaveLength(count));
});

describe('names of roles', () => {
  it.each([
    ['Anna', 'ANNA'],
    ['Ａｎｎａ', 'anna'],
    ['Old  man', 'old man'],
    ['Åsa', 'A\u030asa'],
    ['An\u200bna\u00ad', '\ufeffANNA'],
  ])('%s and %s are the same', (a, b) => expect(roleKey(a)).toBe(roleKey(b)));

  it.each([
    ['Anna', 'Anne'],
    ['Anna', ''],
    ['小明', '小红'],
    ['👩\u200d👧', '👩👧'],
  ])('%j and %j are two', (a, b) => expect(roleKey(a)).not.toBe(roleKey(b)));
});
