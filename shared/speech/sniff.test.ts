import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SNIFF_BYTES, sniffReply } from './sniff.ts';
import { wavHeader } from './wav.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
/** A tone of 200 Hz at 24 kHz. */
const pcm = (length: number) =>
  new Uint8Array(Int16Array.from({ length: length / 2 }, (_, i) => 9000 * Math.sin((i * Math.PI) / 60)).buffer);
const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 37 + 11) % 256);
const judge = (head: Uint8Array, asked: 'pcm' | 'mp3' = 'mp3') => sniffReply(head, asked, true);

/** MPEG-2 layer III, 64 kbit/s at 24 kHz: frames of 192 bytes. */
function mp3Frames(count: number): Uint8Array {
  const frames = new Uint8Array(192 * count);
  for (let i = 0; i < count; i++) frames.set([0xff, 0xf3, 0x84, 0xc4], i * 192);
  return frames;
}

describe('sniffReply', () => {
  it.each([
    ['wav', wavHeader(100, { rateHz: 24_000, channels: 1, bitsPerSample: 16 })],
    ['ogg_opus', new Uint8Array([...bytes('OggS'), ...noise(60)])],
    ['mp3', new Uint8Array([...bytes('ID3'), ...noise(60)])],
    ['mp3', mp3Frames(3)],
    ['json', bytes('{"error":{"message":"no such voice"}}')],
    ['json', bytes('"a plain JSON string"')],
    ['html', bytes('\n<!DOCTYPE html><html><body>Welcome</body></html>')],
    ['sse', bytes('event: speech.audio.delta\ndata: {"audio":"AAAA"}\n\n')],
    ['text', bytes('upstream error, please try again later')],
    ['unknown', noise(200)],
    ['unknown', new Uint8Array(0)],
  ] as const)('knows %s by its bytes', (kind, head) => expect(judge(head)).toBe(kind));

  it('accepts headerless pcm by its label, whatever format was requested; not by the request alone', () => {
    const label = (type: string, asked: 'pcm' | 'mp3' = 'mp3') => sniffReply(noise(2000), asked, true, type);
    expect(judge(noise(2000), 'pcm')).toBe('unknown');
    expect(label('audio/mpeg', 'pcm')).toBe('unknown');
    expect(label('audio/pcm')).toBe('pcm');
    expect(label('Audio/L16; rate=16000')).toBe('pcm');
    expect(label('audio/pcm; encoding=float')).toBe('unknown');
  });

  it('takes nothing for pcm where no audio was requested', () => {
    expect(sniffReply(pcm(2000), null, true)).toBe('unknown');
    expect(sniffReply(pcm(2000), 'mp3', true)).toBe('pcm');
  });

  it('recognises a loud pcm sample that looks like one mp3 header as pcm', () => {
    expect(judge(new Uint8Array([0xff, 0xf3, 0x84, 0xc4, ...pcm(1500)]), 'pcm')).toBe('pcm');
  });

  it('recognises an error in Chinese whose last character is incomplete', () => {
    expect(judge(bytes('{"error":{"message":"音色不存在').subarray(0, -1))).toBe('json');
  });

  it('decides within its window, and never changes a decision', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: SNIFF_BYTES, maxLength: SNIFF_BYTES + 50 }),
        fc.nat(SNIFF_BYTES),
        (all, cut) => {
          const whole = sniffReply(all, 'pcm', true);
          const early = sniffReply(all.subarray(0, cut), 'pcm', false);
          expect(whole).toBeDefined();
          if (early !== undefined && early !== 'text') expect(early).toBe(whole);
        },
      ),
    );
  });
});
