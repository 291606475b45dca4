import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { parseWavHeader, WAV_HEADER_BYTES } from '../../shared/speech/wav.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { copyBytes } from './save-copy.ts';

it('pcm that was cut in a sample becomes a wav file of whole samples, with every byte that was received', async () => {
  const file = path.join(await tempFolder(), 'take.pcm');
  await writeFile(file, Buffer.from([1, 2, 3, 4, 5]));
  const facts = { mediaId: 'ab', mime: 'audio/pcm', extension: 'pcm', sizeBytes: 5, pcmRateHz: 24_000 };
  const bytes = await buffer(copyBytes({ ...facts, path: file }, 'wav'));
  expect(parseWavHeader(bytes)).toMatchObject({ rateHz: 24_000, channels: 1, declaredBytes: 4 });
  expect([...bytes.subarray(WAV_HEADER_BYTES)]).toEqual([1, 2, 3, 4, 5]);
});
