import { expect, it } from 'vitest';
import { readPcmLabel } from './pcm-label.ts';

it.each([
  ['audio/pcm', null],
  ['Audio/L16;rate=16000', 16_000],
  ['audio/x-raw; sample_rate="48000"; bits=16', 48_000],
  ['audio/pcm;rate=1', null],
  ['audio/pcm;encoding=signed-int;rate=22050', 22_050],
])('%s declares pcm', (label, rateHz) => expect(readPcmLabel(label)).toEqual({ rateHz }));

it.each(['', 'audio/mpeg', 'audio/pcm; encoding=float', 'audio/L16; bits=24', 'audio/pcma', 'text/plain; rate=8000'])(
  '“%s” does not',
  (label) => expect(readPcmLabel(label)).toBeUndefined(),
);
