// Every format is decoded by an independent implementation: mediabunny reads the container, the Opus decoder the
// packets.

import { Decoder } from '@evan/opus/wasm/index.mjs';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { describe, expect, test } from 'vitest';
import { SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { parseWavHeader } from '../../shared/speech/wav.ts';
import { ENCODERS } from './encoders.ts';

const SECONDS = 1.2345;
const tone = Float32Array.from(
  { length: 24_000 * SECONDS },
  (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 24_000),
);

async function* inChunks(): AsyncGenerator<Float32Array> {
  for (let i = 0; i < tone.length; i += 7001) yield tone.subarray(i, i + 7001);
}

async function encode(format: SpeechFormat): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for await (const bytes of ENCODERS[format](inChunks())) parts.push(bytes);
  return new Uint8Array(Buffer.concat(parts));
}

/** The error of s16 samples against the tone, as a fraction of its power. */
function errorOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let error = 0;
  tone.forEach((sample, i) => {
    error += (sample - view.getInt16(i * 2, true) / 0x7fff) ** 2;
  });
  return error / (tone.length * 0.125);
}

async function openContainer(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('no audio track');
  return { input, track };
}

test('pcm is s16le and nothing else', async () => {
  const bytes = await encode('pcm');
  expect(bytes.length).toBe(tone.length * 2);
  expect(errorOf(bytes)).toBeLessThan(1e-8);
});

test('wav is pcm after a header without a length', async () => {
  const bytes = await encode('wav');
  expect(parseWavHeader(bytes)).toMatchObject({
    rateHz: 24_000,
    channels: 1,
    dataOffset: 44,
    declaredBytes: 0xffffffff,
  });
  expect(bytes.subarray(44)).toEqual(await encode('pcm'));
});

test('mp3 is slightly longer than the samples', async () => {
  const { track } = await openContainer(await encode('mp3'));
  expect(track).toMatchObject({ codec: 'mp3', sampleRate: 24_000, numberOfChannels: 1 });
  const duration = await track.computeDuration();
  expect(duration).toBeGreaterThanOrEqual(SECONDS);
  expect(duration).toBeLessThan(SECONDS + 0.12);
});

test('ogg_opus decodes to exactly the samples', async () => {
  const bytes = await encode('ogg_opus');
  const { track } = await openContainer(bytes);
  const preSkip = new DataView(bytes.buffer).getUint16(28 + 10, true);
  const lastPage = Buffer.from(bytes).lastIndexOf('OggS');
  const lastGranule = new DataView(bytes.buffer).getBigInt64(lastPage + 6, true);
  expect(Number(lastGranule)).toBe(tone.length * 2 + preSkip);
  expect(bytes[lastPage + 5]).toBe(4);

  const decoder = new Decoder({ channels: 1, sample_rate: 24_000 });
  const decoded: Uint8Array[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) decoded.push(decoder.decode(packet.data));
  const samples = Buffer.concat(decoded).subarray(preSkip);
  expect(samples.length).toBeGreaterThanOrEqual(tone.length * 2);
  expect(errorOf(samples)).toBeLessThan(0.01);
});

describe.each(SPEECH_FORMATS)('%s', (format) => {
  test('emits bytes before all samples have arrived; ending it early ends the samples', async () => {
    let isEnded = false;
    async function* endless(): AsyncGenerator<Float32Array> {
      try {
        for (;;) yield tone;
      } finally {
        isEnded = true;
      }
    }
    for await (const bytes of ENCODERS[format](endless())) {
      expect(bytes.length).toBeGreaterThan(0);
      break;
    }
    expect(isEnded).toBe(true);
    expect((await encode(format)).length).toBeGreaterThan(0);
  });
});
