import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../shared/i18n/all.ts';
import { LOCALE_TAGS } from '../../shared/i18n/index.ts';
import { VOICES } from '../../shared/speech/voices.ts';
import {
  matchesVoice,
  optionForVoice,
  PUBLISHED_OPTIONS,
  voiceFacts,
  voiceOfOption,
  voiceOptions,
  voiceShortName,
} from './voice-options.ts';

const NOTHING = { favourites: [], recent: [], custom: [] };
const found = (query: string): string[] =>
  voiceOptions(query, null, NOTHING)
    .filter((option) => option.kind === 'published' && matchesVoice(option, query))
    .map((option) => voiceOfOption(option) ?? '');

test('voices of the language to be spoken come first, those of it alone before others', () => {
  const languages = voiceOptions('', null, NOTHING, 'en').flatMap((option) =>
    option.kind === 'published' ? option.voice.languages.join() : [],
  );
  const first = [...languages].sort((a, b) => rank(a) - rank(b));
  expect(languages).toEqual(first);
  expect(languages[0]).toBe('en');
  expect(voiceOptions('', null, NOTHING, 'ko')).toEqual(voiceOptions('', null, NOTHING));
});

const rank = (languages: string): number => (languages === 'en' ? 0 : languages.includes('en') ? 1 : 2);

describe('searching voices', () => {
  test.each(['灿灿', 'shiny', 'cancan', 'zh_female_cancan_mars_bigtts', 'ＣＡＮＣＡＮ'])(
    '%s finds the default voice',
    (query) => {
      expect(found(query)).toContain('zh_female_cancan_mars_bigtts');
    },
  );

  test('male does not find female', () => {
    const males = VOICES.filter((voice) => voice.gender === 'male').map((voice) => voice.key);
    expect(found('male').sort()).toEqual(males.sort());
    expect(found('男声').length).toBeGreaterThanOrEqual(males.length);
  });

  test('language, use and accent work in both languages and together', () => {
    expect(found('japanese')).toEqual(found('日语'));
    expect(found('english audiobook').length).toBe(found('英语 有声书').length);
    expect(found('british').every((key) => VOICES.find((voice) => voice.key === key)?.accent === 'UK')).toBe(true);
    expect(found('british').length).toBe(6);
  });

  test('every voice is found by its name and its key', () => {
    for (const voice of VOICES) {
      expect(found(voice.name.split(' / ')[0] ?? '')).toContain(voice.key);
      expect(found(voice.key)).toContain(voice.key);
    }
  });
});

describe('custom keys', () => {
  test('are offered trimmed, as the last entry, and not for a published key', () => {
    const last = voiceOptions('  my_voice ', null, NOTHING).at(-1);
    expect(last).toEqual({ kind: 'custom', id: 'key:my_voice', key: 'my_voice' });
    expect(last && matchesVoice(last, '  my_voice ')).toBe(true);
    expect(
      voiceOptions('zh_female_cancan_mars_bigtts', null, NOTHING).every((option) => option.kind !== 'custom'),
    ).toBe(true);
    expect(voiceOptions('   ', null, NOTHING).every((option) => option.kind !== 'custom')).toBe(true);
  });

  test('a chosen one is in the list exactly once', () => {
    expect(voiceOptions('', 'mine', NOTHING).filter((option) => option.kind === 'custom')).toHaveLength(1);
    expect(voiceOptions('mine', 'mine', NOTHING).filter((option) => option.kind === 'custom')).toHaveLength(1);
  });
});

test.each(LOCALE_TAGS)('voices of the same name differ in their facts (%s)', (locale) => {
  const shown = VOICES.map((voice) => `${voice.name}|${voiceFacts(voice, createTranslator(locale))}`);
  expect(shown.filter((one, index) => shown.indexOf(one) !== index)).toEqual([]);
});

test('each voice is listed once', () => {
  expect(new Set(PUBLISHED_OPTIONS.map((option) => option.id)).size).toBe(140);
});

test('facts and names are readable', () => {
  const option = optionForVoice('zh_female_cancan_mars_bigtts');
  expect(option.kind === 'published' && voiceFacts(option.voice, createTranslator('en'))).toMatch(
    /^Chinese.* · Female · /,
  );
});

test('a voice is called by a name in letters of the app’s language; each has one in Latin letters', () => {
  const [en, zh] = (['en', 'zh'] as const).map(createTranslator);
  if (en === undefined || zh === undefined) throw new Error('no texts');
  expect(voiceShortName('zh_female_cancan_mars_bigtts', en)).toBe('Shiny');
  expect(voiceShortName('zh_female_cancan_mars_bigtts', zh)).toBe('灿灿');
  expect(voiceShortName('zh_male_lengkugege_emo_v2_mars_bigtts', en)).toBe('Lengkugege');
  expect(voiceShortName('multi_female_gaolengyujie_moon_bigtts', en)).toBe('Akemi');
  expect(voiceShortName('en_female_skye_emo_v2_mars_bigtts', zh)).toBe('Serena');
  expect(voiceShortName(null, en)).toBe('Relay default');
  expect(voiceShortName('my_voice', en)).toBe('my_voice');
  for (const { key } of VOICES) expect(voiceShortName(key, en)).toMatch(/^[A-Z][a-z]+( [a-z]+)?$/);
});

test('favourites come first, then recent and custom keys, and no voice twice', () => {
  const keys = VOICES.map((voice) => voice.key);
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...keys, 'mine')),
      fc.array(fc.constantFrom(...keys, 'other')),
      (favourites, recent) => {
        const listed = voiceOptions('', 'chosen', { favourites, recent, custom: ['other'] }).map(voiceOfOption);
        expect(new Set(listed).size).toBe(listed.length);
        expect(listed[0]).toBeNull();
        const first = [...new Set(favourites)];
        expect(listed.slice(1, 1 + first.length)).toEqual(first);
        expect(listed).toEqual(expect.arrayContaining([...recent, ...keys, 'other', 'chosen']));
      },
    ),
  );
});

test('accents and emotions are found', () => {
  const own = optionForVoice('José_clone');
  expect(matchesVoice(own, 'jose')).toBe(true);
  expect(matchesVoice(own, 'ＪＯＳÉ')).toBe(true);
  expect(found('happy').length).toBe(17);
  expect(found('ＨＡＰＰＹ female').length).toBeGreaterThan(0);
});
