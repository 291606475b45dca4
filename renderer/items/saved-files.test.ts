import { expect, it, vi } from 'vitest';
import { appError } from '../../shared/errors.ts';
import { fail } from '../../shared/result.ts';
import { untraced } from '../../tests/support/untraced.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, fakeIpc } from '../testing/fake-ipc.ts';
import { createToastManager } from '../ui/toast-manager.ts';
import { notifySaved } from './saved-files.ts';

type Message = { title: string; description: string; actionProps?: { children: string; onClick: () => void } };

function start() {
  const fake = fakeIpc();
  const toasts = createToastManager();
  const add = vi.spyOn(toasts, 'add');
  const services = { ipc: fake.ipc, toasts, session: createSessionStore({ ipc: fake.ipc, initial: appState() }) };
  return { ...fake, services, told: () => add.mock.calls.map(([message]) => message as Message) };
}

it('the message about a saved file leads to it, and says so when it is gone', async () => {
  const { services, told, answers, requests } = start();
  notifySaved(services, [{ ...untraced('a.wav'), fileId: 'f1' }]);
  expect(told()).toMatchObject([{ title: 'Saved: a.wav', description: '' }]);
  answers['library.showSaved'] = () => fail(appError('export.file_gone', { name: 'a.wav' }));
  told()[0]?.actionProps?.onClick();
  await vi.waitFor(() => expect(told()[1]?.title).toContain('“a.wav” is no longer where it was saved'));
  expect(requests).toContainEqual({ route: 'library.showSaved', input: { fileId: 'f1' } });
});

it('of dragged files only what is not as it was wanted is said; of a closed dialog nothing', () => {
  const { services, told } = start();
  notifySaved(services, [null]);
  notifySaved(services, [untraced('a.wav')]);
  expect(told()).toEqual([]);
  notifySaved(services, [{ ...untraced('a.wav'), mark: 'signed' }]);
  expect(told()).toMatchObject([{ description: expect.stringContaining('1 file was not marked') }]);
  expect(told()[0]?.actionProps).toBeUndefined();
});
