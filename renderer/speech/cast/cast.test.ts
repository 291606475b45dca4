import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVoice, VOICES } from '../../../shared/speech/voices.ts';
import { runs } from '../../../tests/support/runs.ts';
import { appState } from '../../testing/fake-ipc.ts';
import { openScript } from '../../testing/script.ts';
import { castRows, equalRoles, replaceVoice, rolesToCast, usedVoices } from './cast-changes.ts';
import { changeRole, removeRole, replaceEverywhere, resetRole, suggestForRoles, takeRoles } from './cast-steps.ts';

const { voice: VOICE } = appState().settings.speech;
const BASE = { voice: VOICE, speed: 1, extras: {} };
const TEXT = 'It was dark.\nANNA: Did you hear that?\nBen: 是风。\nanna: The wind does not knock.\nBen: 那是谁？';

describe('the cast', () => {
  it('has a row for each role of the text, with the settings it has, and those that are in it no longer', () => {
    const one = openScript(TEXT);
    changeRole(one, 'anna', { voice: 'candice' });
    changeRole(one, 'Carl', { speed: 0.9 });
    const { roles, cast, colours } = one.state();
    expect(castRows(roles, cast, colours)).toMatchObject([
      { key: '', name: '', lineCount: 1, own: undefined },
      { key: 'anna', name: 'ANNA', lineCount: 2, longestLine: 3, own: { voice: 'candice' } },
      { key: 'ben', name: 'Ben', lineCount: 2, own: undefined },
      { key: 'carl', name: 'Carl', lineCount: 0, longestLine: undefined, own: { speed: 0.9 } },
    ]);
  });

  it('is undone and redone step by step; changes of one setting in a row are one step', async () => {
    const { history, state, ...one } = openScript(TEXT);
    const parts = { ...one, history };
    for (const speed of [1.1, 1.2, 1.3]) changeRole(parts, 'Ben', { speed });
    changeRole(parts, 'Ben', { colour: 7 });
    resetRole(parts, 'Ben');
    removeRole(parts, 'BEN');
    const casts = [];
    for (let step = 0; step < 4; step++) {
      await history.getState().undo('speech');
      casts.push(state().cast);
    }
    expect(casts).toEqual([
      [{ name: 'Ben', extras: {}, colour: 7 }],
      [{ name: 'Ben', speed: 1.3, extras: {}, colour: 7 }],
      [{ name: 'Ben', speed: 1.3, extras: {}, colour: 2 }],
      [],
    ]);
    await history.getState().redo('speech');
    expect(state().cast).toMatchObject([{ speed: 1.3 }]);
  });

  it('is not changed by an undo of what was done to another script', async () => {
    const { history, state, ...one } = openScript(TEXT);
    changeRole({ ...one, history }, 'Ben', { speed: 1.1 });
    state().begin('Ben: Other');
    state().changeRole('Ben', { speed: 2 });
    await history.getState().undo('speech');
    expect(state().cast).toMatchObject([{ speed: 2 }]);
  });
});

describe('suggested voices', () => {
  it('are for the roles without one: different from each other, from those taken, from the narrator and from refused ones', async () => {
    const one = openScript(TEXT);
    const refused = VOICES.slice(0, 40).map(({ key }) => key);
    const taken = VOICES[50]?.key ?? '';
    changeRole(one, 'Ben', { voice: taken });
    suggestForRoles(one, refused);
    const { cast, lines } = one.state();
    expect(cast).toMatchObject([{ name: 'Ben', voice: taken }, { name: 'ANNA' }]);
    const voices = lines.map(({ sent }) => sent.voice ?? '');
    expect(voices[0]).toBe(BASE.voice);
    expect(new Set(voices).size).toBe(3);
    expect(refused).not.toContain(voices[1]);
    expect(findVoice(voices[1] ?? '')?.languages).toContain('en');
    await one.history.getState().undo('speech');
    expect(one.state().cast).toMatchObject([{ name: 'Ben' }]);
  });

  it('leave the narrator the voice of the screen, unless nobody else speaks', () => {
    const names = (text: string) => {
      const { roles, cast } = openScript(text).state();
      return rolesToCast(roles, cast).map(({ name }) => name);
    };
    expect(names(TEXT)).toEqual(['ANNA', 'Ben']);
    expect(names('One\nTwo')).toEqual(['']);
  });

  it('end for 500 roles', () => {
    // Without digits, which are for chapters and steps.
    const letters = (index: number) => index.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '');
    const text = Array.from({ length: 500 }, (_, index) => `Role${letters(index)}: Hello`).join('\n');
    const one = openScript(`${text}\n${text}`);
    suggestForRoles(one, []);
    expect(one.state().cast).toHaveLength(500);
  });
});

describe('replacing a voice', () => {
  const voice = fc.constantFrom('a', 'b', 'c', null, undefined);

  it('leaves no line with it and changes no other line, for any cast', () => {
    const one = openScript('One\nAnna: Two\nBen: Three\nCarl: Four\nAnna: Five\nBen: Six\nCarl: Seven');
    fc.assert(
      fc.property(
        fc.tuple(voice, voice, voice, voice),
        fc.tuple(voice, voice, voice, voice, voice),
        fc.constantFrom('a', null),
        fc.constantFrom('a', 'b', null),
        (ofRoles, ofLines, base, from) => {
          const { setCast, changeRole: change, changeLines, setBase } = one.state();
          setBase({ ...BASE, voice: base });
          setCast([]);
          for (const [index, name] of ['', 'anna', 'ben', 'carl'].entries()) {
            if (ofRoles[index] !== undefined) change(name, { voice: ofRoles[index] });
          }
          changeLines(new Map(one.state().lines.map(({ id }, index) => [id, { voice: ofLines[index] }])));
          const before = one.state().lines.map(({ sent }) => sent.voice);
          const { lineCount } = replaceVoice(one.state(), from, 'new');
          replaceEverywhere(one, from, 'new');
          expect(one.state().lines.map(({ sent }) => sent.voice)).toEqual(
            before.map((one) => (one === from ? 'new' : one)),
          );
          expect(lineCount).toBe(before.filter((one) => one === from).length);
        },
      ),
      { numRuns: runs(60) },
    );
  });

  it('offers the voices of the script, drops an emotion that the new one does not have, and is undone', async () => {
    const one = openScript('Anna: One\nBen: Two\nAnna: Three');
    changeRole(one, 'Anna', { voice: 'mine', extras: { emotion: 'fear', pitchRatio: 1.2 } });
    one.state().changeLine(one.state().lines[2]?.id ?? '', { voice: 'own' });
    expect(usedVoices(one.state().lines)).toEqual(
      ['mine', BASE.voice, 'own'].map((used) => ({ voice: used, lineCount: 1 })),
    );
    replaceEverywhere(one, 'mine', BASE.voice);
    replaceEverywhere(one, 'own', 'mine');
    expect(one.state().cast).toMatchObject([{ voice: BASE.voice, extras: { pitchRatio: 1.2 } }]);
    expect(one.state().cast[0]?.extras).toEqual({ pitchRatio: 1.2 });
    expect(one.state().lines[2]?.sent.voice).toBe('mine');
    await one.history.getState().undo('speech');
    await one.history.getState().undo('speech');
    expect(one.state().cast[0]?.extras).toEqual({ emotion: 'fear', pitchRatio: 1.2 });
    expect(one.state().lines.map(({ sent }) => sent.voice)).toEqual(['mine', BASE.voice, 'own']);
  });
});

it('the cast of another script is taken for equal names, and for others as chosen; colours stay', async () => {
  const one = openScript(TEXT);
  changeRole(one, 'ANNA', { speed: 0.5, colour: 9 });
  const other = [
    { name: 'Anna', voice: 'candice', extras: {}, colour: 1 },
    { name: 'Carl', voice: 'mine', speed: 1.2, extras: {}, colour: 3 },
    { name: 'Zoe', voice: 'theirs', extras: {}, colour: 4 },
    { name: 'Ben', extras: {}, colour: 5, isReadAloud: true as const },
  ];
  const taken = equalRoles(one.state().roles, other);
  expect([...taken]).toEqual([['anna', 'anna']]);
  takeRoles(one, other, taken.set('ben', 'carl'));
  expect(one.state().cast).toEqual([
    { name: 'ANNA', voice: 'candice', extras: {}, colour: 9 },
    { name: 'Ben', voice: 'mine', speed: 1.2, extras: {}, colour: 3 },
  ]);
  await one.history.getState().undo('speech');
  expect(one.state().cast).toEqual([{ name: 'ANNA', speed: 0.5, extras: {}, colour: 9 }]);
});
