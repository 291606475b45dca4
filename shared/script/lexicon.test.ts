import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LexiconRule } from '../contract/scripts.ts';
import { applyLexicon, compileLexicon } from './lexicon.ts';

function rule(from: string, to: string, more: Partial<LexiconRule> = {}): LexiconRule {
  return { from, to, language: '', isWholeWord: false, isCaseSensitive: false, ...more };
}

function sent(text: string, rules: readonly LexiconRule[], language = 'en'): string {
  return applyLexicon(compileLexicon(rules), text, language).text;
}

const whole = { isWholeWord: true };

describe('rules', () => {
  it.each([
    ['take the longest phrase', 'New York and New', [rule('New', 'a'), rule('New York', 'b')], 'b and a'],
    ['replace nothing twice', 'ab', [rule('a', 'b'), rule('b', 'a')], 'ba'],
    ['go on where a longer phrase ends differently', 'New Yak', [rule('New', 'a'), rule('New York', 'b')], 'a Yak'],
    ['ignore case', 'SQL and sql', [rule('Sql', 'sequel')], 'sequel and sequel'],
    ['respect case', 'US and us', [rule('US', 'U.S.', { isCaseSensitive: true })], 'U.S. and us'],
    ['prefer the one with case', 'US', [rule('us', 'we'), rule('US', 'U.S.', { isCaseSensitive: true })], 'U.S.'],
    ['prefer the first of two', 'a', [rule('a', '1'), rule('A', '2')], '1'],
    ['take whole words', 'cat concat cats Cat', [rule('cat', 'dog', whole)], 'dog concat cats dog'],
    ['take whole words with marks', 'nai nai\u0308 naïf', [rule('nai', 'x', whole)], 'x nai\u0308 naïf'],
    ['take whole words before an apostrophe', "Nguyen's", [rule('Nguyen', 'Win', whole)], "Win's"],
    ['take whole words between Chinese characters', '用AI写 AIR', [rule('AI', '人工智能', whole)], '用人工智能写 AIR'],
    ['take Chinese phrases everywhere', '银行行长', [rule('行长', '航掌', whole)], '银行航掌'],
    ['take polyphonic characters by phrase', '重庆很重', [rule('重庆', '崇庆')], '崇庆很重'],
    ['match words of other alphabets', 'Мир мира', [rule('мир', 'свет', whole)], 'свет мира'],
    ['match punctuation', 'C++ is', [rule('C++', 'see plus plus', whole)], 'see plus plus is'],
    ['can remove', 'a [b] c', [rule('[b] ', '')], 'a c'],
    ['leave parts of emoji', '👩‍🚀 👩', [rule('👩', 'woman'), rule('🚀', 'rocket')], '👩‍🚀 woman'],
    ['leave a letter with a combining mark', 'e\u0301 e', [rule('e', 'x')], 'e\u0301 x'],
  ])('%s', (_, text, rules, expected) => expect(sent(text, rules)).toBe(expected));

  it('apply to their language', () => {
    const rules = [rule('chat', 'cat', { language: 'fr-CA' }), rule('chat', 'talk')];
    expect(sent('chat', rules, 'fr')).toBe('cat');
    expect(sent('chat', rules, 'FR_ca')).toBe('cat');
    expect(sent('chat', rules, 'en')).toBe('talk');
    expect(sent('chat', rules.slice(0, 1), '')).toBe('chat');
  });

  it('tell what was replaced, in both texts', () => {
    const [one, two] = [rule('one', '1'), rule('two', 'zwei')];
    expect(applyLexicon(compileLexicon([one, two]), 'one, two.', 'en')).toEqual({
      text: '1, zwei.',
      replacements: [
        { from: 0, to: 3, sentFrom: 0, sentTo: 1, rule: one },
        { from: 5, to: 8, sentFrom: 3, sentTo: 7, rule: two },
      ],
    });
  });
});

const piece = fc.constantFrom(
  'a',
  'A',
  'b',
  'ab',
  'ba',
  ' ',
  '重',
  '重庆',
  'é',
  'e\u0301',
  '👩',
  '\u200d',
  "'",
  'İ',
  'ß',
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
const anyRule = fc.record({
  from: fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
  to: text,
  language: fc.constantFrom('', 'en', 'zh-CN'),
  isWholeWord: fc.boolean(),
  isCaseSensitive: fc.boolean(),
});
const rules = fc.array(anyRule, { maxLength: 12 });

describe('for any rules and text', () => {
  it('what was not replaced is as written, and what was is what a rule says', () => {
    fc.assert(
      fc.property(text, rules, (written, list) => {
        const { text: result, replacements } = applyLexicon(compileLexicon(list), written, 'en');
        let [at, sentAt] = [0, 0];
        for (const { from, to, sentFrom, sentTo } of replacements) {
          expect(result.slice(sentAt, sentFrom)).toBe(written.slice(at, from));
          const phrase = written.slice(from, to);
          expect(
            list.some(
              (one) =>
                one.language !== 'zh-CN' &&
                one.to === result.slice(sentFrom, sentTo) &&
                one.from.length === phrase.length &&
                (one.from === phrase || (!one.isCaseSensitive && one.from.toLowerCase() === phrase.toLowerCase())),
            ),
          ).toBe(true);
          [at, sentAt] = [to, sentTo];
        }
        expect(result.slice(sentAt)).toBe(written.slice(at));
      }),
    );
  });

  it('a plain rule replaces as String.replaceAll does', () => {
    const plain = fc.stringMatching(/^[ab ]{1,3}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[ab ]{0,40}$/), plain, text, (written, from, to) => {
        expect(sent(written, [rule(from, to, { isCaseSensitive: true })])).toBe(written.replaceAll(from, () => to));
      }),
    );
  });
});

it('5000 rules, all beginning alike, on a line of 200 kB end', () => {
  const many = Array.from({ length: 5000 }, (_, index) => rule(`${'a'.repeat(100)}${index}`, 'x', whole));
  expect(sent('a'.repeat(200_000), many)).toHaveLength(200_000);
});

it('thousands of rules for one phrase are not looked at again at each place of a text', () => {
  let looks = 0;
  const rules = Array.from({ length: 5000 }, (_, at) => ({
    from: 'a'.repeat(1 + (at % 200)),
    to: 'b',
    isWholeWord: true,
    isCaseSensitive: at % 2 === 0,
    get language() {
      looks++;
      return `x${at % 26}`;
    },
  }));
  const lexicon = compileLexicon(rules);
  looks = 0;
  expect(applyLexicon(lexicon, 'a'.repeat(300), 'en').replacements).toEqual([]);
  expect(looks).toBe(0);
});
