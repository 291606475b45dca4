import { randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { IMPORT_LIMITS } from '../../shared/images/limits.ts';
import { startJobSide } from '../../tests/support/job-side.ts';

/** A PNG of this size with a valid header, followed by noise that no test decodes. */
function pngOf(width: number, height: number, sizeBytes: number): Buffer {
  const file = randomFillSync(Buffer.alloc(sizeBytes));
  file.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  file.set([8, 2, 0, 0, 0], 24);
  return file;
}

test('a picture made by the app may be larger than an imported file', async () => {
  const { importPicture } = await startJobSide();
  const file = pngOf(9000, 8000, IMPORT_LIMITS.maxBytes + 1);
  expect(await importPicture(file)).toMatchObject({ ok: true, data: { widthPx: 9000, sizeBytes: file.length } });
});

test('a picture with too many pixels is refused by its header', async () => {
  const { importPicture } = await startJobSide();
  expect(await importPicture(pngOf(16_384, 16_384, 1000))).toMatchObject({
    ok: false,
    error: { code: 'picture.unusable', details: { problem: 'tooManyPixels' } },
  });
});
