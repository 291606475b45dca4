import { describe, expect, test, vi } from 'vitest';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import type { SpeechOrder } from '../../shared/contract/speech.ts';
import { appError } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { attention } from '../jobs/attention.ts';
import { createSessionStore, isSpeechJob } from '../shell/session-store.ts';
import { appState, failure, fakeIpc, item, job, OWN, PRACTICE, settle } from '../testing/fake-ipc.ts';
import { startScript, startWork } from '../testing/work.ts';
import { blockedReason, createSpeechStore } from './speech-store.ts';

/** The reply when a request is sent as a new job. */
const ordered = (sent: SpeechJob) => ok([{ kind: 'job' as const, job: sent }]);

function start(change: Parameters<typeof appState>[0] = {}) {
  const fake = fakeIpc({
    'library.list': () => ok({ items: [], hasMore: false }),
    'app.getState': () => ok(appState(change)),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState(change) });
  const sound = {
    play: vi.fn(),
    prepare: vi.fn(),
    expect: vi.fn<(asked: SpeechJob) => void>(),
    awaits: vi.fn((id: string) => sound.expect.mock.calls.some(([asked]) => asked.id === id)),
    endLive: vi.fn(),
    settleLive: vi.fn(),
  };
  const work = startWork(fake.ipc);
  const script = startScript(fake.ipc, session, work.drafts);
  const hear = vi.fn();
  const speech = createSpeechStore({ ipc: fake.ipc, session, ...work, script, sound, hear });
  script.getState().setText('Hello.');
  const sent = () =>
    fake.requests.flatMap(({ route, input }) => (route === 'speech.order' ? (input as SpeechOrder[]) : []));
  /** What went wrong, as it is shown. */
  const alerts = () => attention(session.getState().jobs).speech;
  return { ...fake, alerts, ...work, session, script, speech, sound, sent, hear };
}

describe('generating', () => {
  test('sends text and settings to the active connection', async () => {
    const { speech, sent, answers } = start({
      connections: [PRACTICE, OWN],
      settings: { ...appState().settings, activeConnectionId: 'own' },
    });
    answers['speech.order'] = () => ordered(job('a'));
    speech.getState().change({ speed: 1.25, format: 'mp3' });
    await speech.getState().generate();
    expect(sent()).toEqual([
      {
        connectionId: 'own',
        text: 'Hello.',
        voice: 'zh_female_cancan_mars_bigtts',
        speed: 1.25,
        format: 'mp3',
        extras: {},
        line: { scriptId: 'id1', lineId: 'id2' },
      },
    ]);
  });

  test('plays a script from the first line that is requested; repeating its failed lines plays nothing', async () => {
    const { script, speech, answers, hear, emit } = start();
    script.getState().setText('One.\nTwo.\nThree.');
    script.getState().settle();
    const [made, second] = script.getState().lines;
    answers['speech.order'] = (orders) =>
      ok(orders.map(({ line = null }, index) => ({ kind: 'job', job: job(`job${index}`, { line }) })));
    const { voice = null, speed = 1, extras = {} } = made?.sent ?? {};
    const request = { ...job('x').request, text: 'One.', voice, speed, extras };
    answers['scripts.takes'] = () => ok([item('take', 1, { request })]);
    await script.getState().addTakes(made?.id ?? '', ['take']);
    await speech.getState().generate();
    expect(hear.mock.calls).toEqual([[second?.id]]);
    const failed = job('job0', { state: 'failed', line: { scriptId: 'id1', lineId: second?.id ?? '' } });
    emit('job.updated', failed);
    script.getState().settle();
    await speech.getState().sendAgain([failed]);
    expect(hear).toHaveBeenCalledTimes(1);
  });

  test('plays each request from its first bytes until it is a take', async () => {
    const { speech, answers, emit, sound } = start();
    const ids = ['a', 'b'];
    answers['speech.order'] = () => ordered(job(ids.shift() ?? ''));
    answers['library.getItem'] = ({ id }) => ok(item(id, id === 'item-a' ? 1 : 2));
    await speech.getState().generate();
    expect(sound.prepare).toHaveBeenCalledWith('pcm');
    await speech.getState().generate();
    expect(sound.expect.mock.calls.map(([asked]) => asked.id)).toEqual(['a', 'b']);
    emit('job.updated', job('a', { state: 'receiving' }));
    expect(sound.endLive).not.toHaveBeenCalled();
    emit('job.updated', job('a', { state: 'saving' }));
    expect(sound.endLive).toHaveBeenCalledWith('a');
    emit('job.updated', job('a', { state: 'done', itemIds: ['item-a'] }));
    emit('job.updated', job('b', { state: 'failed', error: appError('reply.cut'), itemIds: ['item-b'] }));
    await settle();
    expect(sound.settleLive.mock.calls.map(([id, take, isDone]) => [id, take?.id, isDone])).toEqual([
      ['a', 'item-a', true],
      ['b', 'item-b', false],
    ]);
  });

  test('handles a job that ended before the reply, once', async () => {
    const { speech, answers, emit, sound } = start();
    const done = job('a', { state: 'done', itemIds: ['item-a'] });
    answers['speech.order'] = () => {
      emit('job.updated', done);
      return ordered(job('a'));
    };
    answers['library.getItem'] = () => ok(item('item-a', 1));
    await speech.getState().generate();
    emit('job.updated', { ...done });
    await settle();
    expect(sound.settleLive).toHaveBeenLastCalledWith('a', expect.objectContaining({ id: 'item-a' }), true);
    expect(sound.settleLive.mock.calls.filter(([, take]) => take !== null).length).toBe(1);
  });

  test('a job that is not heard only releases its bytes', async () => {
    const { emit, sound } = start();
    emit('job.updated', job('stranger', { state: 'failed', error: appError('relay.failed') }));
    await settle();
    expect(sound.settleLive.mock.calls).toEqual([['stranger', null, false]]);
  });
});

describe('problems', () => {
  test('a new attempt takes the place of what failed, when main has taken it', async () => {
    const { speech, answers, emit, requests, sent, alerts, session } = start();
    const line = { scriptId: 'id1', lineId: 'id2' };
    answers['speech.order'] = () => ordered(job('a', { line }));
    await speech.getState().generate();
    emit('job.updated', job('a', { state: 'unknown', error: appError('outcome.unknown'), line }));
    answers['speech.order'] = () => failure('storage.unwritable');
    await speech.getState().sendAgain(session.getState().jobs.filter(isSpeechJob));
    expect(requests.some(({ route }) => route === 'jobs.dismiss')).toBe(false);
    answers['speech.order'] = () => ordered(job('b', { line }));
    answers['jobs.dismiss'] = ({ ids }) => {
      for (const id of ids) emit('job.removed', { id });
      return ok(null);
    };
    await speech.getState().problem?.again?.();
    expect(requests).toContainEqual({ route: 'jobs.dismiss', input: { ids: ['a'] } });
    expect([speech.getState().problem, alerts(), sent().length]).toEqual([null, [], 3]);
  });

  test('a refused request can be sent again', async () => {
    const { speech, answers, sent } = start();
    answers['speech.order'] = () => failure('practice.unavailable');
    await speech.getState().generate();
    expect(speech.getState().problem?.error.code).toBe('practice.unavailable');
    await speech.getState().problem?.again?.();
    expect(sent().at(-1)).toMatchObject({ text: 'Hello.', again: true });
  });

  test('of requests that were perhaps billed only the one gives way that is sent again', async () => {
    const { script, speech, answers, emit, requests } = start();
    script.getState().setText('One.\nTwo.');
    script.getState().settle();
    const lineIds = script.getState().lines.map(({ id }) => id);
    const left = (id: string, text: string, lineId: string | undefined): SpeechJob => {
      const line = lineId === undefined ? null : { scriptId: 'id1', lineId };
      return job(id, { state: 'unknown', line, request: { ...job(id).request, text } });
    };
    emit('job.updated', left('same', 'One.', lineIds[0]));
    emit('job.updated', left('of other words', 'One more.', lineIds[0]));
    emit('job.updated', left('of another line', 'Two.', lineIds[1]));
    emit('job.updated', left('of a deleted line', 'One.', 'deleted'));
    emit('job.updated', left('audition', 'One.', undefined));
    script.getState().settle();
    answers['speech.order'] = ([order]) => ordered(job('again', { ...(order?.line && { line: order.line }) }));
    await speech.getState().redoLine(lineIds[0] ?? '');
    const dismissed = requests.flatMap(({ route, input }) => (route === 'jobs.dismiss' ? [input] : []));
    expect(dismissed).toEqual([{ ids: ['same'] }]);
  });
});

describe('settings', () => {
  test('are saved shortly after they change, and before they are used', async () => {
    vi.useFakeTimers();
    const { speech, requests, answers } = start();
    answers['speech.order'] = () => ordered(job('a'));
    const saved = () =>
      requests.filter(({ route, input }) => route === 'settings.update' && Object.hasOwn(input as object, 'speech'))
        .length;
    speech.getState().change({ speed: 1.1 });
    speech.getState().change({ speed: 1.2 });
    expect(saved()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(saved()).toBe(1);
    speech.getState().change({ speed: 1.3 });
    await speech.getState().generate();
    expect(saved()).toBe(2);
    vi.useRealTimers();
  });

  test('an emotion that the new voice does not list is removed; a custom key keeps it', () => {
    const { speech } = start();
    speech
      .getState()
      .change({ voice: 'zh_male_guangzhoudege_emo_mars_bigtts', extras: { emotion: 'angry', volumeRatio: 2 } });
    speech.getState().change({ voice: 'my_voice' });
    expect(speech.getState().extras).toEqual({ emotion: 'angry', volumeRatio: 2 });
    speech.getState().change({ voice: 'zh_female_cancan_mars_bigtts' });
    expect(speech.getState().extras).toEqual({ volumeRatio: 2 });
  });
});

test('the most important blocking reason is shown', () => {
  const own = { settings: { ...appState().settings, activeConnectionId: 'own' } };
  expect(blockedReason(appState(), 'x')).toBeNull();
  expect(blockedReason(appState(), ' \n')).toBe('text');
  expect(blockedReason(appState({ practice: 'starting' }), 'x')).toBe('practiceStarting');
  expect(blockedReason(appState({ practice: 'failed' }), 'x')).toBe('practiceFailed');
  expect(blockedReason(appState({ ...own, connections: [PRACTICE, { ...OWN, keyState: 'missing' }] }), 'x')).toBe(
    'key',
  );
  expect(blockedReason(appState({ ...own, connections: [PRACTICE, { ...OWN, keyState: 'unreadable' }] }), 'x')).toBe(
    'keyUnreadable',
  );
  expect(blockedReason(appState({ storage: { isWritable: false, folder: '', reason: '' } }), '')).toBe('storage');
});

test('takes follow the library; the latest reply counts', async () => {
  const { speech, answers, emit, skipEvent } = start();
  answers['library.list'] = () => ok({ items: [item('one', 1)], hasMore: true });
  emit('library.changed', { ids: ['one'] });
  await settle();
  expect(speech.getState()).toMatchObject({ takes: [{ id: 'one' }], hasMoreTakes: true });
  answers['library.list'] = () => ok({ items: [], hasMore: false });
  skipEvent();
  emit('practice.changed', 'running');
  await settle();
  expect(speech.getState().takes).toEqual([]);
});

describe('an identical request', () => {
  test('plays the existing take and sends again only on request', async () => {
    const { speech, answers, sound, sent } = start();
    answers['speech.order'] = ([order]) =>
      order?.again ? ordered(job('b')) : ok([{ kind: 'made', itemId: 'item-a' }]);
    answers['library.getItem'] = ({ id }) => ok(item(id, 1));
    await speech.getState().generate();
    expect(sound.play.mock.calls.map(([played]) => played.id)).toEqual(['item-a']);
    expect(speech.getState().notice).toMatchObject({ kind: 'made' });
    expect(sent()).toHaveLength(1);
    await speech.getState().makeAgain();
    expect(sent().at(-1)).toMatchObject({ text: 'Hello.', again: true });
    expect(speech.getState()).toMatchObject({ notice: null });
  });

  test('that is running is not sent twice, which is said of its job', async () => {
    const { speech, answers } = start();
    answers['speech.order'] = () => ordered(job('a'));
    await speech.getState().generate();
    answers['speech.order'] = () => ok([{ kind: 'running', jobId: 'a' }]);
    await speech.getState().generate();
    expect(speech.getState().notice).toEqual({ kind: 'running', jobId: 'a' });
  });

  test.each([
    ['text', ({ script }: ReturnType<typeof start>) => script.getState().setText('Other.')],
    ['settings', ({ speech }: ReturnType<typeof start>) => speech.getState().change({ speed: 2 })],
  ])('another %s ends what was said of the one before', async (_, change) => {
    const started = start();
    const { speech, answers } = started;
    answers['speech.order'] = () => ok([{ kind: 'running', jobId: 'a' }]);
    await speech.getState().generate();
    change(started);
    expect(speech.getState().notice).toBeNull();
  });
});

test('voices that were used are remembered', async () => {
  const { speech, session, answers } = start();
  answers['speech.order'] = () => ordered(job('a'));
  speech.getState().change({ voice: 'mine' });
  await speech.getState().generate();
  expect(session.getState().settings.voices).toEqual({ favourites: [], recent: ['mine'], custom: [] });
});

test('a take that was renamed is shown under its new name', async () => {
  const { speech, answers } = start();
  const take = item('a', 1);
  answers['library.list'] = () => ok({ items: [take], hasMore: false });
  await speech.getState().reloadTakes();
  answers['library.list'] = () => ok({ items: [{ ...take, title: 'Opening line' }], hasMore: false });
  await speech.getState().reloadTakes();
  expect(speech.getState().takes.map(({ title }) => title)).toEqual(['Opening line']);
});

describe('a text of several lines', () => {
  test('is requested line by line, all in one order; a failed line shows its error, and Try again sends that one only', async () => {
    const { speech, script, answers, emit, requests, alerts } = start();
    script.getState().setText('Anna: One\nAnna: Two');
    let count = 0;
    answers['speech.order'] = (orders) =>
      ok(orders.map(({ line = null, ...request }) => ({ kind: 'job', job: job(`j${++count}`, { request, line }) })));
    await speech.getState().generate();
    const orders = () => requests.flatMap(({ route, input }) => (route === 'speech.order' ? [input] : []));
    expect(orders()).toMatchObject([[{ text: 'One' }, { text: 'Two' }]]);
    const line = { scriptId: script.getState().id, lineId: script.getState().lines[1]?.id ?? '' };
    const request = { ...job('j2').request, text: 'Two' };
    const failed = job('j2', { state: 'failed', error: appError('relay.failed'), line, request });
    emit('job.updated', failed);
    expect(alerts()).toMatchObject([{ jobs: [{ id: 'j2' }], error: { code: 'relay.failed' } }]);
    script.getState().setText('Anna: One\nAnna: Two\nCarla: New');
    script.getState().settle();
    await speech.getState().sendAgain([failed]);
    expect(orders().slice(1)).toMatchObject([[{ text: 'Two' }]]);
  });
});

test('another script brings its settings along, and has those that are changed while it is open', async () => {
  const { speech, script } = start();
  const { base } = script.getState();
  script.getState().setBase({ ...base, speed: 1.5 });
  expect(speech.getState().speed).toBe(1.5);
  speech.getState().change({ speed: 2 });
  expect(script.getState().base.speed).toBe(2);
});

test('a request from elsewhere is sent again as it was, and nothing of the script that is open', async () => {
  const { speech, script, answers, sent } = start();
  script.getState().setText('Anna: One\nBen: Two');
  script.getState().settle();
  answers['speech.order'] = () => ordered(job('again'));
  const line = { scriptId: 'deleted', lineId: 'gone' };
  await speech.getState().sendAgain([job('sample'), job('other', { line })]);
  const { request } = job('sample');
  expect(sent()).toEqual([
    { ...request, again: true },
    { ...request, line, again: true },
  ]);
});

test('from 100 requests on a person is asked before any is sent', async () => {
  const { speech, script, requests } = start();
  script.getState().setText(Array.from({ length: 100 }, (_, i) => `Line ${i}`).join('\n'));
  script.getState().settle();
  const ordered = () => requests.filter(({ route }) => route === 'speech.order').length;
  await speech.getState().generate();
  expect([speech.getState().asking?.count, ordered()]).toEqual([100, 0]);
  speech.getState().declineMany();
  expect([speech.getState().asking, ordered()]).toEqual([null, 0]);
});

test('before one line of 200 kB as well, each time', async () => {
  const { speech, script, answers, sent } = start();
  answers['speech.order'] = () => ok([{ kind: 'made', itemId: 'a' }]);
  script.getState().setText('A very long line without an end, '.repeat(6000));
  await speech.getState().generate();
  expect(speech.getState().asking?.count).toBeGreaterThan(100);
  expect(sent()).toEqual([]);
  await speech.getState().confirmMany();
  expect([speech.getState().asking, sent().length]).toEqual([null, 1]);
  await speech.getState().makeAgain();
  expect([speech.getState().asking?.characters, sent().length]).toEqual([197_999, 1]);
});

test.each(['…', '"', '🎉👩‍👩‍👧‍👦', '\u0000\u202e'])(
  'a text without anything to speak is not sent: %j',
  async (text) => {
    const { speech, script, sent } = start();
    script.getState().setText(text);
    await speech.getState().generate();
    expect(sent()).toEqual([]);
  },
);

test('line 37 of 200 fails: the others are made, and trying again requests that line alone', async () => {
  const { speech, script, answers, emit, requests } = start();
  script.getState().setText(Array.from({ length: 200 }, (_, i) => `Line ${i + 1}`).join('\n'));
  script.getState().settle();
  const jobs: SpeechJob[] = [];
  answers['speech.order'] = (orders) =>
    ok(
      orders.map(({ line = null, again: _again, ...request }) => {
        const one = job(`j${jobs.length + 1}`, { request, line });
        jobs.push(one);
        return { kind: 'job', job: one };
      }),
    );
  answers['scripts.takes'] = ({ among }) => {
    const asked = jobs.filter(({ itemIds: [id = ''] }) => among?.includes(id));
    return ok(asked.map(({ itemIds: [id = ''], request, line }) => item(id, 1, { request, line })));
  };
  await speech.getState().generate();
  await speech.getState().confirmMany();
  for (const [index, one] of jobs.entries()) {
    const ended = {
      ...one,
      ...(index === 36 ? { state: 'failed' as const, error: appError('relay.voice_unknown') } : made(index)),
    };
    jobs[index] = ended;
    emit('job.updated', ended);
  }
  await settle();
  script.getState().settle();
  const states = (): string[] => script.getState().lines.map(({ state }) => state);
  await vi.waitFor(() => expect(states().filter((state) => state === 'ready')).toHaveLength(199), { timeout: 30_000 });
  expect(states()[36]).toBe('failed');
  await speech.getState().sendAgain(jobs.filter(({ state }) => state === 'failed'));
  const orders = requests.flatMap(({ route, input }) => (route === 'speech.order' ? [input] : []));
  expect(orders.slice(1)).toMatchObject([[{ text: 'Line 37' }]]);
  function made(index: number): Partial<SpeechJob> {
    return { state: 'done', itemIds: [`take${index}`] };
  }
});
