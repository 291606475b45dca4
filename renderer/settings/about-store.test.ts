import { expect, it } from 'vitest';
import { ok } from '../../shared/result.ts';
import { failure, fakeIpc } from '../testing/fake-ipc.ts';
import { createAboutStore } from './about-store.ts';

function start() {
  const fake = fakeIpc({ 'updates.check': () => ok({ step: 'available', version: '2.0.0' }) });
  const about = createAboutStore({ ipc: fake.ipc, readNotices: async () => 'Work of others' });
  return { ...fake, about, routes: () => fake.requests.map(({ route }) => route) };
}

it('checks nothing automatically; each press takes the next step', async () => {
  const { about, answers, routes } = start();
  expect(routes()).toEqual([]);
  await about.getState().advance();
  expect(about.getState()).toMatchObject({ step: 'available', version: '2.0.0' });
  answers['updates.download'] = () => ok({ step: 'ready', version: '' });
  const downloading = about.getState().advance();
  expect(about.getState().step).toBe('downloading');
  // A second press during the check starts nothing.
  await about.getState().advance();
  await downloading;
  expect(about.getState()).toMatchObject({ step: 'ready', version: '2.0.0' });
  await about.getState().advance();
  expect(routes()).toEqual(['updates.check', 'updates.download', 'updates.install']);
});

it('allows another check after a failed one', async () => {
  const { about, answers, routes } = start();
  answers['updates.check'] = () => failure('internal.bug');
  await about.getState().advance();
  expect(about.getState().step).toBe('failed');
  await about.getState().advance();
  expect(routes()).toEqual(['updates.check', 'updates.check']);
});

it('shows notices, unless they were closed before they were read', async () => {
  const { about } = start();
  await about.getState().showNotices();
  expect(about.getState().notices).toBe('Work of others');
  about.getState().hideNotices();
  const reading = about.getState().showNotices();
  about.getState().hideNotices();
  await reading;
  expect(about.getState().notices).toBeNull();
});
