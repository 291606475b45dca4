import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { editItem, editRequest, picture } from '../../renderer/testing/fake-ipc.ts';
import type { EditItem } from '../../shared/contract/library.ts';
import { exifDensity, readExif } from '../../shared/images/metadata/exif-details.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { readSourceDetails } from './source-details.ts';

/** An edit of one picture that made another. */
const editOf = (id: string, source: string, made: string): EditItem =>
  editItem(id, 1, {
    request: editRequest({ pictures: [{ kind: 'media', mediaId: source, wireMediaId: source }] }),
    raw: { ...picture(made), mediaId: made, state: 'whole' },
  });

async function libraryOf(items: readonly EditItem[], bytes: Uint8Array | undefined) {
  const file = path.join(await tempFolder(), 'photo');
  if (bytes) await writeFile(file, bytes);
  const media = { mediaId: 'photo', path: file, mime: '', extension: 'jpg', sizeBytes: 1, pcmRateHz: null };
  return {
    media: async (mediaId: string) => (mediaId === 'photo' ? media : undefined),
    using: async (mediaId: string) =>
      items.filter(({ raw, request }) => [raw.mediaId, request.pictures[0]?.mediaId].includes(mediaId)),
  };
}

const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'Ada' } })
    .withMetadata({ density: 300 })
    .jpeg()
    .toBuffer();

it('the details are those of the picture with which the edits began', async () => {
  const [first, second, third] = [editOf('1', 'photo', 'a'), editOf('2', 'a', 'b'), editOf('3', 'b', 'c')];
  const library = await libraryOf([third, second, first], await photo());
  const details = await readSourceDetails(third, library);
  const read = readExif(details?.exif ?? new Uint8Array());
  expect(read && exifDensity(read)).toEqual({ x: 300, y: 300 });
  expect(Buffer.from(details?.exif ?? []).includes('Ada')).toBe(true);
});

it('edits that led to each other in a circle end', async () => {
  const [first, second] = [editOf('1', 'b', 'a'), editOf('2', 'a', 'b')];
  expect(await readSourceDetails(first, await libraryOf([first, second], await photo()))).toBeNull();
});

it('there are none where the file is gone or says nothing, and none where it is no picture', async () => {
  const edit = editOf('1', 'photo', 'a');
  expect(await readSourceDetails(edit, await libraryOf([edit], undefined))).toBeNull();
  const nothing = { exif: null, density: null };
  expect(await readSourceDetails(edit, await libraryOf([edit], Buffer.from('text')))).toEqual(nothing);
});
