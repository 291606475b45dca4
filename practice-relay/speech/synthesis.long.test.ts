// Every published voice, with each of its emotions, is synthesised and measured.

import { expect, test } from 'vitest';
import { VOICES } from '../../shared/speech/voices.ts';
import { hear } from '../../tests/support/hear-synthesis.ts';

test('every published voice speaks', async () => {
  for (const voice of VOICES) {
    const { seconds, rms } = await hear('Hello 你好', { voice });
    expect(seconds, voice.key).toBeGreaterThan(0.5);
    expect(seconds, voice.key).toBeLessThan(3);
    expect(rms, voice.key).toBeGreaterThan(0.02);
  }
});

test('every emotion of every voice is spoken', async () => {
  for (const voice of VOICES) {
    for (const emotion of voice.emotions ?? []) {
      expect((await hear('Hi', { voice, emotion })).rms, `${voice.key} ${emotion}`).toBeGreaterThan(0.01);
    }
  }
});
