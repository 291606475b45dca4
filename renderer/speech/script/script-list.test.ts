import { expect, test } from 'vitest';
import type { Script, ScriptEntry } from '../../../shared/contract/scripts.ts';
import { appError } from '../../../shared/errors.ts';
import { fail, ok } from '../../../shared/result.ts';
import { MAX_SCRIPT_TEXT } from '../../../shared/script/script-size.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item } from '../../testing/fake-ipc.ts';
import { startScript, startWork } from '../../testing/work.ts';
import { stepsOf } from '../../work/history.ts';
import { createScriptList } from './script-list.ts';

/** A list over scripts in memory. */
function start() {
  const files = new Map<string, Script & { isTrashed?: boolean }>();
  const fake = fakeIpc({
    'scripts.save': (script) => ok(files.set(script.id, { ...files.get(script.id), ...script }) && null),
    'scripts.read': ({ id }) => {
      const { isTrashed: _, ...script } = files.get(id) ?? {};
      return 'text' in script ? ok(structuredClone(script)) : fail(appError('script.not_found'));
    },
    'scripts.setTrashed': ({ ids, isTrashed }) => {
      for (const one of files.values()) if (ids.includes(one.id)) files.set(one.id, { ...one, isTrashed });
      return ok(null);
    },
    'scripts.list': ({ isTrashed = false }) =>
      ok([...files.values()].filter((one) => (one.isTrashed ?? false) === isTrashed).map(entryOf)),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const { history, drafts } = startWork(fake.ipc);
  const script = startScript(fake.ipc, session, drafts);
  const told: string[] = [];
  let ids = 0;
  const list = createScriptList({
    ipc: fake.ipc,
    script,
    history,
    announce: (say) => told.push(say.name),
    report: ({ code }) => told.push(code),
    makeId: () => `copy${++ids}`,
  });
  const open = () => script.getState();
  const undo = () => history.getState().undo('speech');
  const redo = () => history.getState().redo('speech');
  const steps = () => stepsOf(history.getState(), 'speech').done.length;
  return {
    ...fake,
    files,
    list: list.getState(),
    entries: () => list.getState().entries,
    open,
    told,
    undo,
    redo,
    steps,
  };
}

function entryOf({ id, title, text, changedAtMs, isTrashed = false }: Script & { isTrashed?: boolean }): ScriptEntry {
  return { id, title, excerpt: text, lineCount: 1, changedAtMs, trashedAtMs: isTrashed ? 1 : null, problem: null };
}

test('the script before stays in the library, and Undo opens it again', async () => {
  const { open, list, files, undo, redo, steps } = start();
  open().setText('Mine');
  const mine = open().id;
  await list.begin({ text: 'Theirs', base: { voice: 'candice', speed: 1.5, extras: {} } });
  expect([open().text, open().base.voice, files.get(mine)?.text, steps()]).toEqual(['Theirs', 'candice', 'Mine', 1]);
  open().setText('Theirs, changed');
  await undo();
  expect([open().text, [...files.values()].map(({ text }) => text)]).toEqual(['Mine', ['Mine', 'Theirs, changed']]);
  await redo();
  expect(open().text).toBe('Theirs, changed');
});

test('nothing of a person is open: nothing is kept or told', async () => {
  const { list, files, told, steps } = start();
  await list.begin({ text: 'Theirs' });
  expect([files.size, told, steps()]).toEqual([1, [], 0]);
});

test('a script without text and title does not stay in the list', async () => {
  const { open, list, files } = start();
  open().setText('Mine');
  await open().saveNow();
  open().setText('');
  await list.begin({ text: 'Theirs' });
  expect([...files.values()].map(({ text, isTrashed = false }) => [text, isTrashed])).toEqual([
    ['', true],
    ['Theirs', false],
  ]);
});

test('a script that cannot be read is reported, and the one that is open stays', async () => {
  const { open, list, told } = start();
  open().setText('Mine');
  expect(await list.open('none')).toBe(false);
  expect([open().text, told]).toEqual(['Mine', ['script.not_found']]);
});

test('scripts from elsewhere are added, the first is open, and Undo opens the one before', async () => {
  const { open, list, files, told, undo } = start();
  const scriptOf = (id: string): Script => ({
    id,
    title: id,
    text: `Text of ${id}`,
    lines: [],
    cast: [],
    lexicon: [],
    createdAtMs: 1,
    changedAtMs: 1,
  });
  expect(await list.adopt([scriptOf('a')], () => 'told')).toBe(false);
  expect([open().text, told]).toEqual(['Text of a', []]);
  expect(await list.adopt([scriptOf('b'), scriptOf('c')], () => 'told')).toBe(true);
  expect([open().text, [...files.keys()], told.length]).toEqual(['Text of b', ['a', 'b', 'c'], 1]);
  await undo();
  expect(open().text).toBe('Text of a');
});

test('a copy has the lines and their takes', async () => {
  const { open, list, files, answers } = start();
  open().setText('One\nTwo');
  open().settle();
  const { id, lines } = open();
  open().changeLine(lines[0]?.id ?? '', { pauseAfterMs: 300 });
  answers['scripts.takes'] = () => ok([item('made', 1, { line: { scriptId: id, lineId: lines[0]?.id ?? '' } })]);
  await list.duplicate(id, 'Copy');
  expect([open().title, open().text]).toEqual(['Copy', 'One\nTwo']);
  expect(files.get('copy1')?.lines).toMatchObject([{ takeIds: ['made'], pauseAfterMs: 300 }]);
});

test('a deleted script is in the trash, with its takes, until it is restored', async () => {
  const { open, list, files, undo, redo, entries } = start();
  open().setText('Mine');
  const mine = open().id;
  await list.remove(mine);
  expect([open().text, files.get(mine)?.isTrashed, entries()]).toMatchObject(['', true, []]);
  await undo();
  expect([open().text, files.get(mine)?.isTrashed]).toEqual(['Mine', false]);
  await redo();
  expect([open().text, files.get(mine)?.isTrashed]).toEqual(['', true]);
});

test('a deleted script that is opened is no longer in the trash', async () => {
  const { open, list, files, undo } = start();
  open().setText('Mine');
  const mine = open().id;
  await list.begin({ text: 'Theirs' });
  await list.remove(mine);
  const theirs = open().id;
  await list.open(mine);
  expect([open().text, files.get(mine)?.isTrashed]).toEqual(['Mine', false]);
  await undo();
  expect(open().id).toBe(theirs);
});

test('a script that is too long to be saved says so, stays open, and is saved once it is shorter', async () => {
  const { open, list, files, told } = start();
  open().setText('x'.repeat(MAX_SCRIPT_TEXT + 1));
  await list.begin({ text: 'Theirs' });
  expect([open().text.length, open().saveError?.code, files.size, told]).toEqual([
    MAX_SCRIPT_TEXT + 1,
    'script.too_long',
    0,
    ['script.too_long'],
  ]);
  open().setText('Shorter');
  await list.begin({ text: 'Theirs' });
  expect([...files.values()].map(({ text }) => text)).toEqual(['Shorter', 'Theirs']);
});
