import { describe, expect, it } from 'vitest';
import { COMPRESSED_HEADS, LINEAR_BUILDERS, LINEAR_KINDS } from '../../tests/support/other-sounds.ts';
import { type AudioKind, SPEECH_FORMATS } from './formats.ts';
import { sniffReply } from './sniff.ts';

const LAYOUT = { rateHz: 24_000, channels: 1, bitsPerSample: 16 };
const FILES: readonly (readonly [AudioKind, Buffer])[] = [
  ...Object.entries(COMPRESSED_HEADS).map(([kind, bytes]) => [kind as keyof typeof COMPRESSED_HEADS, bytes] as const),
  ...LINEAR_KINDS.map((kind) => [kind, LINEAR_BUILDERS[kind](new Uint8Array(2000), LAYOUT)] as const),
];

describe('a kind that no format asks for', () => {
  it.each(FILES)('%s is known by its bytes, whatever was asked and however little has arrived', (kind, bytes) => {
    for (const asked of SPEECH_FORMATS) expect(sniffReply(bytes, asked, true)).toBe(kind);
    for (let length = 1; length < Math.min(1200, bytes.length); length += 1)
      expect([undefined, kind]).toContain(sniffReply(bytes.subarray(0, length), 'pcm', false));
  });

  it('is not confused with a picture in the same container, or with one frame in pcm', () => {
    const avif = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif'), Buffer.alloc(200, 3)]);
    expect(sniffReply(avif, 'mp3', true)).toBe('unknown');
    for (const kind of ['aac', 'latm', 'mp2'] as const) {
      const once = Buffer.concat([COMPRESSED_HEADS[kind].subarray(0, 8), Buffer.alloc(2000, 7)]);
      expect(sniffReply(once, 'pcm', true)).toBe('unknown');
    }
  });

  it('AAC after an ID3 tag is AAC', () => {
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 20, ...new Uint8Array(20)]);
    expect(sniffReply(Buffer.concat([tag, COMPRESSED_HEADS.aac]), 'mp3', true)).toBe('aac');
    expect(sniffReply(tag, 'mp3', true)).toBe('mp3');
  });
});
