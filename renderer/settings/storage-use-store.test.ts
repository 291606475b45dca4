import { expect, test } from 'vitest';
import type { StorageUse } from '../../shared/contract/storage-use.ts';
import { appError } from '../../shared/errors.ts';
import { fail, ok } from '../../shared/result.ts';
import { STORAGE_KINDS } from '../../shared/storage/storage-kinds.ts';
import { fakeIpc } from '../testing/fake-ipc.ts';
import { createStorageUseStore } from './storage-use-store.ts';

const useOf = (recoverable: number, freedBytes = 0): StorageUse => ({
  bytes: { ...(Object.fromEntries(STORAGE_KINDS.map((kind) => [kind, 0])) as StorageUse['bytes']), recoverable },
  freedBytes,
  freeBytes: null,
});

test('counts, shows progress, and one thing at a time', async () => {
  const answer = Promise.withResolvers<StorageUse>();
  const { ipc, emit, requests } = fakeIpc({ 'library.measure': async () => ok(await answer.promise) });
  const store = createStorageUseStore({ ipc });
  emit('library.swept', { doneRatio: 0.1 });
  expect(store.getState().work).toBeNull();
  const counted = store.getState().measure();
  emit('library.swept', { doneRatio: 0.5 });
  expect(store.getState().work).toEqual({ kind: 'measure', doneRatio: 0.5 });
  await store.getState().freeUp();
  expect(requests).toHaveLength(1);
  answer.resolve(useOf(5));
  await counted;
  expect(store.getState()).toMatchObject({ work: null, use: { bytes: { recoverable: 5 } }, freedBytes: null });
});

test('says what was freed, and what went wrong; counts stay when they cannot be had anew', async () => {
  const { ipc, answers } = fakeIpc({ 'library.freeUp': () => ok(useOf(0, 7)) });
  const store = createStorageUseStore({ ipc });
  await store.getState().freeUp();
  expect(store.getState()).toMatchObject({ freedBytes: 7, use: { freedBytes: 7 } });
  answers['library.measure'] = () => ok(null);
  await store.getState().measure();
  expect(store.getState().use).not.toBeNull();
  answers['library.measure'] = () => fail(appError('storage.failed', { reason: 'EIO' }));
  await store.getState().measure();
  expect(store.getState().error?.code).toBe('storage.failed');
  store.getState().dismissError();
  expect(store.getState().error).toBeNull();
});
