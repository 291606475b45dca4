import { describe, expect, test, vi } from 'vitest';
import type { SpeechItem } from '../../shared/contract/library.ts';
import type { Script } from '../../shared/contract/scripts.ts';
import { appError } from '../../shared/errors.ts';
import { createTranslator } from '../../shared/i18n/all.ts';
import { fail, ok } from '../../shared/result.ts';
import { createAuditionPlayer } from '../engines/audio/audition-player.ts';
import { createSettingsStore } from '../settings/settings-store.ts';
import { createShellStore } from '../shell/shell-store.ts';
import { createAuditionStore } from '../speech/audition-store.ts';
import { createScriptList } from '../speech/script/script-list.ts';
import { createSpeechStore } from '../speech/speech-store.ts';
import { type appState, editItem, editRequest, item, job, settle } from '../testing/fake-ipc.ts';
import { startImages } from '../testing/images.ts';
import { startScript } from '../testing/work.ts';
import { restoreWork } from './restore-work.ts';
import { createShowElsewhere } from './show-elsewhere.ts';

const KEPT: Script = {
  id: 'kept',
  title: 'Kept',
  text: 'One.\nTwo.',
  lines: [{ id: 'two', index: 1, takeIds: [], usedTakeId: null }],
  cast: [],
  lexicon: [],
  createdAtMs: 1,
  changedAtMs: 1,
};

/** The stores of all screens over one fake main. */
function start({ takes = [], ...change }: Parameters<typeof appState>[0] & { takes?: SpeechItem[] } = {}) {
  const studio = startImages(change);
  const { ipc, session, drafts, history, answers } = studio;
  answers['library.list'] = ({ kind }) => ok({ items: kind === 'speech' ? takes : [], hasMore: false });
  answers['scripts.read'] = ({ id }) => (id === 'kept' ? ok(KEPT) : fail(appError('script.not_found')));
  const script = startScript(ipc, session, drafts);
  const nothing = vi.fn();
  const sound = { play: nothing, prepare: nothing, expect: nothing, awaits: () => false, endLive: nothing };
  const speech = createSpeechStore({ ...studio, script, sound: { ...sound, settleLive: nothing }, hear: nothing });
  const scripts = createScriptList({
    ipc,
    script,
    history,
    announce: nothing,
    report: speech.getState().report,
    makeId: () => crypto.randomUUID(),
  });
  const bar = { getState: () => ({ volume: 1 }), subscribe: () => nothing };
  const audition = createAuditionStore({ ipc, session, speech, drafts, player: createAuditionPlayer(), bar });
  const shell = createShellStore();
  const showItem = vi.fn(async () => undefined);
  const settings = createSettingsStore({ ipc, session, drafts });
  const translate = () => createTranslator('en');
  /** The other screens, which are created when they are wanted. */
  const late = {
    images: async () => studio.images,
    library: async () => ({ getState: () => ({ showItem }) }),
    settings: async () => settings,
  };
  const stores = { ...studio, script, speech, scripts, audition, shell };
  return { ...stores, showItem, translate, deps: { ...stores, translate, ...late } };
}

describe('the text of a new window', () => {
  const textOf = async (parts: ReturnType<typeof start>, ...drafts: Parameters<typeof restoreWork>[0][] | []) => {
    await restoreWork(drafts[0] ?? Promise.resolve([]), parts.deps).greeted;
    return parts.script.getState().text;
  };

  test('of the first window is a sample', async () => {
    const parts = start();
    expect(await textOf(parts)).toBe(parts.translate()('speech.sample'));
  });

  test.each([
    ['takes', { takes: [item('a', 1)] }],
    ['something to decide', { jobs: [job('a', { state: 'unknown' as const })] }],
  ])('is empty where there are %s', async (_, change) => {
    expect(await textOf(start(change))).toBe('');
  });

  test('is the script of the last one, unless something was typed meanwhile', async () => {
    const kept = Promise.resolve([{ name: 'speech' as const, body: { scriptId: 'kept' } }]);
    expect(await textOf(start(), kept)).toBe('One.\nTwo.');
    const typed = start();
    typed.script.getState().setText('Typed at once.');
    expect(await textOf(typed, kept)).toBe('Typed at once.');
  });
});

test('an audition of before comes back with the rest', async () => {
  const parts = start();
  const kept = [{ name: 'audition' as const, body: { text: 'A line.', voices: ['a'] } }];
  await restoreWork(Promise.resolve(kept), parts.deps).restoreOthers();
  expect(parts.audition.getState()).toMatchObject({ text: 'A line.', voices: ['a'] });
});

describe('shown elsewhere', () => {
  test('a line of another script; one that cannot be read is reported', async () => {
    const parts = start();
    const { openScript } = createShowElsewhere(parts.deps);
    expect(await openScript('kept', 'two')).toBe(true);
    expect([parts.shell.getState().tab, parts.script.getState().shownNext]).toEqual(['speech', 1]);
    expect(await openScript('gone')).toBe(false);
    expect(parts.speech.getState().problem?.error.code).toBe('script.not_found');
    expect(parts.script.getState().text).toBe('One.\nTwo.');
  });

  test('a text with its settings, as a new script', async () => {
    const parts = start();
    const request = { ...job('a').request, text: 'Once more.', voice: 'mine', speed: 1.5, format: 'mp3' as const };
    createShowElsewhere(parts.deps).showInSpeech(request);
    await settle();
    expect(parts.script.getState()).toMatchObject({ text: 'Once more.', base: { voice: 'mine', speed: 1.5 } });
    expect(parts.speech.getState().format).toBe('mp3');
  });

  test('a finished edit on Images if it is of the picture there, else in the library', async () => {
    const parts = start();
    const { showFinished } = createShowElsewhere(parts.deps);
    const other = editRequest({ pictures: [] });
    parts.answers['library.list'] = () =>
      ok({ items: [editItem('a', 1), editItem('b', 2, { request: other })], hasMore: false });
    await parts.addFile();
    showFinished({ kind: 'edit', itemIds: ['a'] });
    await settle();
    expect(parts.shell.getState().tab).toBe('images');
    expect(parts.images.getState().middle).toMatchObject({ kind: 'presented', opened: { id: 'a' } });
    showFinished({ kind: 'edit', itemIds: ['b'] });
    await settle();
    await settle();
    expect(parts.shell.getState().tab).toBe('library');
    expect(parts.showItem).toHaveBeenCalledWith('b');
    showFinished({ kind: 'speech', itemIds: ['x'] });
    expect(parts.shell.getState().tab).toBe('speech');
  });
});
