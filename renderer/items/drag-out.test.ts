import { expect, it, vi } from 'vitest';
import { ok } from '../../shared/result.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, fakeIpc } from '../testing/fake-ipc.ts';
import { createToastManager } from '../ui/toast-manager.ts';
import { dragItemsOut } from './item-actions.ts';

/** A page in which a drag has begun. */
function start() {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  const fake = fakeIpc();
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const asked = () => fake.requests.map(({ route }) => route).filter((route) => route.endsWith('Drag'));
  const release = () => events.dispatchEvent(new Event('pointerup'));
  return { ...fake, services: { ipc: fake.ipc, session, toasts: createToastManager() }, asked, release };
}

it('main hears when the button goes up while it prepares the files, and not afterwards', async () => {
  const { services, answers, asked, release } = start();
  const prepared = Promise.withResolvers<void>();
  answers['library.startDrag'] = () => prepared.promise.then(() => ok({ files: [] }));
  const dragged = dragItemsOut(services, ['a'], vi.fn());
  await vi.waitFor(() => expect(asked()).toEqual(['library.startDrag']));
  release();
  expect(asked()).toEqual(['library.startDrag', 'library.endDrag']);
  prepared.resolve();
  await dragged;
  release();
  expect(asked()).toHaveLength(2);
});

it('a drag that ended before its items were known asks for nothing', async () => {
  const { services, asked, release } = start();
  const ids = Promise.withResolvers<string[]>();
  const dragged = dragItemsOut(services, ids.promise, vi.fn());
  release();
  ids.resolve(['a']);
  await dragged;
  expect(asked()).not.toContain('library.startDrag');
});
