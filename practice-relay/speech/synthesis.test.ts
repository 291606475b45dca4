// Real speech: every sample here is synthesised and measured. All voices: synthesis.long.test.ts.

import { expect, test } from 'vitest';
import { VOICES, type Voice } from '../../shared/speech/voices.ts';
import { ENGLISH, hear, voiceOf } from '../../tests/support/hear-synthesis.ts';
import { languagesOf, timbreOf } from './voices.ts';

const CHINESE = 'zh_male_beijingxiaoye_moon_bigtts';

/** The first voice of each that `kindOf` tells apart. */
const firstOfEach = (kindOf: (voice: Voice) => string): readonly Voice[] => [
  ...new Map([...VOICES].reverse().map((voice) => [kindOf(voice), voice])).values(),
];

test('voices of each variant and each set of languages speak, and every voice has its own timbre', async () => {
  const ofVariant = firstOfEach((voice) => timbreOf(voice).variant);
  const ofLanguages = firstOfEach((voice) => JSON.stringify(languagesOf(voice, undefined)));
  for (const voice of new Set([...ofVariant, ...ofLanguages])) {
    const { seconds, rms } = await hear('Hello 你好', { voice });
    expect(seconds, voice.key).toBeGreaterThan(0.5);
    expect(seconds, voice.key).toBeLessThan(3);
    expect(rms, voice.key).toBeGreaterThan(0.02);
  }
  // Settings are compared, because the synthesiser's output varies slightly between calls, so sounds always differ.
  expect(new Set(VOICES.map((voice) => JSON.stringify(timbreOf(voice)))).size).toBe(VOICES.length);
});

test('every emotion is spoken', async () => {
  const emotions = new Map(VOICES.flatMap((voice) => (voice.emotions ?? []).map((emotion) => [emotion, voice])));
  for (const [emotion, voice] of emotions) {
    expect((await hear('Hi', { voice, emotion })).rms, `${voice.key} ${emotion}`).toBeGreaterThan(0.01);
  }
  const voice = voiceOf('en_female_nadia_tips_emo_v2_mars_bigtts');
  const sad = await hear('It is raining again today.', { voice, emotion: 'sad' });
  const plain = await hear('It is raining again today.', { voice, emotion: 'no such emotion' });
  expect(sad.seconds / plain.seconds).toBeGreaterThan(1.1);
});

test('speed divides the duration, over its whole range', async () => {
  const text = 'Hello there. The quick brown fox jumps over the lazy dog. 今天天气很好，我们去公园散步。';
  for (const voice of [voiceOf(ENGLISH), voiceOf(CHINESE)]) {
    const normal = await hear(text, { voice });
    for (const speed of [0.2, 0.8, 1.25, 3]) {
      const { seconds, rms } = await hear(text, { voice, speed });
      expect((normal.seconds / seconds / speed - 1) * 100, `${voice.key} ${speed}`).toBeCloseTo(0, -0.5);
      expect(rms / normal.rms).toBeGreaterThan(0.7);
    }
  }
});

test('volume scales without clipping', async () => {
  const normal = await hear('Good morning, everyone.');
  expect((await hear('Good morning, everyone.', { volumeRatio: 0.5 })).rms / normal.rms).toBeCloseTo(0.5, 1);
  const loud = await hear('Good morning, everyone.', { volumeRatio: 3 });
  expect(loud.rms / normal.rms).toBeGreaterThan(1.8);
  expect(loud.peak).toBeLessThan(1.001);
});

test('each script is spoken in its language', async () => {
  // A synthesiser that does not support a script reads out the name of each letter, which takes several times as long.
  const chinese = await hear('今天天气很好', { voice: voiceOf(CHINESE) });
  const cantonese = await hear('今天天气很好', { voice: voiceOf('zh_female_yueyunv_mars_bigtts') });
  const japanese = await hear('こんにちは', { voice: voiceOf('multi_female_gaolengyujie_moon_bigtts') });
  for (const { seconds } of [chinese, cantonese, japanese, await hear('今天天气很好')]) {
    expect(seconds).toBeGreaterThan(0.4);
    expect(seconds).toBeLessThan(2.2);
  }
  expect(cantonese.seconds).not.toBeCloseTo(chinese.seconds, 1);
  const numbers = await Promise.all(['en', 'zh', 'es', 'tlh'].map((language) => hear('1234567', { language })));
  const lengths = numbers.map(({ seconds }) => seconds.toFixed(1));
  expect(new Set(lengths.slice(0, 3)).size).toBe(3);
  expect(lengths[3]).toBe(lengths[0]);
});

test('unspeakable text gives no audio, and invalid characters are ignored', async () => {
  expect(await hear('…')).toMatchObject({ seconds: 0 });
  expect((await hear('a\u0000b \ud800 c')).seconds).toBeGreaterThan(0.5);
});
