// Real speech: every sample here is synthesised and measured.

import { expect, test } from 'vitest';
import { findVoice, VOICES, type Voice } from '../../shared/speech/voices.ts';
import { speak, type Utterance } from './synthesis.ts';
import { timbreOf } from './voices.ts';

const ENGLISH = 'en_female_amanda_mars_bigtts';
const CHINESE = 'zh_male_beijingxiaoye_moon_bigtts';

function voiceOf(key: string): Voice {
  const voice = findVoice(key);
  if (!voice) throw new Error(key);
  return voice;
}

async function hear(
  input: string,
  options: Partial<Utterance> = {},
): Promise<{ seconds: number; rms: number; peak: number }> {
  const utterance = { input, voice: voiceOf(ENGLISH), speed: 1, volumeRatio: 1, pitchRatio: 1, ...options };
  let samples = 0;
  let energy = 0;
  let peak = 0;
  for await (const chunk of speak(utterance)) {
    samples += chunk.length;
    for (const sample of chunk) {
      energy += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
  }
  return { seconds: samples / 24_000, rms: Math.sqrt(energy / Math.max(samples, 1)), peak };
}

test('every published voice speaks, each with its own timbre', async () => {
  for (const voice of VOICES) {
    const { seconds, rms } = await hear('Hello 你好', { voice });
    expect(seconds, voice.key).toBeGreaterThan(0.5);
    expect(seconds, voice.key).toBeLessThan(3);
    expect(rms, voice.key).toBeGreaterThan(0.02);
  }
  // Settings are compared, because the synthesiser's output varies slightly between calls, so sounds always differ.
  expect(new Set(VOICES.map((voice) => JSON.stringify(timbreOf(voice)))).size).toBe(VOICES.length);
});

test('every emotion of every voice is spoken', async () => {
  for (const voice of VOICES) {
    for (const emotion of voice.emotions ?? []) {
      expect((await hear('Hi', { voice, emotion })).rms, `${voice.key} ${emotion}`).toBeGreaterThan(0.01);
    }
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
    for (const speed of [0.2, 0.5, 0.8, 1.25, 2, 3]) {
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
