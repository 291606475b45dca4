import { expect, it } from 'vitest';
import { DEFAULT_VOICE } from '../../shared/speech/limits.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { createShellStore } from '../shell/shell-store.ts';
import { appState, editJob, fakeIpc, job } from '../testing/fake-ipc.ts';
import { followGettingStarted } from './getting-started.ts';

const made = job('a', { request: { ...job('a').request, voice: DEFAULT_VOICE } });

function start() {
  const { ipc, emit, requests } = fakeIpc();
  const session = createSessionStore({ ipc, initial: appState() });
  const shell = createShellStore();
  let openPicture = (): void => undefined;
  const stop = followGettingStarted({
    session,
    shell,
    onPicture: (act) => {
      openPicture = act;
      return () => undefined;
    },
  });
  const steps = () => session.getState().settings.help.stepsDone;
  return { emit, requests, shell, steps, stop, openPicture: () => openPicture(), session };
}

it('ticks off the sound when a take arrives, and not while it is made', () => {
  const { emit, steps } = start();
  emit('job.updated', { ...made, state: 'receiving' });
  expect(steps()).toEqual([]);
  emit('job.updated', { ...made, state: 'done' });
  expect(steps()).toEqual(['sound']);
});

it('ticks off another voice when a take has another than the first', () => {
  const { emit, steps } = start();
  emit('job.updated', { ...made, state: 'done', request: { ...made.request, voice: 'another' } });
  expect(steps()).toEqual(['sound', 'voice']);
});

it('ticks off the edit only with a mask, and the library only once both are made', () => {
  const { emit, steps, shell, openPicture } = start();
  const edit = editJob('e');
  const mask = {
    coverageMediaId: 'c'.repeat(64),
    wireMediaId: null,
    choice: 'automatic',
    annotatedMediaId: null,
    sentPrompt: null,
    detail: 'auto',
    contextRatio: null,
  } as const;
  shell.getState().openTab('library');
  openPicture();
  emit('job.updated', { ...edit, id: 'plain', state: 'done', request: { ...edit.request, mask: null } });
  expect(steps()).toEqual(['picture']);
  emit('job.updated', { ...edit, state: 'done', request: { ...edit.request, mask } });
  emit('job.updated', { ...made, state: 'done' });
  expect(steps()).toEqual(['sound', 'picture', 'edit']);
  shell.getState().openTab('speech');
  shell.getState().openTab('library');
  expect(steps()).toEqual(['sound', 'picture', 'edit', 'library']);
});

it('keeps a step once, in the settings, and leaves the strip as it is', () => {
  const { emit, requests, openPicture, session } = start();
  session.getState().updateSettings({ help: { isGettingStartedOpen: true, stepsDone: [] } });
  openPicture();
  openPicture();
  emit('settings.changed', session.getState());
  const help = { isGettingStartedOpen: true, stepsDone: ['picture'] };
  expect(requests.filter(({ route }) => route === 'settings.update').slice(1)).toEqual([
    { route: 'settings.update', input: { help } },
  ]);
});
