import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SNIFF_BYTES, sniffReply } from './sniff.ts';
import { wavHeader } from './wav.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
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

  it('accepts headerless pcm only if it was requested', () => {
    expect(judge(noise(2000), 'pcm')).toBe('pcm');
    expect(judge(noise(2000), 'mp3')).toBe('unknown');
  });

  it('recognises a loud pcm sample that looks like one mp3 header as pcm', () => {
    const pcm = new Uint8Array([0xff, 0xf3, 0x84, 0xc4, ...noise(1500)]);
    expect(judge(pcm, 'pcm')).toBe('pcm');
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
