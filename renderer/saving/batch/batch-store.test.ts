import { expect, it, vi } from 'vitest';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { untraced } from '../../../tests/support/untraced.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, editItem, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { createBatchStore } from './batch-store.ts';

const full = appError('storage.failed', { problem: 'full' });

/** A dialog opened for takes of the library, and files that are written where `refuse` allows it. */
async function start(count: number, refuse: (itemId: string) => ReturnType<typeof appError> | null = () => null) {
  const items = Array.from({ length: count }, (_, index) => item(`t${index}`, index, { title: `Take ${index}` }));
  const written: string[] = [];
  const fake = fakeIpc({
    'library.getItems': ({ ids }) => ok({ items: items.filter(({ id }) => ids.includes(id)).toReversed() }),
    'exports.chooseFolder': () => ok({ id: 'folder', name: 'Desk' }),
    'exports.beginItem': ({ itemId }) => {
      const error = refuse(itemId);
      return error === null ? ok({ id: itemId, mediaId: itemId }) : fail(error);
    },
    'exports.copyItem': ({ stem }) => {
      written.push(stem);
      return ok(null);
    },
    'exports.finish': ({ id }) => ok({ files: [untraced(`${id}.wav`)] }),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const exportSound = vi.fn();
  const convertPicture = vi.fn();
  const dispose = vi.fn();
  const store = createBatchStore({
    ipc: fake.ipc,
    session,
    openConverters: () => ({ exportSound, convertPicture, dispose }),
  });
  await store.getState().open({ count, ids: async () => items.map(({ id }) => id).toReversed() });
  return { ...fake, store, items, written, exportSound, convertPicture, dispose };
}

it('saves thousands one after the other, the oldest first, with names of the pattern', async () => {
  const { store, written, requests, dispose } = await start(450);
  store.getState().setTemplate('{number} {title}');
  await store.getState().save();
  expect(written.slice(0, 2)).toEqual(['001 Take 0', '002 Take 1']);
  expect(written).toHaveLength(450);
  expect(store.getState()).toMatchObject({
    running: null,
    outcome: { failures: [], rest: [], folderName: 'Desk' },
  });
  expect(store.getState().outcome?.saved).toHaveLength(450);
  expect(dispose).toHaveBeenCalledOnce();
  const sizes = requests.filter(({ route }) => route === 'library.getItems').map(({ input }) => JSON.stringify(input));
  expect(Math.max(...sizes.map((size) => size.length))).toBeLessThan(4000);
});

it('says what failed and why, with the rest saved, and saves what is left with the same numbers', async () => {
  let isBroken = true;
  const { store, written } = await start(5, (id) =>
    isBroken && id === 't1' ? appError('media.missing', { name: 'Take 1' }) : null,
  );
  store.getState().setTemplate('{number}');
  await store.getState().save();
  expect(store.getState().outcome).toMatchObject({
    saved: { length: 4 },
    failures: [{ entry: { id: 't1' }, error: { code: 'media.missing' } }],
  });
  isBroken = false;
  await store.getState().goOn();
  expect(store.getState().outcome).toMatchObject({ saved: { length: 5 }, failures: [] });
  expect(written).toEqual(['1', '3', '4', '5', '2']);
});

it('an item that was deleted meanwhile is named; a full disk ends the batch after some tries', async () => {
  const { store, items } = await start(2);
  items.shift();
  await store.getState().save();
  expect(store.getState().outcome).toMatchObject({
    saved: { length: 1 },
    failures: [{ entry: { title: 'Take 0' }, error: { code: 'item.not_found' } }],
  });
  const second = await start(100, (id) => (id === 't0' ? null : full));
  await second.store.getState().save();
  const { outcome } = second.store.getState();
  expect(outcome).toMatchObject({ saved: { length: 1 }, stoppedBy: full });
  expect([outcome?.failures.length, outcome?.rest.length]).toEqual([3, 96]);
});

it('cancelling keeps what is saved and offers the rest; closing a running batch cancels it first', async () => {
  const { store, answers } = await start(10);
  const copied = answers['exports.copyItem'];
  answers['exports.copyItem'] = (input) => {
    if (input.id === 't3') store.getState().close();
    return copied?.(input) ?? ok(null);
  };
  await store.getState().save();
  expect(store.getState()).toMatchObject({ asked: { count: 10 }, outcome: { saved: { length: 4 }, stoppedBy: null } });
  expect(store.getState().outcome?.rest).toHaveLength(6);
  store.getState().close();
  expect(store.getState().asked).toBeNull();
});

it('converts what is to be converted, and says of a sound that it cannot be decoded', async () => {
  const { store, exportSound, convertPicture, answers, items, requests } = await start(1);
  const edited = editItem('e', 9);
  answers['library.getItems'] = () => ok({ items: [...items, edited] });
  await store.getState().open({ count: 2, ids: async () => ['t0', 'e'] });
  store.getState().change({ sound: 'mp3', picture: 'jpeg', quality: 70 });
  exportSound.mockResolvedValue(fail(appError('export.line_unreadable', { line: 1, reason: 'x' })));
  answers['library.pictureSource'] = () => ok({ name: '', details: null });
  convertPicture.mockResolvedValue(ok({ bytes: new Uint8Array(3_000_000), isFlattened: false }));
  await store.getState().save();
  expect(store.getState().outcome).toMatchObject({
    saved: { length: 1 },
    failures: [{ error: { code: 'sound.undecodable' } }],
  });
  expect(convertPicture.mock.calls[0]?.slice(0, 2)).toMatchObject(['e', { format: 'jpeg', quality: 70 }]);
  expect(requests.filter(({ route }) => route === 'exports.write')).toHaveLength(3);
});

it('asks nothing and saves nothing while the system’s dialog is closed', async () => {
  const { store, answers, written } = await start(1);
  answers['exports.chooseFolder'] = () => ok(null);
  await store.getState().save();
  expect(store.getState()).toMatchObject({ running: null, outcome: null, error: null });
  expect(written).toEqual([]);
});
