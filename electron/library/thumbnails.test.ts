import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { unplug } from '../../tests/support/unplug.ts';
import type { MediaFile } from './library.ts';
import { createThumbnails } from './thumbnails.ts';

const ID = 'ab'.repeat(32);
const picture = (format: 'webp' | 'png') =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer();

async function open(root?: string) {
  return createThumbnails(root ?? (await tempFolder()), {
    media: async (id) => (id === ID ? ({} as MediaFile) : undefined),
  });
}

it('keeps the latest thumbnail of a stored picture', async () => {
  const thumbnails = await open();
  const bytes = await picture('webp');
  expect(await thumbnails.keep(ID, 'whole', bytes)).toMatchObject({ ok: true });
  expect(await thumbnails.keep(ID, 'whole', bytes)).toMatchObject({ ok: true });
  expect(await readFile(String(thumbnails.pathOf(ID, 'whole')))).toEqual(bytes);
});

it('writes nothing in the place of a library that was taken away', async () => {
  const root = await tempFolder();
  const thumbnails = await open(root);
  const { filesInPlace, plug } = await unplug(root);
  await expect(thumbnails.keep(ID, 'whole', await picture('webp'))).rejects.toThrow('ENOENT');
  expect(await filesInPlace()).toEqual([]);
  await plug();
});

it('refuses bytes that are not webp, and thumbnails of unknown pictures', async () => {
  const thumbnails = await open();
  expect(await thumbnails.keep(ID, 'whole', await picture('png'))).toMatchObject({
    error: { code: 'request.malformed' },
  });
  const other = ID.replaceAll('a', 'c');
  expect(await thumbnails.keep(other, 'whole', await picture('webp'))).toMatchObject({
    error: { code: 'item.not_found' },
  });
  expect([ID, other].some((id) => existsSync(String(thumbnails.pathOf(id, 'whole'))))).toBe(false);
});

it('keeps the whole picture and the changed part beside each other', async () => {
  const thumbnails = await open();
  const [whole, changed] = [await picture('webp'), await picture('webp')];
  await thumbnails.keep(ID, 'whole', whole);
  expect(existsSync(String(thumbnails.pathOf(ID, 'changed')))).toBe(false);
  expect(await thumbnails.keep(ID, 'changed', changed)).toMatchObject({ ok: true });
  expect(thumbnails.pathOf(ID, 'changed')).not.toBe(thumbnails.pathOf(ID, 'whole'));
  expect(await readFile(String(thumbnails.pathOf(ID, 'changed')))).toEqual(changed);
});
