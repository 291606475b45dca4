import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { item } from '../../renderer/testing/fake-ipc.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { mountSmallDisk } from '../../tests/support/small-disk.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { forgetting, noTraces, untraced } from '../../tests/support/untraced.ts';
import { freeBytesOf } from '../disk-space.ts';
import { createExportFiles } from './export-files.ts';
import { createUnfinishedParts } from './unfinished-parts.ts';

const SAMPLES = Buffer.alloc(4800, 7);

/** Items saved into a folder by a person; the files of the items are there to be removed. */
async function start(items: readonly SpeechItem[], into?: string) {
  const folder = into ?? (await tempFolder());
  const [media, lists] = [await tempFolder(), await tempFolder()];
  const fileOf = (id: string): string => path.join(media, `${id}.pcm`);
  for (const { mediaId } of items) await writeFile(fileOf(mediaId), SAMPLES);
  const list = path.join(lists, 'list.json');
  const files = createExportFiles({
    onBusy: () => undefined,
    library: {
      get: async (id) => items.find((one) => one.id === id),
      getAll: async () => [],
      media: async (mediaId) => ({
        mediaId,
        path: fileOf(mediaId),
        mime: 'audio/pcm',
        extension: 'pcm',
        sizeBytes: SAMPLES.length,
        pcmRateHz: 24_000,
      }),
    },
    askSavePath: async () => undefined,
    askSaveFolder: async () => folder,
    freeBytes: freeBytesOf,
    unfinished: createUnfinishedParts(list),
    provenance: noTraces,
    remember: forgetting,
  });
  const chosen = await files.chooseFolder();
  if (!chosen.ok || chosen.data === null) throw new Error('No folder');
  const folderId = chosen.data.id;
  const copy = async (itemId: string, stem: string) => {
    const begun = await files.beginItem({ folderId, itemId });
    if (!begun.ok) return begun;
    const { id } = begun.data;
    const copied = await files.copyItem({ id, stem });
    return copied.ok ? files.finish({ id }) : copied;
  };
  return { folder, files, folderId, fileOf, copy, list, lists };
}

// fault 38
it('each item is a file as soon as it is whole, and equal names are numbered beside those that were there', async () => {
  const { folder, copy } = await start([item('a', 1), item('b', 2), item('c', 3)]);
  await writeFile(path.join(folder, 'One (2).wav'), 'of a person');
  expect(await copy('a', 'One')).toEqual({ ok: true, data: { files: [untraced('One.wav')] } });
  expect(await readdir(folder)).toHaveLength(2);
  expect(await copy('b', 'One')).toEqual({ ok: true, data: { files: [untraced('One (3).wav')] } });
  expect(await copy('c', '../con')).toEqual({ ok: true, data: { files: [untraced('untitled con.wav')] } });
  expect((await readFile(path.join(folder, 'One (3).wav'))).subarray(-SAMPLES.length)).toEqual(SAMPLES);
  expect(await readFile(path.join(folder, 'One (2).wav'), 'utf8')).toBe('of a person');
});

it('an item that is gone, or whose file is missing, is refused by itself; the others are saved', async () => {
  const { folder, fileOf, copy } = await start([item('a', 1, { title: 'Lost' }), item('b', 2)]);
  await rm(fileOf(item('a', 1).mediaId));
  expect(await copy('a', 'a')).toMatchObject({ error: { code: 'media.missing', details: { name: 'Lost' } } });
  expect(await copy('deleted', 'b')).toMatchObject({ error: { code: 'item.not_found' } });
  expect(await copy('b', 'b')).toMatchObject({ ok: true });
  expect(await readdir(folder)).toEqual(['b.wav']);
});

it('what was saved stays when the folder vanishes, the disk is full, or the page is gone', async ({ skip }) => {
  const vanishing = path.join(await tempFolder(), 'drive');
  await mkdir(vanishing);
  const first = await start([item('a', 1)], vanishing);
  await rm(vanishing, { recursive: true });
  expect(await first.copy('a', 'a')).toMatchObject({ error: { code: 'storage.failed', details: { problem: 'gone' } } });
  await expect(readdir(vanishing)).rejects.toThrow('ENOENT');

  const left = await start([item('a', 1), item('b', 2)]);
  await left.copy('a', 'a');
  const begun = await left.files.beginItem({ folderId: left.folderId, itemId: 'b' });
  if (!begun.ok) throw new Error('Not begun');
  await left.files.copyItem({ id: begun.data.id, stem: 'b' });
  expect(await readdir(left.lists)).toEqual(['list.json']);
  await left.files.abortAll();
  expect(await readdir(left.folder)).toEqual(['a.wav']);
  expect(await readdir(left.lists)).toEqual([]);
  expect(await left.copy('b', 'b')).toMatchObject({ error: { code: 'export.over' } });

  const disk = mountSmallDisk(1);
  if (disk === undefined) return skip('Mounting is not allowed here.');
  onTestFinished(disk.unmount);
  const full = await start([item('a', 1), item('b', 2)], disk.folder);
  await full.copy('a', 'a');
  await disk.fill(1000);
  expect(await full.copy('b', 'b')).toMatchObject({ error: { code: 'storage.failed', details: { problem: 'full' } } });
  expect((await readdir(disk.folder)).sort()).toEqual(['a.wav', 'filler']);
  disk.makeRoom();
  expect(await full.copy('b', 'b')).toMatchObject({ ok: true });
});

it('the unfinished file of a killed process is removed at the next start', async () => {
  const { folder, files, folderId, copy, list } = await start([item('a', 1), item('b', 2)]);
  await copy('a', 'a');
  const begun = await files.beginItem({ folderId, itemId: 'b' });
  if (begun.ok) await files.copyItem({ id: begun.data.id, stem: 'b' });
  expect(await readdir(folder)).toHaveLength(2);
  await createUnfinishedParts(list).sweep();
  expect(await readdir(folder)).toEqual(['a.wav']);
});
