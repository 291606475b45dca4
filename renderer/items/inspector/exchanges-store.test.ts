import { expect, test } from 'vitest';
import { ok } from '../../../shared/result.ts';
import { fakeIpc, job, settle } from '../../testing/fake-ipc.ts';
import { createExchangesStore } from './exchanges-store.ts';

test('exchanges are read while they are watched, again when the job changes, and released afterwards', async () => {
  const { ipc, requests, emit } = fakeIpc({ 'exchanges.list': () => ok([]) });
  const store = createExchangesStore({ ipc });
  const [leave, leaveToo] = [store.getState().watch('a'), store.getState().watch('a')];
  await settle();
  expect(store.getState().lists).toEqual(new Map([['a', []]]));
  const read = requests.length;
  emit('job.updated', job('b'));
  expect(requests).toHaveLength(read);
  emit('job.updated', job('a'));
  expect(requests).toHaveLength(read + 1);
  leave();
  await settle();
  expect(store.getState().lists).toEqual(new Map([['a', []]]));
  leaveToo();
  expect(store.getState().lists).toEqual(new Map());
  emit('job.updated', job('a'));
  expect(requests).toHaveLength(read + 1);
});

test('nothing is known of an id before it is read, whatever it is', () => {
  const { ipc } = fakeIpc({ 'exchanges.list': () => ok([]) });
  // Ids are letters, and may come from somebody else's library.
  expect(createExchangesStore({ ipc }).getState().lists.get('constructor')).toBeUndefined();
});
