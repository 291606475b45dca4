import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { Script } from '../../../shared/contract/scripts.ts';
import type { SpeechOrder } from '../../../shared/contract/speech.ts';
import { appError } from '../../../shared/errors.ts';
import { TRANSLATORS } from '../../../shared/i18n/all.ts';
import { fail, ok } from '../../../shared/result.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { runs } from '../../../tests/support/runs.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item, job, settle } from '../../testing/fake-ipc.ts';
import { createDraftKeeper } from '../../work/draft-keeper.ts';
import { createScriptStore } from './script-store.ts';

const TARGET = { connectionId: 'practice', format: 'pcm' } as const;
const CAST = ['Anna', 'Ben'].map((name, colour) => ({ name, extras: {}, colour }));

function start(files = new Map<string, Script>(), takes: ReturnType<typeof item>[] = []) {
  const fake = fakeIpc();
  const ordered: SpeechOrder[] = [];
  const jobs = new Map<string, SpeechJob>();
  let count = 0;
  fake.answers['scripts.save'] = (script) => ok(files.set(script.id, structuredClone(script)) && null);
  fake.answers['scripts.read'] = ({ id }) => {
    const found = files.get(id);
    return found ? ok(structuredClone(found)) : fail(appError('script.not_found'));
  };
  fake.answers['scripts.takes'] = ({ id, takeIds, among }) =>
    ok(
      takes
        .filter((take) => take.line?.scriptId === id || takeIds.includes(take.id))
        .filter((take) => among?.includes(take.id) ?? true),
    );
  const sameText = new Map<string, string>();
  fake.answers['speech.order'] = (orders) =>
    ok(
      orders.map(({ line = null, again, ...request }) => {
        const running = again ? undefined : sameText.get(request.text);
        if (running !== undefined) return { kind: 'running', jobId: running };
        const one = job(`job${++count}`, { request, line });
        ordered.push(request);
        jobs.set(one.id, one);
        sameText.set(request.text, one.id);
        fake.emit('job.updated', one);
        return { kind: 'job', job: one };
      }),
    );
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  let ids = 0;
  const script = createScriptStore({
    ipc: fake.ipc,
    session,
    drafts: createDraftKeeper(fake.ipc),
    base: { voice: 'shiny', speed: 1, extras: {} },
    makeId: () => `id${files.size}-${++ids}`,
  });
  onTestFinished(script.getState().dispose);
  const state = () => script.getState();
  const update = (id: string, change: Partial<SpeechJob>) => {
    const next = { ...(jobs.get(id) ?? expect.fail()), ...change };
    jobs.set(id, next);
    fake.emit('job.updated', next);
  };
  /** Ends a job with a take. */
  const finish = async (id: string) => {
    const { request, line } = jobs.get(id) ?? expect.fail();
    takes.push(item(`take-${id}`, takes.length + 1, { request, line }));
    update(id, { state: 'done', itemIds: [`take-${id}`] });
    await settle();
  };
  const states = () => state().lines.map((line) => line.state);
  /** Requests what is needed. */
  const generate = () => {
    state().settle();
    return state().request(
      TARGET,
      state().plan.toRequest.flatMap((index) => state().lines[index]?.id ?? []),
    );
  };
  const showsStates = (...expected: string[]) => eventually(() => expect(states()).toEqual(expected));
  return { ...fake, generate, showsStates, files, takes, script, state, ordered, update, finish, states, session };
}

describe('generating', () => {
  it('shows a line as queued when main has answered, though the event of its job comes later', async () => {
    const { generate, state, states, answers, emit } = start();
    const late: SpeechJob[] = [];
    answers['speech.order'] = (orders) =>
      ok(
        orders.map(({ line = null, again: _again, ...request }, index) => {
          const one = job(`job${index}`, { request, line, state: 'queued' });
          late.push(one);
          return { kind: 'job', job: one };
        }),
      );
    state().setText('One.\nTwo.');
    await generate();
    state().settle();
    expect(states()).toEqual(['queued', 'queued']);
    for (const one of late) emit('job.updated', { ...one, state: 'failed' });
    state().settle();
    expect(states()).toEqual(['failed', 'failed']);
  });

  // fault 52
  it('a line is under way until its take is known, also if main has told of the take before the end of its job', async () => {
    const { generate, state, states, showsStates, script, answers, emit, takes, update, session } = start();
    state().setText('One.\nTwo.');
    await generate();
    const [one] = session.getState().jobs;
    if (one?.kind !== 'speech') return expect.fail();
    const read = answers['scripts.takes'];
    const isRead = Promise.withResolvers<void>();
    answers['scripts.takes'] = async (asked) => {
      await isRead.promise;
      return read?.(asked) ?? expect.fail();
    };
    const seen = new Set<string>();
    script.subscribe(({ lines }) => seen.add(lines[0]?.state ?? ''));
    takes.push(item('made', 1, { request: one.request, line: one.line }));
    emit('library.changed', { ids: ['made'] });
    update(one.id, { state: 'done', itemIds: ['made'] });
    state().settle();
    expect(states()[0]).toBe('running');
    isRead.resolve();
    await showsStates('ready', 'queued');
    expect([...seen]).not.toContain('none');
  });

  it('requests what is new, changed or failed, each once and in order; ready lines stay', async () => {
    const { generate, state, ordered, update, finish, states, showsStates } = start();
    state().begin('Anna: One\n\nBen: Two\nTwo\n…');
    state().setCast(CAST);
    expect([states(), state().plan]).toMatchObject([
      ['none', 'none', 'none', 'none'],
      { toRequest: [0, 1], sameCount: 1 },
    ]);
    await generate();
    expect(ordered.map(({ text }) => text)).toEqual(['One', 'Two']);
    update('job1', { state: 'receiving' });
    await showsStates('running', 'queued', 'queued', 'none');
    await finish('job1');
    update('job2', { state: 'failed', error: appError('relay.failed') });
    await showsStates('ready', 'failed', 'failed', 'none');
    state().setText('Anna: One more\n\nBen: Two\nTwo\n…');
    await showsStates('changed', 'failed', 'failed', 'none');
    state().setText('Anna: One\n\nBen: Two\nTwo\n…');
    await showsStates('ready', 'failed', 'failed', 'none');
    expect(state().lines[0]?.used?.id).toBe('take-job1');
  });

  // fault 53
  it('a failure belongs to what was asked: it goes with the voice that was refused, and comes back with it', async () => {
    const { generate, state, update, finish, showsStates } = start();
    state().begin('Anna: One\nBen: Two');
    state().setCast(CAST);
    await generate();
    await finish('job1');
    update('job2', { state: 'failed', error: appError('relay.voice_unknown') });
    await showsStates('ready', 'failed');
    expect(state().lines[1]?.job?.id).toBe('job2');
    state().changeRole('Ben', { voice: 'candice' });
    await showsStates('ready', 'none');
    expect(state().lines[1]?.job).toBeUndefined();
    expect(state().plan.toRequest).toEqual([1]);
    state().changeRole('Ben', { voice: 'shiny' });
    await showsStates('ready', 'failed');
  });

  it('a voice, a speed or a word of the lexicon marks lines as changed, and sends nothing', async () => {
    const { generate, state, ordered, finish, states } = start();
    state().begin('Anna: I read\nTwo\nAnna: …');
    await generate();
    await finish('job1');
    await finish('job2');
    state().changeRole('ANNA', { voice: 'candice' });
    expect([states(), state().cast]).toMatchObject([
      ['changed', 'ready', 'none'],
      [{ name: 'ANNA', voice: 'candice' }],
    ]);
    state().changeRole('Anna', { voice: 'shiny' });
    state().setLexicon([{ from: 'two', to: '2', language: '', isWholeWord: true, isCaseSensitive: false }]);
    expect(states()).toEqual(['ready', 'changed', 'none']);
    state().changeLine(state().lines[1]?.id ?? '', { isLocked: true });
    expect(states()).toEqual(['ready', 'ready', 'none']);
    expect(ordered).toHaveLength(2);
  });

  it('rules of the app apply after those of the script, as soon as they are there', () => {
    const { state, session } = start();
    const rule = { language: '', isWholeWord: true, isCaseSensitive: false };
    state().begin('I read a lead');
    session.getState().updateSettings({
      lexicon: [
        { ...rule, from: 'read', to: 'reed' },
        { ...rule, from: 'lead', to: 'led' },
      ],
    });
    state().setLexicon([{ ...rule, from: 'Read', to: 'red' }]);
    expect(state().lines[0]?.sent.sent.text).toBe('I red a led');
    session.getState().updateSettings({ lexicon: [] });
    expect(state().lines[0]?.sent.sent.text).toBe('I red a lead');
  });

  it('a role follows the screen in what it has no setting for', () => {
    const { state } = start();
    state().begin('Anna: One\nBen: Two\nAnna: Three\nBen: Four');
    state().changeRole('Ben', { speed: 0.8 });
    state().changeRole('Anna', { voice: 'candice' });
    expect(state().cast).toEqual([
      { name: 'Ben', speed: 0.8, extras: {}, colour: 1 },
      { name: 'Anna', voice: 'candice', extras: {}, colour: 0 },
    ]);
    state().setBase({ voice: 'serena', speed: 2, extras: {} });
    state().settle();
    expect(state().lines.map(({ sent }) => [sent.voice, sent.speed])).toEqual([
      ['candice', 2],
      ['serena', 0.8],
      ['candice', 2],
      ['serena', 0.8],
    ]);
    state().changeRole('ANNA', { voice: undefined });
    expect(state().lines[0]?.sent.voice).toBe('serena');
  });

  it('one line is requested again, and another take is chosen', async () => {
    const { state, finish } = start();
    state().begin('One\nTwo');
    await state().request(TARGET, [state().lines[0]?.id ?? '']);
    await finish('job1');
    await state().request(TARGET, [state().lines[0]?.id ?? ''], { again: true });
    await finish('job2');
    const line = () => state().lines[0];
    expect([line()?.takes.map(({ id }) => id), line()?.used?.id]).toEqual([['take-job1', 'take-job2'], 'take-job2']);
    state().changeLine(line()?.id ?? '', { usedTakeId: 'take-job1' });
    expect(line()?.used?.id).toBe('take-job1');
    state().changeLine(line()?.id ?? '', { usedTakeId: null });
    expect(line()?.used?.id).toBe('take-job2');
  });

  it('says why nothing could be ordered', async () => {
    const { generate, state, answers } = start();
    answers['speech.order'] = () => fail(appError('storage.unwritable'));
    state().begin('One\nTwo');
    expect((await generate()).error).toMatchObject({ code: 'storage.unwritable' });
  });

  it('what failed of a deleted line gives way to the next attempt, what was perhaps billed does not', async () => {
    const { generate, state, update, requests } = start();
    state().begin('One\nTwo\nThree');
    await generate();
    update('job1', { state: 'failed', error: appError('relay.failed') });
    update('job2', { state: 'unknown', error: appError('outcome.unknown') });
    state().setText('Three\nFour');
    await generate();
    expect(requests.flatMap(({ route, input }) => (route === 'jobs.dismiss' ? [input] : []))).toEqual([
      { ids: ['job1'] },
    ]);
  });

  it('stopping cancels the requests of this script only', async () => {
    const { generate, state, session, requests, emit } = start();
    state().begin('One\nTwo');
    await generate();
    emit('job.updated', job('other'));
    expect(session.getState().jobs).toHaveLength(3);
    state().stop();
    expect(requests.flatMap(({ route, input }) => (route === 'jobs.cancel' ? [input] : []))).toEqual([
      { id: 'job1' },
      { id: 'job2' },
    ]);
  });
});

describe('a script that is opened again', () => {
  it('has its takes at their lines, settings, cast and pronunciation', async () => {
    const before = start();
    before.state().begin('Anna: One\nBen: Two\nThree');
    before.state().setCast(CAST.slice(1));
    const id = before.state().id;
    await before.generate();
    await before.finish('job1');
    await before.finish('job2');
    before.state().changeRole('Ben', { speed: 0.9 });
    before.state().changeLine(before.state().lines[2]?.id ?? '', { pauseAfterMs: 300 });
    before.state().setTitle('Episode 3');
    before.state().setText('New first\nAnna: One\nBen: Two\nThree');
    await before.state().saveNow();

    const after = start(before.files, before.takes);
    expect(await after.state().open('none')).toMatchObject({ code: 'script.not_found' });
    expect(await after.state().open(id)).toBeNull();
    expect(after.state()).toMatchObject({ title: 'Episode 3', cast: [{ name: 'Ben', speed: 0.9 }] });
    expect(after.states()).toEqual(['none', 'ready', 'changed', 'none']);
    expect(before.files.get(id)?.lines).toMatchObject([{ index: 1 }, { index: 2 }, { index: 3, pauseAfterMs: 300 }]);
  });

  it('is saved within a second, and what was typed before another is opened is not lost', async () => {
    const { state, files } = start();
    state().begin('One');
    const first = state().id;
    state().setText('One\nTwo');
    state().begin('Other');
    await state().open(first);
    expect(files.get(first)?.text).toBe('One\nTwo');
    expect(state().text).toBe('One\nTwo');
    expect([...files.values()].map(({ text }) => text)).toContain('Other');
  });

  it('what was typed while another was read is not lost', async () => {
    const { state, files } = start();
    state().begin('First');
    const first = state().id;
    await state().saveNow();
    state().begin('Second');
    const opening = state().open(first);
    state().setText('Second, and more');
    await opening;
    await state().saveNow();
    expect([...files.values()].map(({ text }) => text).sort()).toEqual(['First', 'Second, and more']);
  });

  it('a text to begin with is not kept, in no language; which script is open is', async () => {
    const { state, files, requests } = start();
    for (const t of TRANSLATORS) state().setText(t('speech.sample'));
    await state().saveNow();
    expect([files.size, state().isKept]).toEqual([0, false]);
    state().setTextSoon(() => 'Mine');
    await state().saveNow();
    expect([files.get(state().id)?.text, state().isKept]).toEqual(['Mine', true]);
    await eventually(() =>
      expect(requests.flatMap(({ route, input }) => (route === 'drafts.save' ? [input] : []))).toEqual([
        { name: 'speech', body: { scriptId: state().id } },
      ]),
    );
  });

  it('written directly before the page ends, is the open one at the next start', async () => {
    const { state, requests } = start();
    state().setText('Mine');
    state().dispose();
    await eventually(() =>
      expect(requests).toContainEqual({
        route: 'drafts.save',
        input: { name: 'speech', body: { scriptId: state().id } },
      }),
    );
  });

  it('brings its settings along', async () => {
    const { state } = start();
    state().begin('First');
    state().setBase({ voice: 'candice', speed: 1.5, extras: {} });
    const first = state().id;
    state().begin('Second');
    state().setBase({ voice: null, speed: 1, extras: {} });
    await state().open(first);
    expect(state().base).toEqual({ voice: 'candice', speed: 1.5, extras: {} });
  });

  it('a deleted take leaves its line', async () => {
    const { generate, state, takes, finish, showsStates, emit } = start();
    state().begin('One\nTwo');
    await generate();
    await finish('job1');
    takes.length = 0;
    emit('library.changed', { ids: ['take-job1'] });
    await settle();
    await showsStates('none', 'queued');
  });

  it('keeps a take that is made while the takes are read', async () => {
    const { generate, state, finish, showsStates, answers } = start();
    state().begin('One\nTwo');
    await generate();
    const asked = Promise.withResolvers<void>();
    const read = answers['scripts.takes'];
    answers['scripts.takes'] = (which) =>
      which.among === null ? asked.promise.then(() => ok([])) : (read?.(which) ?? expect.fail());
    const reloading = state().reloadTakes();
    await finish('job1');
    asked.resolve();
    await reloading;
    await showsStates('ready', 'queued');
  });
});

// fault 52
it('whatever is deleted, undone or restored, in any order and however late main answers: lines have what the library has', async () => {
  const act = fc.record({
    what: fc.constantFrom('make', 'delete', 'restore', 'reload', 'openAgain', 'answer', 'give'),
    which: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
      const { generate, state, answers, emit, takes, finish } = start();
      state().begin('One\nTwo\nThree\nFour');
      await generate();
      const id = state().id;
      const made: string[] = [];
      const deleted = new Map<string, ReturnType<typeof item>>();
      const read = answers['scripts.takes'];
      /** Answers that are on their way: main reads in order, the page may hear in any. */
      const late: (() => void)[] = [];
      answers['scripts.takes'] = (asked) => {
        const answer = read?.(asked) ?? expect.fail();
        const { promise, resolve } = Promise.withResolvers<Awaited<typeof answer>>();
        late.push(() => resolve(answer));
        return promise;
      };
      for (const { what, which } of acts) {
        const takeId = `take-job${which + 1}`;
        if (what === 'make' && !made.includes(takeId)) {
          made.push(takeId);
          await finish(`job${which + 1}`);
          if (which % 2 === 0) emit('library.changed', { ids: [takeId] });
        }
        const at = takes.findIndex((take) => take.id === takeId);
        if (what === 'delete' && at !== -1) {
          for (const take of takes.splice(at, 1)) deleted.set(takeId, take);
          emit('library.changed', { ids: [takeId, 'another'] });
        }
        const restored = what === 'restore' ? deleted.get(takeId) : undefined;
        if (restored !== undefined) {
          deleted.delete(takeId);
          takes.push(restored);
          emit('library.changed', { ids: which === 3 ? [] : [takeId] });
        }
        if (what === 'reload') void state().reloadTakes();
        if (what === 'openAgain') void state().open(id);
        if (what === 'give' && made.includes(takeId)) void state().addTakes(state().lines[0]?.id ?? '', [takeId]);
        if (what === 'answer') late.splice(which % Math.max(1, late.length), 1)[0]?.();
        await settle();
      }
      while (late.length > 0) {
        late.pop()?.();
        await settle();
      }
      state().settle();
      const expected = [1, 2, 3, 4].map((number) => takes.some((take) => take.id === `take-job${number}`));
      const shown = state().lines.map(({ takes: of }, index) => of.some((one) => one.id === `take-job${index + 1}`));
      expect(shown).toEqual(expected);
    }),
    { numRuns: runs(100) },
  );
});
