import { describe, expect, test } from 'vitest';
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

const found = (query: string): string[] =>
  voiceOptions(query, null)
    .filter((option) => option.kind === 'published' && matchesVoice(option, query))
    .map((option) => voiceOfOption(option) ?? '');

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
    expect(found('british').length).toBe(4);
  });

  test('every voice is found by its name and its key', () => {
    for (const voice of VOICES) {
      expect(found(voice.name.split(' / ')[0] ?? '')).toContain(voice.key);
      expect(found(voice.key)).toContain(voice.key);
    }
  });
});

describe('custom keys', () => {
  test('are offered trimmed, last, and not for a published key', () => {
    const last = voiceOptions('  my_voice ', null).at(-1);
    expect(last).toEqual({ kind: 'custom', id: 'key:my_voice', key: 'my_voice' });
    expect(last && matchesVoice(last, '  my_voice ')).toBe(true);
    expect(voiceOptions('zh_female_cancan_mars_bigtts', null).every((option) => option.kind !== 'custom')).toBe(true);
    expect(voiceOptions('   ', null).every((option) => option.kind !== 'custom')).toBe(true);
  });

  test('a chosen one stays in the list once', () => {
    expect(voiceOptions('', 'mine').filter((option) => option.kind === 'custom')).toHaveLength(1);
    expect(voiceOptions('mine', 'mine').filter((option) => option.kind === 'custom')).toHaveLength(1);
  });
});

test('names that repeat get suffixes that tell them apart', () => {
  const labels = PUBLISHED_OPTIONS.map((option) =>
    option.kind === 'published' ? `${option.voice.name}|${option.suffix}` : '',
  );
  expect(new Set(labels).size).toBe(labels.length);
  expect(new Set(PUBLISHED_OPTIONS.map((option) => option.id)).size).toBe(140);
});

test('facts and names read well', () => {
  const option = optionForVoice('zh_female_cancan_mars_bigtts');
  expect(option.kind === 'published' && voiceFacts(option.voice, 'en')).toMatch(/^Chinese.* · Female · /);
  expect(voiceShortName('zh_female_cancan_mars_bigtts', '')).toBe('Shiny');
  expect(voiceShortName(null, 'Relay default')).toBe('Relay default');
  expect(voiceShortName('my_voice', '')).toBe('my_voice');
});
