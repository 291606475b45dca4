import { expect, it, vi } from 'vitest';
import { appError } from '../../shared/errors.ts';
import { pcmTone, replies } from '../../tests/fakes/scripted-relay.ts';
import { startJobSide } from '../../tests/support/job-side.ts';
import type { Transfers } from '../transfers.ts';
import { libraryHandlers } from './library.ts';

/** The handlers of a library with one take. */
async function start() {
  const { queue, relay, reaches, library } = await startJobSide();
  relay.answerWith(replies.audio(pcmTone(0.1)));
  const { id } = await queue.add('speech', {
    connectionId: 'c',
    text: 'Hi',
    voice: null,
    speed: 1,
    format: 'pcm',
    extras: {},
  });
  await reaches(id, 'done');
  const onLibraryChanged = vi.fn();
  const onStorageFailed = vi.fn();
  const saving = {
    saveCopy: vi.fn(),
    savePicture: vi.fn(),
    pictureSource: vi.fn(),
    startDrag: vi.fn(),
    endDrag: vi.fn(),
    exportMask: vi.fn(),
  };
  const findings = { setPictureUsed: vi.fn() };
  const conflictCopies = async () => ({ count: 1, names: ['settings-DESK.json'] });
  const maintenance = { verify: vi.fn(), rebuild: vi.fn(), stop: vi.fn() };
  const sweeps = { measure: vi.fn(), freeUp: vi.fn() };
  const deleteForGood = { summary: vi.fn(), deleteItems: vi.fn(), empty: vi.fn() };
  const transfers = { isBusy: () => false } as Transfers;
  return {
    id,
    library,
    onStorageFailed,
    onLibraryChanged,
    handlers: libraryHandlers({
      library,
      findings,
      checkedReplies: { settleOf: vi.fn() },
      saving,
      showing: { showItem: vi.fn(), showSaved: vi.fn() },
      conflictCopies,
      maintenance,
      sweeps,
      deleteForGood,
      transfers,
      onLibraryChanged,
      onStorageFailed,
    }),
  };
}

it('trashes and restores a take, and notifies the page each time', async () => {
  const { id, handlers, onLibraryChanged } = await start();
  const count = async (): Promise<number> => {
    const listed = await handlers['library.list']({
      search: '',
      kind: null,
      beforeId: null,
      limit: 10,
      isTrashed: false,
    });
    return listed.ok ? listed.data.items.length : -1;
  };
  await handlers['library.trash']({ ids: [id] });
  expect([await count(), onLibraryChanged.mock.calls]).toEqual([0, [[[id]]]]);
  await handlers['library.restore']({ ids: [id] });
  expect([await count(), onLibraryChanged.mock.calls]).toEqual([1, [[[id]], [[id]]]]);
});

it('renames a take, which is then found by its title, and still by its text', async () => {
  const { id, handlers, onLibraryChanged } = await start();
  await handlers['library.setKept']([{ ids: [id], change: { title: 'Greeting' } }]);
  expect(onLibraryChanged.mock.calls).toEqual([[[id]]]);
  const found = async (search: string) => {
    const listed = await handlers['library.list']({ search, kind: null, beforeId: null, limit: 9, isTrashed: false });
    return listed.ok ? listed.data.items.map(({ title }) => title) : listed;
  };
  expect([await found('greeting'), await found('hi'), await found('other')]).toEqual([['Greeting'], ['Greeting'], []]);
});

it('an item that is not in the library is returned as an error', async () => {
  const { id, handlers, onLibraryChanged } = await start();
  expect(await handlers['library.getItem']({ id })).toMatchObject({ ok: true, data: { id, kind: 'speech' } });
  const missing = { ok: false, error: { code: 'item.not_found' } };
  expect(await handlers['library.getItem']({ id: 'other' })).toMatchObject(missing);
  // A take has no verdict.
  expect(await handlers['library.overrideVerdict']({ id, verdict: 'used' })).toMatchObject(missing);
  expect(onLibraryChanged).not.toHaveBeenCalled();
});

it('has the disk looked at when it failed in the middle of a change of many items', async () => {
  const { id, library, handlers, onStorageFailed } = await start();
  const error = appError('storage.failed', { problem: 'vanished' });
  vi.spyOn(library, 'setKept').mockResolvedValueOnce({ undo: [], unchangedIds: [id], error });
  const asked = [{ ids: [id], change: { isStarred: true } }];
  expect(await handlers['library.setKept'](asked)).toMatchObject({ ok: true, data: { unchangedIds: [id] } });
  expect(onStorageFailed).toHaveBeenCalledOnce();
  await handlers['library.setKept'](asked);
  expect(onStorageFailed).toHaveBeenCalledOnce();
});
