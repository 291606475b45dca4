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
    'scripts.list': () => ok([]),
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

  it('a folder has its texts in the order of names; other files are passed over', async () => {
    const { state, titles, told, saved } = start();
    const names = ['10.txt', 'cover.png', '2.md', '.DS_Store', '1.txt'];
    await state().bring(
      names.map((name) => file(name)),
      true,
    );
    expect(titles()).toEqual(['1', '2', '10']);
    expect(new Set([...saved.values()].map(({ changedAtMs }) => changedAtMs)).size).toBe(1);
    await state().bring([file('cover.png')], true);
    expect(told.at(-1)).toBe(t('import.emptyFolder'));
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
