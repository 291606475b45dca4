import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVoice, VOICES, type Voice } from '../speech/voices.ts';
import { roleColours } from './cast.ts';
import { type RoleToCast, suggestVoices } from './suggest-voices.ts';

function roles(...languages: string[]): RoleToCast[] {
  return languages.map((language, index) => ({ name: `Role ${index}`, language }));
}

const genders = (keys: readonly (string | null)[]) => keys.map((key) => findVoice(key ?? '')?.gender);

describe('suggested voices', () => {
  it('are different, female and male in turn, in the language of the role', () => {
    const keys = suggestVoices(roles('en', 'en', 'zh', 'zh', 'ja'), VOICES, []);
    expect(new Set(keys).size).toBe(5);
    expect(genders(keys)).toEqual(['female', 'male', 'female', 'male', 'female']);
    const languages = keys.map((key) => findVoice(key ?? '')?.languages);
    expect(languages.map((list, index) => list?.includes(['en', 'en', 'zh', 'zh', 'ja'][index] ?? ''))).not.toContain(
      false,
    );
  });

  it('differ from those that are taken, and go on in turn', () => {
    const first = suggestVoices(roles('en'), VOICES, []);
    const taken = first.filter((key) => key !== null);
    const second = suggestVoices(roles('en'), VOICES, taken);
    expect(second).not.toEqual(first);
    expect(genders(second)).toEqual(['male']);
  });

  it('are the voice by whose name a role is called, if it is free', () => {
    const shiny = VOICES[0];
    const named = [
      { name: 'Ben', language: 'zh' },
      { name: shiny?.key.toUpperCase() ?? '', language: 'en' },
    ];
    expect(suggestVoices(named, VOICES, [])[1]).toBe(shiny?.key);
    expect(suggestVoices(named, VOICES, [shiny?.key ?? ''])[1]).not.toBe(shiny?.key);
  });

  it('are those of women and men as the names say, and speak the language alone', () => {
    const named = ['Mira', 'Old Tom', 'Sarah', 'Mr Grey', '安娜'].map((name) => ({ name, language: 'en' }));
    const keys = suggestVoices(named, VOICES, []);
    expect(genders(keys)).toEqual(['female', 'male', 'female', 'male', 'female']);
    for (const key of keys) expect(findVoice(key ?? '')?.languages).toEqual(['en']);
  });

  it('are shared evenly where there are more roles than voices', () => {
    const three = VOICES.filter(({ languages }) => languages.includes('zh')).slice(0, 3);
    const keys = suggestVoices(roles(...Array.from({ length: 7 }, () => 'zh')), three, []);
    const counts = three.map(({ key }) => keys.filter((one) => one === key).length);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('are of any language where none speaks the role’s, and none where there are no voices', () => {
    expect(suggestVoices(roles('ko', ''), VOICES, [])).not.toContain(null);
    expect(suggestVoices(roles('en'), [], [])).toEqual([null]);
  });

  it('are the same each time, and different while there are enough', () => {
    const language = fc.constantFrom('en', 'zh', 'ja', 'ko', '');
    const some: fc.Arbitrary<Voice[]> = fc.subarray([...VOICES], { minLength: 1 });
    fc.assert(
      fc.property(fc.array(language, { maxLength: 12 }), some, (languages, voices) => {
        const keys = suggestVoices(roles(...languages), voices, []);
        expect(suggestVoices(roles(...languages), voices, [])).toEqual(keys);
        for (const spoken of new Set(languages)) {
          const able = voices.filter((voice) => voice.languages.includes(spoken)).length;
          const given = keys.filter((_, index) => languages[index] === spoken);
          if (able >= languages.length) expect(new Set(given).size).toBe(given.length);
        }
      }),
    );
  });
});

it('colours are those of the cast, else different as long as there are', () => {
  const keys = ['anna', 'ben', 'carl'].map((key) => ({ key }));
  const cast = [{ name: 'BEN', colour: 0 }];
  expect([...roleColours(keys, cast)]).toEqual([
    ['ben', 0],
    ['anna', 1],
    ['carl', 2],
  ]);
  const many = Array.from({ length: 30 }, (_, index) => ({ key: `role ${index}` }));
  expect([...roleColours(many, []).values()].slice(10, 14)).toEqual([10, 11, 0, 1]);
});
