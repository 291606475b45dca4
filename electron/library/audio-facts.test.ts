import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SpeechFormat } from '../../shared/speech/formats.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import { pcmTone, wavTone } from '../../tests/fakes/scripted-relay.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { measureAudio } from './audio-facts.ts';

async function measure(format: SpeechFormat, bytes: Uint8Array) {
  const file = path.join(await tempFolder(), 'audio');
  await writeFile(file, bytes);
  return measureAudio(file, format, bytes.length, 24_000);
}

const streamedWav = () => {
  const data = pcmTone(1.5);
  return Buffer.concat([wavHeader(0xffffffff, { rateHz: 24_000, channels: 1, bitsPerSample: 16 }), data]);
};

it.each([
  ['pcm', pcmTone(2), { sampleRateHz: 24_000, durationMs: 2000 }],
  ['wav', wavTone(1), { sampleRateHz: 24_000, durationMs: 1000 }],
  ['wav', streamedWav(), { sampleRateHz: 24_000, durationMs: 1500 }],
  ['wav', wavTone(1).subarray(0, 24_044), { sampleRateHz: 24_000, durationMs: 500 }],
  ['wav', new Uint8Array(10), { sampleRateHz: null, durationMs: null }],
  ['mp3', new Uint8Array(500).fill(0xff), { sampleRateHz: null, durationMs: null }],
  ['ogg_opus', new TextEncoder().encode('OggS but no more'), { sampleRateHz: null, durationMs: null }],
] as const)('%s of %o', async (format, bytes, expected) => {
  expect(await measure(format, bytes)).toEqual(expected);
});
