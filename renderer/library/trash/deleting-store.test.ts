import { expect, it } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { fakeIpc } from '../../testing/fake-ipc.ts';
import { createDeletingStore } from './deleting-store.ts';

it('what is in the trash is counted again when that changes, until it is being deleted', async () => {
  let count = 0;
  const { ipc, emit, requests } = fakeIpc({
    'library.trashSummary': () => ok({ count, bytes: 0, inUseCount: 0 }),
    'library.deleteForGood': () => new Promise(() => undefined),
  });
  const store = createDeletingStore({ ipc, unload: () => undefined, notify: () => undefined });
  const change = (): void => emit('library.changed', { ids: ['a'] });
  change();
  await store.getState().ask({ kind: 'items', ids: ['a'] });
  expect(store.getState().summary).toMatchObject({ count: 0 });
  // The item was still on its way to the trash.
  count = 1;
  change();
  await eventually(() => expect(store.getState().summary).toMatchObject({ count: 1 }));
  void store.getState().confirm();
  change();
  expect(requests.map(({ route }) => route)).toEqual([
    'library.trashSummary',
    'library.trashSummary',
    'library.deleteForGood',
  ]);
});
