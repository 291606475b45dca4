import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { editItem, item } from '../../renderer/testing/fake-ipc.ts';
import type { LibraryItem } from '../../shared/contract/library.ts';
import { parseWavHeader, WAV_HEADER_BYTES, wavHeader } from '../../shared/speech/wav.ts';
import { pcmTone } from '../../tests/fakes/scripted-relay.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { openCopy, suggestName } from './save-copy.ts';

it('pcm that was cut in a sample becomes a wav file of whole samples, with every byte that was received', async () => {
  const file = path.join(await tempFolder(), 'take.pcm');
  await writeFile(file, Buffer.from([1, 2, 3, 4, 5]));
  const facts = { mediaId: 'ab', mime: 'audio/pcm', extension: 'pcm', sizeBytes: 5, pcmRateHz: 24_000 };
  const bytes = await buffer((await openCopy({ ...facts, path: file }, 'wav')).bytes);
  expect(parseWavHeader(bytes)).toMatchObject({ rateHz: 24_000, channels: 1, declaredBytes: 4 });
  expect([...bytes.subarray(WAV_HEADER_BYTES)]).toEqual([1, 2, 3, 4, 5]);
});

it('an edit is named after the file that was edited, with a number, or after its instruction if that is not known', () => {
  const media = { mediaId: 'ab', path: '', mime: 'image/png', extension: 'png', sizeBytes: 1, pcmRateHz: null };
  const edit = editItem('a', 1, { title: 'Make it dusk' });
  const first = (sourceName: string | undefined, one: LibraryItem = edit): string => {
    const name = suggestName(one, media, 'received', sourceName);
    return typeof name === 'string' ? name : name(1);
  };
  const numberedName = suggestName(edit, media, 'received', 'portrait.final.jpg');
  expect(typeof numberedName === 'function' && [1, 3].map(numberedName)).toEqual([
    'portrait.final – edit 1.png',
    'portrait.final – edit 3.png',
  ]);
  expect(first('../a:b.png')).toBe('a b – edit 1.png');
  expect([undefined, '', '.png'].map((name) => first(name))).toEqual(Array(3).fill('Make it dusk.png'));
  expect(first('portrait.png', item('b', 1))).not.toContain('portrait');
});

// SM-35
describe('a wav file whose header does not say how long it is', () => {
  const LAYOUT = { rateHz: 24_000, channels: 1, bitsPerSample: 16 };
  const NOTE = Buffer.from('LIST\x04\0\0\0INFO', 'latin1');
  const pcm = pcmTone(0.5);
  /** A file with these sizes of the whole and of the samples, and a chunk before them. */
  const wav = (wholeBytes: number, dataBytes: number, samples: Uint8Array = pcm): Buffer => {
    const header = Buffer.from(wavHeader(0, LAYOUT));
    header.writeUInt32LE(wholeBytes, 4);
    header.writeUInt32LE(dataBytes, 40);
    return Buffer.concat([header.subarray(0, 36), NOTE, header.subarray(36), samples]);
  };
  const saved = async (bytes: Uint8Array) => {
    const file = path.join(await tempFolder(), 'take.wav');
    await writeFile(file, bytes);
    const facts = { mediaId: 'ab', mime: 'audio/wav', extension: 'wav', sizeBytes: bytes.length, pcmRateHz: null };
    const copy = await openCopy({ ...facts, path: file }, 'received');
    const result = { as: copy.as, bytes: await buffer(copy.bytes) };
    expect((await readFile(file)).equals(bytes)).toBe(true);
    return result;
  };
  const whole = wav(48 + pcm.length, pcm.length);

  it.each([
    ['all ones', 0xffff_ffff, 0xffff_ffff],
    ['all ones of 31 bits', 0x7fff_ffff, 0x7fff_ffff],
    ['as sox writes them', 0x7fff_f024, 0x7fff_f000],
    ['zeros', 0, 0],
    ['2³⁰', 0x4000_0024, 0x4000_0000],
    ['of the first piece only', 1048, 1000],
    ['of the samples only', 0xffff_ffff, pcm.length],
    ['of the whole only', 48 + pcm.length, 0],
    ['of a file that was longer', 48 + 2 * pcm.length, 2 * pcm.length],
  ])('is saved with its true length: sizes %s', async (_name, wholeBytes, dataBytes) => {
    const { as, bytes } = await saved(wav(wholeBytes, dataBytes));
    expect(bytes.equals(whole)).toBe(true);
    expect(as).toBe('wav');
  });

  it('is saved as received if it says so, whatever follows', async () => {
    for (const bytes of [whole, Buffer.concat([whole, NOTE]), Buffer.concat([whole, Buffer.from('<html>')])])
      expect(await saved(bytes)).toEqual({ as: 'received', bytes });
  });

  it('keeps half a sample at its end', async () => {
    const { bytes } = await saved(wav(0, 0, pcm.subarray(0, 1001)));
    expect(parseWavHeader(bytes)?.declaredBytes).toBe(1000);
    expect(bytes.length).toBe(56 + 1001);
  });
});
