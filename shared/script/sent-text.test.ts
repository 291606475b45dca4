import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CastRole, LexiconRule, ScriptLine } from '../contract/scripts.ts';
import { compileLexicon } from './lexicon.ts';
import { linesOf } from './lines.ts';
import { createSentLines, rolesOf, sentLines } from './sent-text.ts';

const BASE = { voice: 'base', speed: 1, extras: { emotion: 'happy' } };

function line(index: number, more: Partial<ScriptLine> = {}): ScriptLine {
  return { id: `line${index}`, index, takeIds: [], usedTakeId: null, ...more };
}

function role(name: string, more: Partial<CastRole> = {}): CastRole {
  return { name, voice: name, speed: 1, extras: {}, colour: 0, ...more };
}

/** Roles that follow the screen. */
function named(...names: string[]): CastRole[] {
  return names.map((name) => ({ name, extras: {}, colour: 0 }));
}

function rule(from: string, to: string, language = ''): LexiconRule {
  return { from, to, language, isWholeWord: true, isCaseSensitive: false };
}

type Chosen = { lines?: ScriptLine[]; cast?: CastRole[]; rules?: LexiconRule[] };

function read(text: string, { lines = [], cast = [], rules = [] }: Chosen = {}) {
  return sentLines({ text, lines, cast }, linesOf(text), BASE, compileLexicon(rules));
}

describe('what is sent for a line', () => {
  it('is its text without the role, with the settings of the screen', () => {
    expect(read('Anna: Good morning', { cast: named('Anna') })).toMatchObject([
      { role: 'Anna', sent: { text: 'Good morning' }, isSpoken: true, ...BASE, language: 'en' },
    ]);
  });

  it('has settings of the line before those of the role, and those before the screen’s', () => {
    const cast = [
      role('anna', { speed: 0.9, extras: { volumeRatio: 2, emotion: 'sad' } }),
      role('', { voice: null }),
      ...named('Ben'),
    ];
    const lines = [
      line(1, { voice: 'own', speed: 2, extras: { volumeRatio: 1, emotion: undefined } }),
      line(2, { voice: null }),
    ];
    expect(read('Anna: one\nANNA: two\nanna: three\nfour\nBen: five', { cast, lines })).toMatchObject([
      { role: 'Anna', voice: 'anna', speed: 0.9, extras: { volumeRatio: 2, emotion: 'sad' } },
      { role: 'Anna', voice: 'own', speed: 2, extras: { volumeRatio: 1, emotion: 'sad' } },
      { role: 'Anna', voice: null, speed: 0.9 },
      { role: '', voice: null, speed: 1, extras: { emotion: 'happy' } },
      { role: 'Ben', ...BASE },
    ]);
  });

  it('has a typed emotion for a voice that lists none, if it was meant for that voice', () => {
    const unlisted = 'zh_female_cancan_mars_bigtts';
    const shy = { extras: { emotion: 'shy' } };
    const emotionOf = (cast: CastRole[], lines: ScriptLine[] = []) =>
      read('Anna: Hello', { cast, lines })[0]?.extras.emotion;
    expect(emotionOf([role('anna', { voice: unlisted })])).toBeUndefined();
    expect(emotionOf([role('anna', { voice: unlisted, ...shy })])).toBe('shy');
    expect(emotionOf([role('anna', { voice: unlisted })], [line(0, shy)])).toBe('shy');
    expect(emotionOf([role('anna', shy)], [line(0, { voice: unlisted })])).toBeUndefined();
    const base = { ...BASE, voice: unlisted };
    const text = 'Hello';
    expect(sentLines({ text, lines: [], cast: [] }, linesOf(text), base, compileLexicon([]))[0]?.extras).toEqual(
      BASE.extras,
    );
  });

  it('follows the screen where a role has no setting of its own, without an emotion that its voice does not have', () => {
    const cast: CastRole[] = [
      { name: 'Anna', speed: 0.9, extras: {}, colour: 0 },
      { name: 'Ben', voice: 'zh_female_cancan_mars_bigtts', extras: {}, colour: 1 },
    ];
    expect(read('Anna: one\nBen: two', { cast })).toMatchObject([
      { voice: 'base', speed: 0.9, extras: { emotion: 'happy' } },
      { voice: 'zh_female_cancan_mars_bigtts', speed: 1, extras: {} },
    ]);
    expect(read('Ben: two', { cast })[0]?.extras).toEqual({});
  });

  it('has the role that was chosen for the line', () => {
    const lines = [line(0, { role: 'Ben' }), line(1, { role: '' })];
    const cast = [role('Ben'), role('He said')];
    expect(read('Anna: one\n He said: two\nBEN: three', { lines, cast })).toMatchObject([
      { role: 'Ben', voice: 'Ben', sent: { text: 'one' } },
      { role: '', voice: 'base', sent: { text: 'He said: two' } },
      { role: 'Ben', voice: 'Ben' },
    ]);
  });

  it('is what the lexicon makes of it, by the language of the line', () => {
    const rules = [rule('read', 'red', 'en'), rule('行长', '航掌', 'zh')];
    const lines = [line(2, { extras: { language: 'zh-CN' } })];
    expect(read('Anna: I read.\n银行行长\nI read', { rules, lines, cast: named('Anna') })).toMatchObject([
      { sent: { text: 'I red.', replacements: [{ from: 2, to: 6, sentFrom: 2, sentTo: 5 }] }, language: 'en' },
      { sent: { text: '银行航掌' }, language: 'zh' },
      { sent: { text: 'I read' }, language: 'zh' },
    ]);
  });

  it.each(['……', '?!', '🎉', 'Anna:', 'Anna: “ ”', '\u0000'])('is nothing for %j', (text) =>
    expect(read(text, { cast: named('Anna') })).toMatchObject([{ isSpoken: false }]),
  );

  it('is nothing where the lexicon leaves nothing', () =>
    expect(read('hm', { rules: [rule('hm', '')] })).toMatchObject([{ isSpoken: false, sent: { text: '' } }]));

  it('does not depend on a role that is named as a voice', () => {
    const name = 'zh_female_cancan_mars_bigtts';
    expect(read(`${name}: hi`, { cast: named(name) })).toMatchObject([{ role: name, ...BASE }]);
  });
});

describe('roles', () => {
  it('are found in the order of the text, with the number of lines and the longest', () => {
    const text = 'Anna: one\nlong narration\nANNA: one and two\nBen: …\nanna: two';
    expect(rolesOf(read(text, { cast: named('Ben') }))).toEqual([
      { name: 'Anna', key: 'anna', lineCount: 3, longestLine: 2 },
      { name: '', key: '', lineCount: 1, longestLine: 1 },
      { name: 'Ben', key: 'ben', lineCount: 1, longestLine: undefined },
    ]);
  });

  it('have all lines of any script', () => {
    const names = fc.constantFrom('Anna: ', 'ANNA：', 'Ben: ', '', '小明：', '…: ');
    fc.assert(
      fc.property(fc.array(fc.tuple(names, fc.string())), (written) => {
        const lines = read(written.map(([name, text]) => name + text).join('\n'));
        const roles = rolesOf(lines);
        expect(roles.reduce((sum, { lineCount }) => sum + lineCount, 0)).toBe(lines.length);
        expect(new Set(roles.map(({ key }) => key)).size).toBe(roles.length);
        for (const { name, longestLine } of roles) {
          if (longestLine !== undefined) expect(lines[longestLine]?.role).toBe(name);
        }
      }),
    );
  });
});

it('remembered, it is the same after any edit', () => {
  const remembered = createSentLines();
  const base = { ...BASE };
  const lexicon = compileLexicon([rule('read', 'red', 'en')]);
  const change = fc.record({
    text: fc.array(fc.constantFrom('Anna: one', 'anna: two', 'Ben: I read', 'one', '…'), { maxLength: 6 }),
    own: fc.array(fc.nat(5), { maxLength: 2 }),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (edits) => {
      for (const { text: rows, own } of edits) {
        const text = rows.join('\n');
        const script = {
          text,
          lines: [...new Set(own)].map((index) => line(index, { speed: 2 })),
          cast: [role('Anna')],
        };
        const lines = linesOf(text);
        expect(remembered(script, lines, base, lexicon)).toEqual(sentLines(script, lines, base, lexicon));
      }
    }),
  );
});
