import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseWavHeader, WAV_HEADER_BYTES } from '../../shared/speech/wav.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import type { MediaFile } from './library.ts';
import { writeCopy } from './save-copy.ts';

/** A folder with pcm that was cut in the middle of a sample. */
async function oddPcm() {
  const folder = await tempFolder();
  const file = path.join(folder, 'take.pcm');
  await writeFile(file, Buffer.from([1, 2, 3, 4, 5]));
  const media: MediaFile = {
    mediaId: 'ab',
    path: file,
    mime: 'audio/pcm',
    extension: 'pcm',
    sizeBytes: 5,
    pcmRateHz: 24_000,
  };
  return { folder, media };
}

it('pcm becomes a wav file of whole samples, with every byte that was received', async () => {
  const { folder, media } = await oddPcm();
  const copy = path.join(folder, 'copy.wav');
  await writeCopy(media, 'wav', copy);
  const bytes = await readFile(copy);
  expect(parseWavHeader(bytes)).toMatchObject({ rateHz: 24_000, channels: 1, declaredBytes: 4 });
  expect([...bytes.subarray(WAV_HEADER_BYTES)]).toEqual([1, 2, 3, 4, 5]);
});

it('overwrites no file but the one that was chosen, and a name may be as long as the system allows', async () => {
  const { folder, media } = await oddPcm();
  const copy = path.join(folder, `${'灯'.repeat(83)}x.pcm`);
  await writeFile(path.join(folder, 'copy.pcm.part'), 'mine');
  await writeCopy(media, 'received', copy);
  await writeCopy(media, 'received', path.join(folder, 'copy.pcm'));
  expect([...(await readFile(copy))]).toEqual([1, 2, 3, 4, 5]);
  expect(await readFile(path.join(folder, 'copy.pcm.part'), 'utf8')).toBe('mine');
});

it('a copy that cannot be made whole leaves nothing behind', async () => {
  const { folder, media } = await oddPcm();
  const place = path.join(folder, 'place');
  await mkdir(place);
  const missing = { ...media, path: path.join(folder, 'gone.pcm') };
  await expect(writeCopy(missing, 'received', path.join(place, 'copy.pcm'))).rejects.toThrow('ENOENT');
  expect(await readdir(place)).toEqual([]);
});
