import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/support/runs.ts';
import type { CastRole } from '../contract/scripts.ts';
import { isCommonWord } from './common-words.ts';
import { compileLexicon } from './lexicon.ts';
import { linesOf } from './lines.ts';
import { judgeNames, roleKey } from './roles.ts';
import { openNames, sentLines } from './sent-text.ts';

const BASE = { voice: null, speed: 1, extras: {} };
const NO_RULES = compileLexicon([]);

const inCast = (name: string, isReadAloud = false): CastRole => ({
  name,
  extras: {},
  colour: 0,
  ...(isReadAloud && { isReadAloud }),
});

function speak(text: string, cast: readonly CastRole[] = []) {
  const script = { text, lines: [], cast: [...cast] };
  const lines = linesOf(text);
  return {
    sent: sentLines(script, lines, BASE, NO_RULES),
    undecided: judgeNames(openNames(script, lines), cast).undecided,
  };
}

const spokenIn = (...args: Parameters<typeof speak>): string[] => speak(...args).sent.map(({ sent }) => sent.text);

describe('a name before a colon', () => {
  it('is spoken where it is no role, as are all words of a pasted text', () => {
    const text = [
      'Chapter 1: The Letter',
      'Note: bring a coat.',
      'Step 2: Mix the flour.',
      'Warning: hot surface.',
      'He said: wait here.',
      'Ingredients: flour, eggs.',
      'Q: Why?',
      'In 1999: everything changed.',
      'Time: 10:30.',
      '注意：地面湿滑。',
      '第一章：信',
    ];
    expect(spokenIn(text.join('\n'))).toEqual(text);
    // However often they stand there.
    expect(spokenIn([...text, ...text].join('\n'))).toEqual([...text, ...text]);
  });

  it('is a role from its second line on, however it is spelled', () => {
    const text = 'Anna: Hello.\nBen: Good morning.\nANNA : Sit down.';
    expect(spokenIn(text)).toEqual(['Hello.', 'Ben: Good morning.', 'Sit down.']);
    expect(speak(text).undecided).toEqual(['Ben']);
    expect(speak(text).sent.map(({ role, unspoken }) => [role, unspoken])).toEqual([
      ['Anna', 'Anna: '.length],
      ['', 0],
      ['Anna', 'ANNA : '.length],
    ]);
  });

  it('is what a person says it is', () => {
    const text = 'Ben: Good morning.\nNote: Wet floor.\nAnna: Hello.\nAnna: Sit down.';
    const cast = [inCast('BEN'), inCast('note'), inCast('Anna', true)];
    expect(spokenIn(text, cast)).toEqual(['Good morning.', 'Wet floor.', 'Anna: Hello.', 'Anna: Sit down.']);
    expect(speak(text, cast).undecided).toEqual([]);
  });

  it('is asked about once, in the order of the text', () => {
    expect(speak('Ben: One.\nNote: Two.\nnote: Three.\nAnna: Four.').undecided).toEqual(['Ben', 'Note', 'Anna']);
  });
});

it.each([
  ['Anna', false],
  ['Dr. Ames', false],
  ['Old Tom', false],
  ['The Baker', false],
  ['Speaker 2', false],
  ['发言人 1', false],
  ['小明', false],
  ['Isabel', false],
  ['Chapter', true],
  ['chapter 12', true],
  ['Part II 2', true],
  ['On Monday', true],
  ['She whispered', true],
  ['The rule is', true],
  ['他说', true],
  ['老师说道', true],
  ['第十二章', true],
  ['步骤2', true],
])('%s is a common word: %s', (name, isCommon) => {
  expect(isCommonWord(roleKey(name))).toBe(isCommon);
});

it('what is sent and what is shown as a role is the whole text', () => {
  const word = fc.constantFrom('Anna', 'ben', '旁白', 'Note', 'Chapter 1', 'He said', 'x', '…', '10', 'a b');
  const colon = fc.constantFrom(':', '：', ' : ', ' ', '');
  const line = fc
    .tuple(fc.constantFrom('', ' ', '\t'), word, colon, fc.array(word))
    .map(([indent, first, mark, rest]) => {
      return `${indent}${first}${mark}${rest.join(' ')}`;
    });
  const role = fc.tuple(fc.constantFrom('Anna', 'Ben', 'Note', 'x'), fc.boolean());
  fc.assert(
    fc.property(fc.array(line), fc.uniqueArray(role, { selector: ([name]) => name }), (rows, roles) => {
      const text = rows.join('\n');
      const cast = roles.map(([name, isReadAloud]) => inCast(name, isReadAloud));
      for (const {
        line: { from, to },
        unspoken,
        sent,
      } of speak(text, cast).sent)
        expect((text.slice(from, from + unspoken) + sent.text).trim()).toBe(text.slice(from, to).trim());
    }),
    { numRuns: runs(300) },
  );
});
