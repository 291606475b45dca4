import { mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { editRequest } from '../../renderer/testing/fake-ipc.ts';
import type { SpeechItem } from '../../shared/contract/library.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import { tempFolder } from '../../tests/support/temp-folder.ts';
import { forgetting, noTraces } from '../../tests/support/untraced.ts';
import { createUnfinishedParts } from '../export/unfinished-parts.ts';
import { createSaving } from '../saving.ts';
import { createDragOut } from './drag-out.ts';
import { createMissingMedia } from './missing-media.ts';

const request = { connectionId: 'c', text: 'Hi', voice: 'v', speed: 1, format: 'pcm' as const, extras: {} };

/** A library with takes of one request; `choose` is the file that the person chooses in the dialog. */
async function start(takes = 1) {
  const side = await startJobSide();
  const items: SpeechItem[] = [];
  for (let number = 1; number <= takes; number++) {
    side.relay.answerWith(replies.audio(pcmTone(number / 10)));
    const { id } = await side.queue.add('speech', request, { fingerprint: 'f' });
    await side.reaches(id, 'done');
    const [item] = await side.items();
    if (item?.kind === 'speech') items.push(item);
  }
  const [item] = items;
  if (!item) throw new Error('No take was made.');
  const place = await tempFolder();
  const onLocated = vi.fn();
  let chosen: string | undefined;
  const missing = createMissingMedia({
    findMedia: side.library.media,
    store: side.media,
    askFile: async () => chosen,
    onLocated,
  });
  const fileOf = async ({ mediaId }: { mediaId: string }) => (await side.library.media(mediaId))?.path ?? '';
  const choose = (file: string | undefined): void => {
    chosen = file;
  };
  return { ...side, items, item, file: await fileOf(item), fileOf, place, missing, onLocated, choose };
}

/** The files that are being received. */
const incoming = async (file: string) =>
  readdir(path.join(path.dirname(file), '..', '..', 'incoming')).catch((): string[] => []);

// fault 6, fault 33
it('reports which files are missing or have another size, and where they should be', async () => {
  const { missing, item, file } = await start();
  const { mediaId } = item;
  expect(await missing.find([mediaId, 'f'.repeat(64)])).toEqual([]);
  await truncate(file, 10);
  expect(await missing.find([mediaId])).toEqual([{ mediaId, state: 'changed', path: file }]);
  await rm(file);
  expect(await missing.find([mediaId])).toEqual([{ mediaId, state: 'missing', path: file }]);
  await mkdir(file);
  expect(await missing.find([mediaId])).toMatchObject([{ state: 'changed' }]);
  await rm(path.dirname(file), { recursive: true });
  expect(await missing.find([mediaId])).toMatchObject([{ state: 'missing' }]);
});

it('the located file is copied into its place, over a changed one too, and stays where it was', async () => {
  const { missing, item, file, place, onLocated, choose } = await start();
  const bytes = await readFile(file);
  const found = path.join(place, 'found.pcm');
  await rename(file, found);
  for (const before of [undefined, 'cut']) {
    if (before !== undefined) await writeFile(file, before);
    choose(found);
    expect(await missing.locate(item.mediaId)).toEqual({ ok: true, data: true });
    expect((await readFile(file)).equals(bytes)).toBe(true);
    expect((await readFile(found)).equals(bytes)).toBe(true);
    expect(await missing.find([item.mediaId])).toEqual([]);
  }
  expect(onLocated).toHaveBeenCalledTimes(2);
  expect(await incoming(file)).toEqual([]);
});

it('another file is refused and changes nothing, also one of the same size; a closed dialog is no error', async () => {
  const { missing, item, file, place, onLocated, choose } = await start();
  await rm(file);
  const other = path.join(place, 'other.pcm');
  for (const bytes of [Buffer.alloc(item.sizeBytes), Buffer.from('short')]) {
    await writeFile(other, bytes);
    choose(other);
    expect(await missing.locate(item.mediaId)).toMatchObject({
      ok: false,
      error: { code: 'media.another', details: { name: 'other.pcm' } },
    });
  }
  choose(path.join(place, 'not there'));
  expect(await missing.locate(item.mediaId)).toMatchObject({ ok: false, error: { code: 'storage.failed' } });
  choose(undefined);
  expect(await missing.locate(item.mediaId)).toEqual({ ok: true, data: false });
  expect(await missing.locate('f'.repeat(64))).toMatchObject({ ok: false, error: { code: 'item.not_found' } });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await incoming(file)).toEqual([]);
  expect(onLocated).not.toHaveBeenCalled();
});

it('a take whose file is missing is not already made, and not the sample of its voice: the next one is, or none', async () => {
  const { library, items, fileOf } = await start(2);
  const [older, newer] = items;
  if (!older || !newer) throw new Error('Two takes were expected.');
  const print = newer.fingerprint;
  const offered = async () => [await library.findMade(print), (await library.sampledVoices())[0]?.itemId];
  expect(await offered()).toEqual([newer.id, newer.id]);
  await rm(await fileOf(newer));
  expect(await offered()).toEqual([older.id, older.id]);
  await truncate(await fileOf(older), 1);
  expect(await offered()).toEqual([undefined, undefined]);
});

it('saving and dragging a take whose file is missing names it and its place, and asks for no place', async () => {
  const { library, item, file, place } = await start();
  await rm(file);
  const ask = vi.fn();
  const startDrag = vi.fn();
  const dragOut = createDragOut(path.join(place, 'drag-out'), library.media, noTraces);
  const saving = createSaving({
    library,
    dragOut,
    startDrag,
    askSavePath: ask,
    freeCount: async () => 1,
    unfinished: createUnfinishedParts(path.join(place, 'unfinished.json')),
    provenance: noTraces,
    remember: forgetting,
  });
  const named = { ok: false, error: { code: 'media.missing', details: { name: item.title, path: file } } };
  expect(await saving.saveCopy({ id: item.id, as: 'received' })).toMatchObject(named);
  expect(await saving.startDrag({ ids: [item.id] })).toMatchObject(named);
  expect([ask.mock.calls, startDrag.mock.calls]).toEqual([[], []]);
});

it('an edit with a missing picture is refused before anything is sent', async () => {
  const { queue, relay, importPicture, library, store, reaches } = await start();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const taken = await importPicture(png);
  if (!taken.ok) throw new Error('The picture was not taken.');
  const { mediaId } = taken.data;
  const file = (await library.media(mediaId))?.path ?? '';
  await rm(file);
  const before = relay.requests.length;
  const sent = [{ kind: 'media' as const, mediaId, wireMediaId: mediaId }];
  const { id } = await queue.add('edit', editRequest({ connectionId: 'c', pictures: sent, mask: null }));
  await reaches(id, 'failed');
  expect(await store.find(id)).toMatchObject({
    error: { code: 'media.missing', billed: 'no', details: { path: file } },
  });
  expect(relay.requests.length).toBe(before);
});
