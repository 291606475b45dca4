// The tags of exported files, read by another reader than wrote them.

import { describe, expect, test } from 'vitest';
import { noise } from '../../../../../tests/support/sounds.ts';
import { makeExport, memoryTakes, planOf, segmentOf } from '../../../../testing/export.ts';

describe('tags', () => {
  /** A frame of ID3v2.3 at an offset: its name and its content. */
  const frameAt = (bytes: Buffer, at: number) => {
    const size = bytes.readUInt32BE(at + 4);
    return {
      name: bytes.toString('latin1', at, at + 4),
      content: bytes.subarray(at + 10, at + 10 + size),
      next: at + 10 + size,
    };
  };
  const framesOf = (bytes: Buffer, from: number, to: number) => {
    const frames: ReturnType<typeof frameAt>[] = [];
    for (let at = from; at < to; at = frames.at(-1)?.next ?? to) frames.push(frameAt(bytes, at));
    return frames;
  };
  const titleOf = (content: Buffer) => content.subarray(3).toString('utf16le');
  const segments = [
    segmentOf(1, 'a', { chapter: 'Eins', pauseAfterMs: 150 }),
    segmentOf(2, 'a'),
    segmentOf(3, 'a', { chapter: '第二章' }),
  ];
  const takes = memoryTakes({ a: { samples: noise(0.1), rateHz: 24_000, channels: 1 } });
  const madeAs = async (kind: 'mp3' | 'flac'): Promise<Buffer> =>
    [...(await makeExport(planOf(segments, { kind }), takes)).bytes.values()][0] ?? Buffer.alloc(0);

  test('of an mp3 have its title, and where its chapters begin and end', async () => {
    const mp3 = await madeAs('mp3');
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (mp3[at] ?? 0), 0);
    const frames = framesOf(mp3, 10, 10 + size);
    expect(frames.map(({ name }) => name)).toEqual(['TIT2', 'CTOC', 'CHAP', 'CHAP']);
    expect(titleOf(frames[0]?.content ?? Buffer.alloc(0))).toBe('Episode');
    const chapters = frames.slice(2).map(({ content }) => {
      const [at] = [content.indexOf(0) + 1];
      const title = frameAt(content, at + 16);
      return { start: content.readUInt32BE(at), end: content.readUInt32BE(at + 4), title: titleOf(title.content) };
    });
    expect(chapters).toEqual([
      { start: 0, end: 350, title: 'Eins' },
      { start: 350, end: 450, title: '第二章' },
    ]);
  });

  test('of the file of a chapter are its title, its number and the title of the whole', async () => {
    const [, second = Buffer.alloc(0)] = (
      await makeExport(planOf(segments, { kind: 'mp3', split: 'chapters' }), takes)
    ).bytes.values();
    const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (second[at] ?? 0), 0);
    const frames = framesOf(second, 10, 10 + size).map(({ name, content }) => [name, titleOf(content)]);
    expect(frames).toEqual([
      ['TIT2', '第二章'],
      ['TALB', 'Episode'],
      ['TRCK', '2/2'],
    ]);
    const [flac = Buffer.alloc(0)] = (
      await makeExport(planOf(segments, { kind: 'flac', split: 'chapters' }), takes)
    ).bytes.values();
    for (const text of ['ALBUM=Episode', 'TRACKNUMBER=1', 'TRACKTOTAL=2']) expect(flac.includes(text)).toBe(true);
  });

  test('of a FLAC file, and so of Opus, are Vorbis comments', async () => {
    const flac = await madeAs('flac');
    for (const text of [
      'TITLE=Episode',
      'CHAPTER001=00:00:00.000',
      'CHAPTER001NAME=Eins',
      'CHAPTER002=00:00:00.350',
      'CHAPTER002NAME=第二章',
    ]) {
      const at = flac.indexOf(text);
      expect(flac.readUInt32LE(at - 4), text).toBe(Buffer.byteLength(text));
    }
  });
});
