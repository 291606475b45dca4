import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AudioKind, SPEECH_FORMATS, type SpeechFormat } from '../../shared/speech/formats.ts';
import { sniffReply } from '../../shared/speech/sniff.ts';
import { asOneSound, soundLength } from '../../shared/speech/stream/one-sound.ts';
import { wavHeader } from '../../shared/speech/wav.ts';
import { pcmTone, wavTone } from '../../tests/fakes/scripted-relay.ts';
import { tone } from '../../tests/support/audio.ts';
import { flacBytes } from '../../tests/support/flac.ts';
import { COMPRESSED_HEADS, LINEAR_BUILDERS, LINEAR_KINDS } from '../../tests/support/other-sounds.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { measureAudio, warningsOf } from './audio-facts.ts';

async function measure(format: AudioKind, bytes: Uint8Array) {
  const file = path.join(await tempFolder(), 'audio');
  await writeFile(file, bytes);
  return measureAudio(file, format, bytes.length, 24_000);
}

const wavWithSize = (dataBytes: number) =>
  Buffer.concat([wavHeader(dataBytes, { rateHz: 24_000, channels: 1, bitsPerSample: 16 }), pcmTone(1.5)]);
const UNKNOWN = { sampleRateHz: null, durationMs: null };
const TRUNCATED = { findings: ['truncated'] };

it.each([
  ['pcm', 'whole', pcmTone(2), { sampleRateHz: 24_000, durationMs: 2000 }],
  ['wav', 'whole', wavTone(1), { sampleRateHz: 24_000, durationMs: 1000 }],
  ['wav', 'streamed, all ones', wavWithSize(0xffffffff), { sampleRateHz: 24_000, durationMs: 1500 }],
  ['wav', 'streamed, all ones of 31 bits', wavWithSize(0x7fffffff), { sampleRateHz: 24_000, durationMs: 1500 }],
  ['wav', 'streamed, zero', wavWithSize(0), { sampleRateHz: 24_000, durationMs: 1500 }],
  ['wav', 'streamed, 2³⁰', wavWithSize(0x4000_0000), { sampleRateHz: 24_000, durationMs: 1500 }],
  ['wav', 'streamed, a billion', wavWithSize(1_000_000_000), { sampleRateHz: 24_000, durationMs: 1500 }],
  // SM-31
  [
    'wav',
    'with a header that counts the first piece only',
    wavWithSize(1000),
    { sampleRateHz: 24_000, durationMs: 1500, findings: ['joined'] },
  ],
  [
    'wav',
    'with a chunk behind the samples',
    Buffer.concat([wavTone(1), Buffer.from('LIST\x80\0\0\0', 'latin1'), Buffer.alloc(128, 7)]),
    { sampleRateHz: 24_000, durationMs: 1000 },
  ],
  ['wav', 'cut', wavTone(1).subarray(0, 24_044), { sampleRateHz: 24_000, durationMs: 500, ...TRUNCATED }],
  ['wav', 'broken', new Uint8Array(10), UNKNOWN],
  ['mp3', 'broken', new Uint8Array(500).fill(0xff), { ...UNKNOWN, findings: ['no_sound'] }],
  [
    'ogg_opus',
    'broken',
    new TextEncoder().encode('OggS but no more'),
    { ...UNKNOWN, findings: ['no_sound', 'truncated'] },
  ],
] as const)('measures %s: %s', async (format, _name, bytes, expected) => {
  expect(await measure(format, bytes)).toEqual({ findings: [], ...expected });
});

// SM-01
describe('truncated, according to the structure of the file', () => {
  const ID3V1 = Buffer.from(`TAG${' '.repeat(125)}`);
  it.each(SPEECH_FORMATS)('a complete %s is not', async (format) => {
    expect(await measure(format, await tone(format, 3))).toMatchObject({ findings: [] });
  });
  it('an mp3 followed by a tag is not', async () => {
    expect(await measure('mp3', Buffer.concat([await tone('mp3', 3), ID3V1]))).toMatchObject({ findings: [] });
  });
  it.each(['mp3', 'ogg_opus'] as const)('%s cut at any position is', async (format) => {
    const whole = await tone(format, 3);
    for (const missing of [1, 2, 3, 50, 100, 1000]) {
      const cut = whole.subarray(0, whole.length - missing);
      expect(await measure(format, cut), `${missing} bytes missing`).toMatchObject(TRUNCATED);
    }
  });
});

describe('warnings', () => {
  const page = 'word '.repeat(500);
  const of = (change: { durationMs?: number | null; sizeBytes?: number; format?: SpeechFormat; text?: string }) => {
    const { durationMs = 1000, sizeBytes = 48_000, format = 'pcm', text = 'Good morning.' } = change;
    return warningsOf({ sampleRateHz: 24_000, durationMs, findings: [] }, { format, sizeBytes }, { text, speed: 1 });
  };
  it.each([
    // SM-02
    ['all is well', {}, []],
    // SM-03
    ['pcm of an odd length', { sizeBytes: 48_001 }, ['odd_length']],
    // SM-04
    ['only pcm has samples of two bytes', { sizeBytes: 48_001, format: 'mp3' }, []],
    // SM-05
    ['a tenth of a second for a page', { text: page, durationMs: 100 }, ['implausible']],
    // SM-06
    ['hours for a word', { durationMs: 7_200_000 }, ['implausible']],
    // SM-07
    ['a page in its time', { text: page, durationMs: 180_000 }, []],
    // SM-08
    ['Chinese in its time', { text: '早上好，工作室已经开门了。', durationMs: 2800 }, []],
    // SM-09
    ['nothing is known of the length', { durationMs: null }, []],
  ] as const)('%s', (_rule, change, expected) => expect(of(change)).toEqual(expected));
});

describe('kinds that no format asks for', () => {
  const LAYOUT = { rateHz: 24_000, channels: 1, bitsPerSample: 16 };
  // SM-21
  it.each(LINEAR_KINDS)('the length of %s is that of its samples', async (kind) => {
    const bytes = LINEAR_BUILDERS[kind](pcmTone(1.5), LAYOUT);
    expect(await measure(kind, bytes)).toEqual({ sampleRateHz: 24_000, durationMs: 1500, findings: [] });
    const cut = await measure(kind, bytes.subarray(0, -24_000));
    expect(cut).toEqual({ sampleRateHz: 24_000, durationMs: 1000, findings: ['truncated'] });
  });
  // SM-22
  it('flac is taken apart', async () => {
    const facts = { sampleRateHz: 24_000, durationMs: 1500, findings: [] };
    expect(await measure('flac', flacBytes(pcmTone(1.5)))).toEqual(facts);
  });
  // SM-23
  it('joined wav files are measured whole, and marked', async () => {
    for (const declared of [48_000, 0, 0xffff_ffff]) {
      const file = Buffer.concat([wavHeader(declared, LAYOUT), pcmTone(1)]);
      const facts = { sampleRateHz: 24_000, durationMs: 3000, findings: ['joined'] };
      expect(await measure('wav', Buffer.concat([file, file, file]))).toEqual(facts);
    }
  });
  // SM-24, attack 37
  it('a header without samples, and a tag without frames, hold no sound', async () => {
    const facts = { sampleRateHz: 24_000, durationMs: 0, findings: ['no_sound'] };
    expect(await measure('wav', wavHeader(0, LAYOUT))).toEqual(facts);
    expect((await measure('wav', wavHeader(9000, LAYOUT))).findings).toEqual(['truncated', 'no_sound']);
    expect(
      await measure('mp3', Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\0', 'latin1'), Buffer.alloc(128)])),
    ).toEqual({
      ...UNKNOWN,
      findings: ['no_sound'],
    });
  });
  // SM-25
  it.each(SPEECH_FORMATS)('a web page behind %s is marked', async (format) => {
    const page = Buffer.from('<!DOCTYPE html>\n<html><body>502 网关错误</body></html>\n');
    const whole = await tone(format, 3);
    expect((await measure(format, Buffer.concat([whole, page]))).findings).toContain('trailing_text');
    expect((await measure(format, whole)).findings).toEqual([]);
  });
  // SM-26
  it('what the player cannot decode is not said to hold no sound', async () => {
    for (const kind of ['latm', 'ogg_speex'] as const)
      expect((await measure(kind, COMPRESSED_HEADS[kind])).findings).not.toContain('no_sound');
  });
});

describe('mp3 and Opus in several pieces', () => {
  const twice = async (format: SpeechFormat) => Buffer.concat([await tone(format, 1), await tone(format, 1)]);
  it.each(['mp3', 'ogg_opus'] as const)('%s is as long as what is served', async (format) => {
    const bytes = await twice(format);
    const { durationMs } = await measure(format, bytes);
    const served = soundLength(format, asOneSound(format, bytes) ?? bytes);
    expect(durationMs).toBe(Math.round(((served?.frames ?? 0) / (served?.rateHz ?? 1)) * 1000));
    expect(durationMs).toBeGreaterThanOrEqual(2000);
    expect(durationMs).toBeLessThan(2150);
  });
  // SM-37
  it('zeros before an mp3 count for nothing', async () => {
    const bytes = await tone('mp3', 1);
    const padded = Buffer.concat([Buffer.alloc(417), bytes]);
    expect(sniffReply(padded.subarray(0, 4096), 'mp3', false)).toBe('mp3');
    expect(await measure('mp3', padded)).toEqual(await measure('mp3', bytes));
  });
});

// SM-38
it('raw pcm of two channels is half as long', async () => {
  expect(await measure('pcm_stereo', pcmTone(2))).toMatchObject({ durationMs: 1000 });
});
