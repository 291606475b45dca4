import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { matchesVoice, optionForVoice, PUBLISHED_OPTIONS, voiceOfOption } from '../voice-options.ts';
import { characterOf, galleryVoices, voiceFace, voiceHue } from './voice-facts.ts';
import { FILTER_VALUES, passesFilters, VOICE_FILTERS, type VoiceFilters, withFilter } from './voice-filters.ts';

const en = createTranslator('en');
const NOTHING = { favourites: [], recent: [], custom: [] };

describe('filters', () => {
  const passing = (filters: VoiceFilters) =>
    PUBLISHED_OPTIONS.filter((option) => passesFilters(option, filters, [])).length;

  test('combine, and use the facts of the published list', () => {
    expect(passing({})).toBe(140);
    expect(passing({ gender: 'male' }) + passing({ gender: 'female' })).toBe(140);
    expect(passing({ language: 'ja' })).toBe(4);
    expect(passing({ emotion: 'happy' })).toBe(17);
    expect(passing({ emotion: 'happy', language: 'ja' })).toBe(0);
    expect(passing({ accent: 'UK', emotion: 'authoritative' })).toBe(1);
  });

  test('of a key of one’s own only the star is known', () => {
    expect(passesFilters(optionForVoice('mine'), { gender: 'male' }, ['mine'])).toBe(false);
    expect(passesFilters(optionForVoice('mine'), { starred: 'yes' }, ['mine'])).toBe(true);
    expect(passesFilters(optionForVoice('other'), { starred: 'yes' }, ['mine'])).toBe(false);
    expect(passesFilters(optionForVoice('mine'), withFilter({ gender: 'male' }, 'gender', null), [])).toBe(true);
  });

  test('every available value finds at least one voice', () => {
    for (const filter of VOICE_FILTERS)
      for (const value of FILTER_VALUES[filter]) expect(passing({ [filter]: value })).toBeGreaterThan(0);
  });
});

test('a voice of another language is never before one of the text’s, also not as a favourite', () => {
  const chinese = 'zh_female_wenrouxiaoya_moon_bigtts';
  const voices = galleryVoices(
    { favourites: [chinese, 'en_male_bruce_moon_bigtts'], recent: [chinese], custom: ['mine'] },
    'en',
  );
  const languages = voices.map((option) => (option.kind === 'published' ? option.voice.languages.join() : 'en'));
  const ranks = languages.map((one) => (one === 'en' ? 0 : one.includes('en') ? 1 : 2));
  expect(ranks).toEqual(ranks.toSorted());
  expect(voiceOfOption(voices[0] ?? optionForVoice(null))).toBe('en_male_bruce_moon_bigtts');
  expect(voices.map(voiceOfOption)[ranks.indexOf(2)]).toBe(chinese);
});

test('a card says who a voice is and what its name says of its character, which is found', () => {
  const option = optionForVoice('ICL_zh_female_heainainai_tob');
  expect(voiceFace(option, en)).toEqual({
    name: 'Heainainai',
    second: '和蔼奶奶',
    place: 'Chinese · Female',
    character: 'narration · kindly grandmother',
  });
  expect(matchesVoice(option, 'female grandmother', characterOf(option, en))).toBe(true);
  expect(characterOf(option, createTranslator('zh'))).toBe('');
  expect(galleryVoices(NOTHING, 'zh').every((one) => voiceFace(one, en).name !== '')).toBe(true);
});

test('the hue of a voice is its own', () => {
  const hues = PUBLISHED_OPTIONS.map((option) => voiceHue(voiceOfOption(option) ?? ''));
  for (const hue of hues) expect(hue >= 0 && hue < 360).toBe(true);
  expect(new Set(hues).size).toBeGreaterThan(120);
});
