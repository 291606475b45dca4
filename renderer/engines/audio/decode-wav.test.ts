import { expect, test } from 'vitest';
import { parseWavHeader } from '../../../shared/speech/wav.ts';
import { wavOf } from './decode-wav.ts';

test('samples become interleaved 16-bit wav, clipped at full scale', () => {
  const wav = wavOf([Float32Array.of(0, 1, -1), Float32Array.of(0.5, 2, -3)], 44_100);
  const info = parseWavHeader(wav);
  expect(info).toMatchObject({ rateHz: 44_100, channels: 2, bitsPerSample: 16, declaredBytes: 12 });
  expect([...new Int16Array(wav.slice(info?.dataOffset).buffer)]).toEqual([
    0, 16_384, 32_767, 32_767, -32_767, -32_767,
  ]);
});
