import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ESPEAK_WPM, loadEspeak } from '../../practice-relay/speech/espeak.ts';
import { runs } from '../../tests/support/runs.ts';
import { judgePcm } from './pcm-likeness.ts';
import { sniffReply } from './sniff.ts';

const RATES_HZ = [8000, 16_000, 24_000, 48_000] as const;
const ESPEAK_RATE_HZ = 22_050;
const TEXTS = ['Six sheep sat still; she sells sea shells.', '早上好，工作室已经开门了。'] as const;

let speech: Float32Array[] = [];
beforeEach(async ({ task }) => {
  // The whisper is noise, different each time, which rarely looks like something else: a retried test gets another.
  if (speech.length > 0 && !task.result?.retryCount) return;
  const say = await loadEspeak();
  speech = [
    say(TEXTS[0], { voice: 'en', wordsPerMinute: ESPEAK_WPM.normal, pitch: 50, range: 50 }),
    say(TEXTS[0], { voice: 'en+whisper', wordsPerMinute: 120, pitch: 20, range: 50 }),
    say(TEXTS[1], { voice: 'cmn+f2', wordsPerMinute: ESPEAK_WPM.normal, pitch: 80, range: 50 }),
  ];
});

/** Linear interpolation is enough: the judgement must hold for any resampler. */
function resampled(samples: Float32Array, rateHz: number): Float32Array {
  const step = ESPEAK_RATE_HZ / rateHz;
  return Float32Array.from({ length: Math.floor((samples.length - 1) / step) }, (_, i) => {
    const at = Math.floor(i * step);
    const share = i * step - at;
    return (samples[at] ?? 0) * (1 - share) + (samples[at + 1] ?? 0) * share;
  });
}

function pcmOf(samples: Float32Array, isLittleEndian = true, gain = 1): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [i, sample] of samples.entries())
    view.setInt16(2 * i, Math.max(-0x8000, Math.min(0x7fff, Math.round(sample * gain * 0x7fff))), isLittleEndian);
  return bytes;
}

/** The same bytes for the same seed. */
function randomBytes(length: number, seed: number): Uint8Array {
  let state = seed | 1;
  return Uint8Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 13;
  });
}

/** IMA ADPCM: four bits for a sample. */
function adpcmOf(samples: Float32Array): Uint8Array {
  const changes = [-1, -1, -1, -1, 2, 4, 6, 8];
  let [predicted, index] = [0, 0];
  const codes = Array.from(samples, (sample) => {
    const step = Math.round(7 * 1.1 ** index);
    const difference = sample * 0x7fff - predicted;
    const size = Math.min(7, Math.floor((Math.abs(difference) * 4) / step));
    predicted += (Math.sign(difference) * ((size + 0.5) * step)) / 4;
    index = Math.max(0, Math.min(88, index + (changes[size] ?? 0)));
    return size | (difference < 0 ? 8 : 0);
  });
  return Uint8Array.from({ length: codes.length >> 1 }, (_, i) => (codes[2 * i] ?? 0) | ((codes[2 * i + 1] ?? 0) << 4));
}

/** G.711 µ-law, of eight bits. */
function muLawOf(samples: Float32Array): Uint8Array {
  return Uint8Array.from(samples, (sample) => {
    const size = Math.min(32_635, Math.round(Math.abs(sample) * 0x7fff)) + 132;
    const exponent = 31 - Math.clz32(size) - 7;
    return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | ((size >> (exponent + 3)) & 0x0f)) & 0xff;
  });
}

/** Every voice at every rate and three levels. */
function* spoken(): Generator<Float32Array> {
  for (const samples of speech)
    for (const rateHz of RATES_HZ)
      for (const gain of [0.02, 0.5, 1.9]) yield resampled(samples, rateHz).map((sample) => sample * gain);
}

describe('speech is recognised as pcm, whatever format was requested', () => {
  it.each(['little', 'big'] as const)('%s-endian, from its start, at every rate and level', (order) => {
    for (const samples of spoken())
      expect(sniffReply(pcmOf(samples, order === 'little'), 'mp3', true)).toBe(order === 'little' ? 'pcm' : 'pcm_be');
  });

  it('wherever a reply begins in it, and after silence', () => {
    for (const samples of spoken()) {
      const bytes = pcmOf(samples);
      for (let at = 0; at + 4096 < bytes.length; at += 5000) {
        expect(sniffReply(bytes.subarray(at), 'mp3', true)).toBe('pcm');
        const later = Buffer.concat([Buffer.alloc(3000), bytes.subarray(at)]);
        expect(sniffReply(later, 'mp3', true)).toBe('pcm');
      }
    }
    expect(sniffReply(new Uint8Array(9600), 'mp3', false)).toBe('pcm');
  });

  it.each([
    ['LOAS', [0x56, 0xff, 0xff]],
    ['ADTS', [0xff, 0xf1, 0x50, 0x83, 0xff, 0xff]],
    ['mp3', [0xff, 0xfb, 0xe0]],
  ])('though its first samples are the header of a long %s frame', (_, header) => {
    for (const samples of spoken()) {
      const bytes = pcmOf(samples);
      bytes.set(header);
      for (const length of [bytes.length, 4096, 1000])
        expect(sniffReply(bytes.subarray(0, length), 'mp3', true)).toBe('pcm');
    }
  });

  it('a slow swing whose samples are all letters of UTF-16', () => {
    const swing = Float32Array.from({ length: 600 }, (_, i) => (400 + 200 * Math.sin(i / 20)) / 0x7fff);
    expect(sniffReply(pcmOf(swing), 'mp3', true)).toBe('pcm');
    expect(sniffReply(Buffer.concat([Buffer.alloc(3000), pcmOf(swing.subarray(0, 200))]), 'mp3', true)).toBe('pcm');
  });

  it('even if it is very short', () => {
    for (const samples of spoken()) expect(sniffReply(pcmOf(samples).subarray(0, 200), 'pcm', true)).toBe('pcm');
  });
});

describe('other bytes are not', () => {
  const text = Buffer.from(Array.from({ length: 4000 }, (_, i) => `${TEXTS[i % 2]} ${(i * 7919) % 1013}`).join('\n'));
  const utf16 = (of: string) => Buffer.from(of, 'utf16le');
  const clipped = (value: number) => Math.max(-1, Math.min(1, value));
  const float32 = () => [...spoken()].map((samples) => new Uint8Array(Float32Array.from(samples).buffer));
  const int32 = () =>
    [...spoken()].map(
      (samples) => new Uint8Array(Int32Array.from(samples, (v) => clipped(v) * 0x7fff_0000 + v * 9999).buffer),
    );

  it.each([
    ['gzip', () => [gzipSync(text), gzipSync(text).subarray(3)]],
    ['deflate', () => [deflateRawSync(text), deflateRawSync(text).subarray(100)]],
    ['zstd', () => [zstdCompressSync(text), zstdCompressSync(text).subarray(100)]],
    ['brotli', () => [brotliCompressSync(text), brotliCompressSync(text).subarray(100)]],
    [
      'text of UTF-16',
      () => [utf16(TEXTS[0].repeat(50)), utf16(TEXTS[1].repeat(50)), utf16('Доброе утро, студия. '.repeat(50))],
    ],
    ['text of UTF-16, big-endian', () => [utf16(TEXTS[0].repeat(50)).swap16(), utf16(TEXTS[1].repeat(50)).swap16()]],
    [
      'samples of 8 bits',
      () => [...spoken()].map((samples) => Uint8Array.from(samples, (value) => Math.round(128 + 127 * clipped(value)))),
    ],
    ['samples of 32 bits', int32],
    ['samples as floats', float32],
    ['ADPCM', () => [...spoken()].map(adpcmOf)],
    ['µ-law', () => [...spoken()].map(muLawOf)],
    ['a PDF', () => [Buffer.concat([Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), deflateRawSync(text)])]],
    ['a JPEG', () => [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(3000, 5)])]],
    ['equal bytes', () => [Buffer.alloc(3000, 7), Buffer.alloc(3000, 0x80)]],
  ] as const)('%s', (_name, make) => {
    for (const bytes of make()) expect(sniffReply(bytes, 'pcm', true)).toBe('unknown');
  });

  it('random bytes, from 1 kB on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1024, max: 5000 }), fc.integer(), (length, seed) => {
        expect(judgePcm(randomBytes(length, seed))).toBe('no');
      }),
      { numRuns: runs(300) },
    );
  });
});
