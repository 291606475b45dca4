import { expect, it } from 'vitest';
import { readPcmLabel } from './pcm-label.ts';

it.each([
  ['audio/pcm', null],
  ['Audio/L16;rate=16000', 16_000],
  ['audio/x-raw; sample_rate="48000"; bits=16', 48_000],
  ['audio/pcm;rate=1', null],
  ['audio/pcm;encoding=signed-int;rate=22050', 22_050],
])('%s declares pcm', (label, rateHz) => expect(readPcmLabel(label)).toEqual({ rateHz, channels: 1 }));

it('reads the number of channels', () => {
  expect(readPcmLabel('audio/L16;rate=24000;channels=2')).toEqual({ rateHz: 24_000, channels: 2 });
  expect(readPcmLabel('audio/pcm; channels="2"')?.channels).toBe(2);
  for (const label of ['audio/L16;channels=1', 'audio/L16;channels=0', 'audio/L16;channels=two'])
    expect(readPcmLabel(label)?.channels).toBe(1);
});

it.each(['', 'audio/mpeg', 'audio/pcm; encoding=float', 'audio/L16; bits=24', 'audio/pcma', 'text/plain; rate=8000'])(
  '“%s” does not',
  (label) => expect(readPcmLabel(label)).toBeUndefined(),
);
