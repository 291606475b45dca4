import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { editItem, item } from '../renderer/testing/fake-ipc.ts';
import type { SpeechItem } from '../shared/contract/library.ts';
import { pcmTone, replies } from '../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../tests/support/job-side.ts';
import { pcmBytes, sweep, wavBytes } from '../tests/support/sounds.ts';
import { tempFolder } from '../tests/support/temp-folder.ts';
import { forgetting, noTraces } from '../tests/support/untraced.ts';
import type { SuggestedName } from './dialogs.ts';
import { createExportFiles } from './export/export-files.ts';
import { createUnfinishedParts } from './export/unfinished-parts.ts';
import { createDragOut } from './library/drag-out.ts';
import type { MediaFile } from './library/library.ts';
import { createSaving } from './saving.ts';
import { createShowing } from './showing.ts';

function placeIn(folder: string, suggested: SuggestedName): { path: string; name: string } {
  const name = typeof suggested === 'string' ? suggested : suggested(1);
  return { path: path.join(folder, name), name };
}

/** A library with one take, and a person who saves into `folder` under the suggested name. */
async function start({ isClosed = false, provenance = noTraces, sound = pcmTone(0.1) as Uint8Array } = {}) {
  const side = await startJobSide();
  side.relay.answerWith(replies.audio(sound));
  const request = { connectionId: 'c', text: 'Hi', voice: null, speed: 1, format: 'pcm' as const, extras: {} };
  const { id } = await side.queue.add('speech', request);
  await side.reaches(id, 'done');
  const place = await tempFolder();
  const startDrag = vi.fn();
  const show = vi.fn();
  const showing = createShowing(side.library, show);
  const saving = createSaving({
    library: side.library,
    dragOut: createDragOut(path.join(place, 'drag-out'), side.library.media, provenance),
    startDrag,
    freeCount: async () => 1,
    unfinished: createUnfinishedParts(path.join(await tempFolder(), 'unfinished.json')),
    provenance,
    remember: showing.remember,
    askSavePath: async (suggested) => (isClosed ? undefined : placeIn(place, suggested)),
  });
  return { saving, showing, show, library: side.library, id, place, startDrag };
}

const png = () =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const refused = (field: string) => ({ ok: false, error: { code: 'request.malformed', details: { field } } });
const missing = { ok: false, error: { code: 'item.not_found' } };

it('rejects bytes that do not match their format', async () => {
  const { saving, place } = await start();
  const bytes = Buffer.from('<!doctype html>');
  expect(await saving.exportMask({ bytes, pictureName: 'mask' })).toMatchObject(refused('bytes'));
  const mask = await png();
  expect(await saving.exportMask({ bytes: mask, pictureName: 'sea.jpg' })).toMatchObject({ ok: true });
  const [name = ''] = await readdir(place);
  expect((await readFile(path.join(place, name))).equals(mask)).toBe(true);
});

it('rejects bytes from the page that are not in the requested format', async () => {
  const { place } = await start();
  const items = {
    edit: editItem('edit', 1),
    take: item('take', 1, { audio: { askedFormat: 'mp3', format: 'mp3', sampleRateHz: 24_000, durationMs: 1 } }),
  };
  const file = path.join(await tempFolder(), 'm.bin');
  await writeFile(file, 'm');
  const media: MediaFile = { mediaId: 'm', path: file, mime: '', extension: 'bin', sizeBytes: 1, pcmRateHz: null };
  const saving = createSaving({
    library: {
      get: async (id) => items[id as keyof typeof items],
      getAll: async () => [],
      media: async () => media,
      using: async () => [],
    },
    dragOut: createDragOut(path.join(place, 'drag-out'), async () => media, noTraces),
    startDrag: vi.fn(),
    freeCount: async () => 1,
    unfinished: createUnfinishedParts(path.join(await tempFolder(), 'unfinished.json')),
    provenance: noTraces,
    remember: forgetting,
    askSavePath: async (suggested) => placeIn(place, suggested),
  });
  expect(
    await saving.savePicture({ id: 'edit', isProtected: false, format: 'jpeg', name: 'a', bytes: await png() }),
  ).toMatchObject(refused('bytes'));
  const wav = Buffer.from('no wav file at all');
  expect(await saving.saveCopy({ id: 'take', as: 'wav', wav })).toMatchObject(refused('wav'));
  expect(await readdir(place)).toEqual([]);
});

it('rejects ids that are not in the library', async () => {
  const { saving, id, place, startDrag } = await start();
  expect(await saving.saveCopy({ id: 'other', as: 'received' })).toMatchObject(missing);
  expect(await saving.saveCopy({ id, as: 'protected' })).toMatchObject(missing);
  expect(
    await saving.savePicture({ id, isProtected: false, format: 'png', name: 'a', bytes: await png() }),
  ).toMatchObject(missing);
  expect(await saving.startDrag({ ids: ['other'] })).toMatchObject({ ok: true });
  expect(startDrag).not.toHaveBeenCalled();
  expect(await readdir(place)).toEqual([]);
});

it('the system is given no drag whose button went up while its copies were made, or that another has replaced', async () => {
  const { saving, id, startDrag } = await start();
  const late = saving.startDrag({ ids: [id] });
  await saving.endDrag();
  expect(await late).toEqual({ ok: true, data: { files: [] } });
  expect(startDrag).not.toHaveBeenCalled();
  const [first, second] = [saving.startDrag({ ids: [id] }), saving.startDrag({ ids: [id] })];
  await Promise.all([first, second]);
  expect(startDrag).toHaveBeenCalledOnce();
});

it('a cancelled dialog writes nothing and is not an error', async () => {
  const { saving, id, place } = await start({ isClosed: true });
  expect(await saving.saveCopy({ id, as: 'received' })).toEqual({ ok: true, data: { file: null } });
  expect(await readdir(place)).toEqual([]);
});

it('a saved copy and the file in the library are shown in their folders, and nothing else is', async () => {
  const { saving, showing, show, library, id, place } = await start();
  const saved = await saving.saveCopy({ id, as: 'received' });
  const { fileId = '', name = '' } = (saved.ok && saved.data.file) || {};
  expect(await showing.showSaved({ fileId })).toMatchObject({ ok: true });
  expect(show).toHaveBeenLastCalledWith(path.join(place, name));
  const item = await library.get(id);
  const media = item?.kind === 'speech' ? await library.media(item.mediaId) : undefined;
  expect(await showing.showItem({ id })).toMatchObject({ ok: true });
  expect(show).toHaveBeenLastCalledWith(media?.path);

  show.mockClear();
  await rm(path.join(place, name));
  await rm(media?.path ?? '');
  const gone = { ok: false, error: { code: 'export.file_gone' } };
  expect(await showing.showSaved({ fileId })).toMatchObject({ ...gone, error: { details: { name } } });
  expect(await showing.showSaved({ fileId: '../settings.json' })).toMatchObject(gone);
  const absent = { code: 'media.missing', details: { name: 'Hi', path: media?.path } };
  expect(await showing.showItem({ id })).toMatchObject({ ok: false, error: absent });
  expect(await showing.showItem({ id: 'other' })).toMatchObject(missing);
  expect(show).not.toHaveBeenCalled();
});

// SM-30
it.each([
  ['all ones', 0xffff_ffff],
  ['zero', 0],
  ['that of the first piece', 1000],
])('a wav file that says no length leaves the app with its own, whichever way: %s', async (_name, declared) => {
  const pcm = pcmBytes(sweep(0.3));
  const { saving, library, id, place, startDrag } = await start({ sound: wavBytes(pcm, declared) });
  const { mediaId } = (await library.get(id)) as SpeechItem;
  const stored = await library.media(mediaId);
  expect(await saving.saveCopy({ id, as: 'received' })).toMatchObject({ ok: true });
  expect(await saving.startDrag({ ids: [id] })).toMatchObject({ ok: true });
  const exports = createExportFiles({
    library,
    askSavePath: async () => undefined,
    askSaveFolder: async () => place,
    freeBytes: async () => undefined,
    unfinished: createUnfinishedParts(path.join(await tempFolder(), 'unfinished.json')),
    provenance: noTraces,
    remember: forgetting,
    onBusy: () => undefined,
  });
  const folder = await exports.chooseFolder();
  const begun = await exports.beginItem({ folderId: (folder.ok && folder.data?.id) || '', itemId: id });
  const exportId = begun.ok ? begun.data.id : '';
  expect(await exports.copyItem({ id: exportId, stem: 'one of several' })).toMatchObject({ ok: true });
  expect(await exports.finish({ id: exportId })).toMatchObject({ ok: true });

  const names = (await readdir(place)).filter((name) => name.endsWith('.wav'));
  const files = [...names.map((name) => path.join(place, name)), ...startDrag.mock.calls.flat(2)];
  expect(files).toHaveLength(3);
  for (const file of files) expect((await readFile(file)).equals(wavBytes(pcm))).toBe(true);
  expect((await readFile(stored?.path ?? '')).equals(wavBytes(pcm, declared))).toBe(true);
});
