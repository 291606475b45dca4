import { describe, expect, it } from 'vitest';
import type { Script } from '../../../shared/contract/scripts.ts';
import { appError } from '../../../shared/errors.ts';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { importScript } from '../../../shared/import/import-script.ts';
import type { ReadAs } from '../../../shared/import/imported-script.ts';
import { fail, ok } from '../../../shared/result.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc } from '../../testing/fake-ipc.ts';
import { startScript, startWork } from '../../testing/work.ts';
import { createScriptList } from '../script/script-list.ts';
import { createImportStore } from './import-store.ts';
import type { ScriptFiles } from './script-files.ts';

const t = createTranslator('en');
const file = (name: string, content: string | Uint8Array<ArrayBuffer> = 'Hello.') => new File([content], name);

const LISTED = { excerpt: '', lineCount: 1, changedAtMs: 1, trashedAtMs: null, problem: null };

/** An import whose files are read without a worker. */
function start(changes: Partial<ScriptFiles> = {}) {
  const saved = new Map<string, Script>();
  const { ipc } = fakeIpc({
    'scripts.save': (script) => ok(saved.set(script.id, structuredClone(script)) && null),
    'scripts.read': ({ id }) => {
      const found = saved.get(id);
      return found ? ok(structuredClone(found)) : fail(appError('script.not_found'));
    },
    'scripts.takes': () => ok([]),
    'scripts.list': () => ok([...saved.values()].map(({ id, title }) => ({ id, title, ...LISTED }))),
  });
  const session = createSessionStore({ ipc, initial: appState() });
  const { history, drafts } = startWork(ipc);
  const script = startScript(ipc, session, drafts);
  const told: string[] = [];
  let ids = 0;
  const makeId = () => `new${++ids}`;
  const announce = (say: (translate: typeof t, locale: 'en') => string) => void told.push(say(t, 'en'));
  const report = () => undefined;
  const scripts = createScriptList({ ipc, script, history, announce, report, makeId });
  const read = async (one: File, as?: ReadAs) => {
    const found = await importScript({ name: one.name, bytes: new Uint8Array(await one.arrayBuffer()) }, as);
    return found.ok ? found : fail(appError('import.refused', { name: one.name, problem: found.error.code }));
  };
  const files: ScriptFiles = { read, rest: () => undefined, ...changes };
  const store = createImportStore({ files, script, scripts, notify: (say) => told.push(say(t)), makeId });
  const titles = () => [...saved.values()].map(({ title }) => title);
  return { state: () => store.getState(), open: () => script.getState(), saved, titles, told, history };
}

describe('files that a person brings', () => {
  it('one text opens as a script without a question; Undo opens the one before', async () => {
    const { state, open, told, history } = start();
    open().setText('Mine.');
    await state().bring([file('Tides.txt', 'The sea.\nThe shore.')]);
    expect([state().step, open().title, open().text]).toEqual(['idle', 'Tides', 'The sea.\nThe shore.']);
    expect(told).toEqual([expect.stringContaining('“Tides” opened')]);
    await history.getState().undo('speech');
    expect(open().text).toBe('Mine.');
  });

  it('several become scripts, the first is open, and a person is told', async () => {
    const { state, open, titles, told } = start();
    await state().bring([file('b.txt'), file('a.txt')]);
    expect([titles(), open().title, told]).toEqual([['b', 'a'], 'b', [t('import.added', { count: 2 })]]);
  });

  const inFolder = (folder: string, texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([name, text]) =>
      Object.defineProperty(file(name, text), 'webkitRelativePath', { value: `${folder}/${name}` }),
    );

  it('a folder of texts is one script with a chapter for each, in the order of names; others are passed over', async () => {
    const { state, open, titles, told } = start();
    open().begin('Mine.', 'Mine');
    const chapters = {
      '10.txt': 'The end\n\nGone.',
      'cover.png': '',
      '2.md': '# Two\n\n## Part\n\nOn.',
      '1.txt': 'It began.',
    };
    await state().bring(inFolder('Tides 1.5', chapters), true);
    expect(titles().sort()).toEqual(['Mine', 'Tides 1.5']);
    expect(told).toEqual([t('import.book', { name: 'Tides 1.5', count: 3 })]);
    expect(open().text).toBe('It began.\n\nTwo\n\nPart\nOn.\n\nThe end\n\nGone.');
    expect(open().lines.flatMap(({ record }, index) => (record?.chapter ? [[index, record.chapter]] : []))).toEqual([
      [0, '1'],
      [1, 'Two'],
      [4, 'The end'],
    ]);
    await state().bring([file('cover.png')], true);
    expect(told.at(-1)).toBe(t('import.emptyFolder'));
  });

  it('a folder of tables or subtitles is a script for each', async () => {
    const { state, titles } = start();
    await state().bring(
      inFolder('Film', { 'a.srt': '1\n00:00:01,000 --> 00:00:02,000\nHello.\n', 'b.txt': 'Text.' }),
      true,
    );
    expect(state().isBook).toBeNull();
    await state().confirm();
    expect(titles()).toEqual(['a', 'b']);
  });

  it('the same files again can take the place of the script, whose unchanged lines keep what they have', async () => {
    const { state, open, saved, told, history } = start();
    await state().bring([file('Tides.txt', 'The sea.\nThe shore.\nThe sand.')]);
    const [, shore] = open().lines;
    open().changeLine(shore?.id ?? '', { pauseAfterMs: 500, takeIds: ['take'] });
    await open().saveNow();
    const { id } = open();
    open().begin();

    await state().bring([file('Tides.txt', 'A storm.\nThe shore.\nThe sands.')]);
    expect([state().step, state().known.size]).toEqual(['asking', 1]);
    await state().replace();
    expect([saved.size, open().id, open().text]).toEqual([1, id, 'A storm.\nThe shore.\nThe sands.']);
    expect(open().lines[1]).toMatchObject({ id: shore?.id, record: { pauseAfterMs: 500, takeIds: ['take'] } });
    expect(told.at(-1)).toBe(t('script.replaced', { name: 'Tides' }));
    await history.getState().undo('speech');
    expect(open().text).toBe('The sea.\nThe shore.\nThe sand.');

    await state().bring([file('Tides.txt', 'Another.')]);
    await state().confirm();
    expect(saved.size).toBe(2);
  });

  it('what failed is said, and the others are added when the person agrees', async () => {
    const { state, titles } = start();
    await state().bring([file('a.txt'), file('b.exe'), file('c.txt', '')]);
    expect(state().step).toBe('asking');
    expect(state().files.map(({ read }) => (read.ok ? 'read' : read.error.details.problem))).toEqual([
      'read',
      'unknownKind',
      'noText',
    ]);
    expect(titles()).toEqual([]);
    await state().confirm();
    expect([state().step, titles()]).toEqual(['idle', ['a']]);
  });

  it('nothing is added after Cancel', async () => {
    const { state, titles } = start();
    await state().bring([file('a.md', '# One\n\nText.')]);
    state().close();
    expect([state().step, titles()]).toEqual(['idle', []]);
  });

  it('an encoding that was guessed is asked about, and another can be chosen', async () => {
    const { state, saved } = start();
    await state().bring([file('a.txt', Uint8Array.of(0xd4, 0xe7, 0xc9, 0xcf, 0xba, 0xc3))]);
    const text = () => {
      const read = state().files[0]?.read;
      return read?.ok ? read.data.text : undefined;
    };
    expect([state().step, text()]).toEqual(['asking', '早上好']);
    await state().readAs({ encoding: 'windows-1252' });
    expect(text()).toBe('ÔçÉÏºÃ');
    await state().readAs({ encoding: 'gb18030' });
    await state().confirm();
    expect([...saved.values()][0]?.text).toBe('早上好');
  });

  it('subtitles keep their timing if the person wants that, with their own limit', async () => {
    const { state, open, saved } = start();
    const srt = file('a.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello.\n');
    await state().bring([srt]);
    state().change({ maxSpeedUp: 1.4 });
    await state().confirm();
    expect(open()).toMatchObject({ maxSpeedUp: 1.4, lines: [{ record: { cue: { startMs: 1000, endMs: 2000 } } }] });
    await state().bring([srt]);
    expect(state().maxSpeedUp).toBe(1.2);
    state().change({ keepsTiming: false });
    await state().confirm();
    expect([...saved.values()].at(-1)?.lines).toEqual([]);
  });

  it('files that come while others are read take their place', async () => {
    let release = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const one = await importScript({ name: 'a.txt', bytes: new TextEncoder().encode('Hello.') });
    if (!one.ok) throw new Error('unread');
    const { state, titles } = start({
      read: async ({ name }) => {
        if (name === 'slow.txt') await slow;
        return ok(one.data);
      },
    });
    const first = state().bring([file('slow.txt')]);
    await state().bring([file('quick.txt')]);
    release();
    await first;
    expect(titles()).toEqual(['quick']);
  });
});
