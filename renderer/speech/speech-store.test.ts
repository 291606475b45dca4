import { describe, expect, test, vi } from 'vitest';
import type { SpeechJob } from '../../shared/contract/jobs.ts';
import { appError } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { createSessionStore } from '../app/session-store.ts';
import { appState, failure, fakeIpc, item, job, OWN, PRACTICE, settle } from '../testing/fake-ipc.ts';
import { startScript, startWork } from '../testing/work.ts';
import { blockedReason, createSpeechStore } from './speech-store.ts';

/** The reply when a request is sent as a new job. */
const ordered = (sent: SpeechJob) => ok({ kind: 'job' as const, job: sent });

function start(change: Parameters<typeof appState>[0] = {}) {
  const fake = fakeIpc({
    'library.list': () => ok({ items: [], hasMore: false }),
    'app.getState': () => ok(appState(change)),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState(change) });
  const sound = { play: vi.fn(), prepare: vi.fn(), expect: vi.fn(), endLive: vi.fn(), settleLive: vi.fn() };
  const work = startWork(fake.ipc);
  const script = startScript(fake.ipc, session, work.drafts);
  const hear = vi.fn();
  const speech = createSpeechStore({ ipc: fake.ipc, session, ...work, script, sound, hear });
  script.getState().setText('Hello.');
  const sent = () =>
    fake.requests.filter((request) => request.route === 'speech.generate').map((request) => request.input);
  return { ...fake, ...work, session, script, speech, sound, sent, hear };
}

describe('generating', () => {
  test('sends text and settings to the active connection', async () => {
    const { speech, sent, answers } = start({
      connections: [PRACTICE, OWN],
      settings: { ...appState().settings, activeConnectionId: 'own' },
    });
    answers['speech.generate'] = () => ordered(job('a'));
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
    answers['speech.generateLines'] = (orders) =>
      ok(orders.map(({ line = null }, index) => ({ kind: 'job', job: job(`job${index}`, { line }) })));
    const { voice = null, speed = 1, extras = {} } = made?.sent ?? {};
    const request = { ...job('x').request, text: 'One.', voice, speed, extras };
    answers['library.getItem'] = () => ok(item('take', 1, { request }));
    await script.getState().addTakes(made?.id ?? '', ['take']);
    await speech.getState().generate();
    expect(hear.mock.calls).toEqual([[second?.id]]);
    emit('job.updated', job('job0', { state: 'failed', line: { scriptId: 'id1', lineId: second?.id ?? '' } }));
    await speech.getState().repeat();
    expect(hear).toHaveBeenCalledTimes(1);
  });

  test('plays each request from its first bytes until it is a take, and lists every take', async () => {
    const { speech, answers, emit, sound } = start();
    const ids = ['a', 'b'];
    answers['speech.generate'] = () => ordered(job(ids.shift() ?? ''));
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
    expect(speech.getState().takes.map((take) => take.id)).toEqual(['item-b', 'item-a']);
  });

  test('handles a job that ended before the reply, once', async () => {
    const { speech, answers, emit, sound } = start();
    const done = job('a', { state: 'done', itemIds: ['item-a'] });
    answers['speech.generate'] = () => {
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

  test('a job of another window or an older one only releases its bytes', async () => {
    const { speech, emit, sound } = start();
    emit('job.updated', job('stranger', { state: 'failed', error: appError('relay.failed') }));
    await settle();
    expect(speech.getState().problem).toBeNull();
    expect(sound.settleLive.mock.calls).toEqual([['stranger', null, false]]);
  });
});

describe('problems', () => {
  test('a failed job shows an alert; a new attempt clears it and removes the job from the screen', async () => {
    const { speech, answers, emit, requests, sent } = start();
    answers['speech.generate'] = () => ordered(job('a'));
    await speech.getState().generate();
    emit('job.updated', job('a', { state: 'unknown', error: appError('outcome.unknown') }));
    expect(speech.getState().problem).toMatchObject({ jobId: 'a', isWaiting: false });
    answers['speech.generate'] = () => ordered(job('b'));
    await speech.getState().repeat();
    expect(speech.getState().problem).toBeNull();
    expect(requests).toContainEqual({ route: 'jobs.dismiss', input: { id: 'a' } });
    expect(sent()).toHaveLength(2);
  });

  test('a job that waits for a rate limit shows that until it continues', async () => {
    const { speech, answers, emit } = start();
    answers['speech.generate'] = () => ordered(job('a'));
    await speech.getState().generate();
    emit('job.updated', job('a', { state: 'queued', error: appError('relay.rate_limited', { waitS: 7 }) }));
    expect(speech.getState().problem).toMatchObject({ isWaiting: true });
    emit('job.updated', job('a', { state: 'sending' }));
    expect(speech.getState().problem).toBeNull();
  });

  test('a refused request shows an alert at once and can be sent again', async () => {
    const { speech, answers } = start();
    answers['speech.generate'] = () => failure('practice.unavailable');
    await speech.getState().generate();
    expect(speech.getState().problem).toMatchObject({
      error: { code: 'practice.unavailable' },
      jobId: null,
      requests: [{ text: 'Hello.' }],
    });
  });

  test('a request that a closed app left open is shown at the start', () => {
    const { speech } = start({ jobs: [job('old', { state: 'unknown', error: appError('outcome.interrupted') })] });
    expect(speech.getState().problem?.jobId).toBe('old');
  });
});

describe('settings', () => {
  test('are saved shortly after they change, and before they are used', async () => {
    vi.useFakeTimers();
    const { speech, requests, answers } = start();
    answers['speech.generate'] = () => ordered(job('a'));
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
    answers['speech.generate'] = ({ again }) => (again ? ordered(job('b')) : ok({ kind: 'made', itemId: 'item-a' }));
    answers['library.getItem'] = ({ id }) => ok(item(id, 1));
    await speech.getState().generate();
    expect(sound.play.mock.calls.map(([played]) => played.id)).toEqual(['item-a']);
    expect(speech.getState().notice).toMatchObject({ kind: 'made' });
    expect(sent()).toHaveLength(1);
    await speech.getState().makeAgain();
    expect(sent().at(-1)).toMatchObject({ text: 'Hello.', again: true });
    expect(speech.getState()).toMatchObject({ notice: null });
  });

  test('that is running is not sent twice, and is shown until it ends', async () => {
    const { speech, answers, emit } = start();
    answers['speech.generate'] = () => ordered(job('a'));
    await speech.getState().generate();
    answers['speech.generate'] = () => ok({ kind: 'running', jobId: 'a' });
    await speech.getState().generate();
    expect(speech.getState().notice).toEqual({ kind: 'running' });
    emit('job.updated', job('a', { state: 'cancelled' }));
    expect(speech.getState().notice).toBeNull();
  });

  test.each([
    ['text', ({ script }: ReturnType<typeof start>) => script.getState().setText('Other.')],
    ['settings', ({ speech }: ReturnType<typeof start>) => speech.getState().change({ speed: 2 })],
  ])('another %s ends what was said of the one before', async (_, change) => {
    const started = start();
    const { speech, answers } = started;
    answers['speech.generate'] = () => ok({ kind: 'running', jobId: 'a' });
    await speech.getState().generate();
    change(started);
    expect(speech.getState().notice).toBeNull();
  });

  test('that failed is sent again without asking', async () => {
    const { speech, answers, sent } = start();
    answers['speech.generate'] = () => failure('practice.unavailable');
    await speech.getState().generate();
    await speech.getState().repeat();
    expect(sent().at(-1)).toMatchObject({ again: true });
  });
});

test('voices that were used are remembered', async () => {
  const { speech, session, answers } = start();
  answers['speech.generate'] = () => ordered(job('a'));
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
    const { speech, script, answers, emit, requests } = start();
    script.getState().setText('Anna: One\nBen: Two');
    let count = 0;
    answers['speech.generateLines'] = (orders) =>
      ok(orders.map(({ line = null, ...request }) => ({ kind: 'job', job: job(`j${++count}`, { request, line }) })));
    await speech.getState().generate();
    const orders = () => requests.flatMap(({ route, input }) => (route === 'speech.generateLines' ? [input] : []));
    expect(orders()).toMatchObject([[{ text: 'One' }, { text: 'Two' }]]);
    const line = { scriptId: script.getState().id, lineId: script.getState().lines[1]?.id ?? '' };
    const { request } = job('j2');
    emit('job.updated', job('j2', { state: 'failed', error: appError('relay.failed'), line, request }));
    expect(speech.getState().problem).toMatchObject({ jobId: 'j2' });
    script.getState().setText('Anna: One\nBen: Two\nCarla: New');
    script.getState().settle();
    await speech.getState().repeat();
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

test('Try again of a request from elsewhere sends that, and nothing of the script that is open', async () => {
  const { speech, script, answers, sent, requests } = start();
  script.getState().setText('Anna: One\nBen: Two');
  script.getState().settle();
  const { request } = job('sample');
  answers['speech.generate'] = () => failure('practice.unavailable');
  await speech.getState().generateRequest(request);
  await speech.getState().repeat();
  expect([sent().length, requests.some(({ route }) => route === 'speech.generateLines')]).toEqual([2, false]);
});

test('from 100 requests on a person is asked before any is sent', async () => {
  const { speech, script, requests } = start();
  script.getState().setText(Array.from({ length: 100 }, (_, i) => `Line ${i}`).join('\n'));
  script.getState().settle();
  const ordered = () => requests.filter(({ route }) => route === 'speech.generateLines').length;
  await speech.getState().generate();
  expect([speech.getState().asking?.count, ordered()]).toEqual([100, 0]);
  speech.getState().declineMany();
  expect([speech.getState().asking, ordered()]).toEqual([null, 0]);
});

test('before one line of 200 kB as well, each time', async () => {
  const { speech, script, answers, sent } = start();
  answers['speech.generate'] = () => ok({ kind: 'made', itemId: 'a' });
  script.getState().setText('A very long line without an end, '.repeat(6000));
  await speech.getState().generate();
  expect(speech.getState().asking?.count).toBeGreaterThan(100);
  expect(sent()).toEqual([]);
  await speech.getState().confirmMany();
  expect([speech.getState().asking, sent().length]).toEqual([null, 1]);
  await speech.getState().makeAgain();
  expect([speech.getState().asking?.sizeBytes, sent().length]).toEqual([197_999, 1]);
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
  answers['speech.generateLines'] = (orders) =>
    ok(
      orders.map(({ line = null, again: _again, ...request }) => {
        const one = job(`j${jobs.length + 1}`, { request, line });
        jobs.push(one);
        return { kind: 'job', job: one };
      }),
    );
  answers['library.getItem'] = ({ id }) => {
    const made = jobs.find((one) => one.itemIds[0] === id);
    return ok(item(id, 1, made && { request: made.request, line: made.line }));
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
  await speech.getState().repeat();
  const orders = requests.flatMap(({ route, input }) => (route === 'speech.generateLines' ? [input] : []));
  expect(orders.slice(1)).toMatchObject([[{ text: 'Line 37' }]]);
  function made(index: number): Partial<SpeechJob> {
    return { state: 'done', itemIds: [`take${index}`] };
  }
});
