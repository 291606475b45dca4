import { expect, test } from 'vitest';
import { parseWavHeader } from '../../../../../shared/speech/wav.ts';
import { encodeWav, wavFileBytes } from './wav.ts';

test('a wav file beyond 4 GB says its size in 64 bits', async () => {
  const facts = {
    rateHz: 48_000,
    channels: 1,
    title: '',
    track: null,
    chapters: [],
    bits: 24,
    bitrateKbps: 0,
  } as const;
  const none = (async function* () {})();
  const head = (await encodeWav(none, { ...facts, frames: 3e9 }).next()).value ?? new Uint8Array(0);
  expect(parseWavHeader(head)).toMatchObject({ rateHz: 48_000, bitsPerSample: 24, declaredBytes: 9e9 });
  expect(wavFileBytes({ ...facts, frames: 3e9 })).toBe(head.length + 9e9);
});
