import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { RouteOutput } from '../../shared/contract/index.ts';
import { appError } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { compileLexicon } from '../../shared/script/lexicon.ts';
import { linesOf } from '../../shared/script/lines.ts';
import { sentLines } from '../../shared/script/sent-text.ts';
import type { AuditionPlayer } from '../engines/audio/audition-player.ts';
import { createSessionStore } from '../shell/session-store.ts';
import { appState, fakeIpc, item, job, settle } from '../testing/fake-ipc.ts';
import { startScript, startWork } from '../testing/work.ts';
import { candidateState, MAX_VOICES } from './audition-candidates.ts';
import { createAuditionStore, firstLine } from './audition-store.ts';
import { createSpeechStore } from './speech-store.ts';

type Answer = RouteOutput<'speech.order'>[number];

const silentSound = () => ({
  play: vi.fn(),
  prepare: vi.fn(),
  expect: vi.fn(),
  awaits: () => false,
  endLive: vi.fn(),
  settleLive: vi.fn(),
});

/** Starts an audition whose sounds all load, with a player that only records calls. */
function start(answer: (voice: string) => Answer) {
  const fake = fakeIpc({
    'library.list': () => ok({ items: [], hasMore: false }),
    'library.getItem': ({ id }) => ok(item(id, 1)),
    'speech.order': (orders) => ok(orders.map(({ voice }) => answer(voice ?? ''))),
    'speech.findMade': (requests) => ok(requests.map(({ voice }) => (voice === 'made' ? 'old' : null))),
  });
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  const work = startWork(fake.ipc);
  const speech = createSpeechStore({
    ipc: fake.ipc,
    session,
    ...work,
    script: startScript(fake.ipc, session),
    sound: silentSound(),
    hear: vi.fn(),
  });
  const player: AuditionPlayer = {
    load: async () => true,
    flip: vi.fn(),
    stop: vi.fn(),
    clear: vi.fn(),
    playingId: () => null,
    positionS: () => 0,
    lengthS: () => 0,
    seek: vi.fn(),
    setVolume: vi.fn(),
    setEqual: vi.fn(),
    subscribe: () => () => true,
    dispose: vi.fn(),
  };
  const bar = createStore(() => ({ volume: 0.5 }));
  const audition = createAuditionStore({
    ipc: fake.ipc,
    session,
    speech,
    drafts: work.drafts,
    player,
    bar,
    random: () => 0,
  });
  audition.getState().open('A line.');
  return { ...fake, session, speech, audition, player, bar };
}

const sent = (voice: string): Answer => ({ kind: 'job', job: job(`job-${voice}`) });
const states = ({ audition, session }: ReturnType<typeof start>) =>
  audition.getState().candidates.map((one) => `${one.voice} ${candidateState(one, session.getState().jobs).state}`);

test('every voice gets a result: an existing take, a running job, a refusal or a new take', async () => {
  const one = start((voice) => (voice === 'made' ? { kind: 'made', itemId: 'old' } : sent(voice)));
  for (const voice of ['made', 'b', 'c']) one.audition.getState().toggleVoice(voice);
  await one.audition.getState().run();
  await settle();
  expect(states(one)).toEqual(['made ready', 'b running', 'c running']);
  one.emit('job.updated', job('job-b', { state: 'done', itemIds: ['item-b'] }));
  one.emit('job.updated', job('job-c', { state: 'failed', error: appError('reply.empty') }));
  await settle();
  expect(states(one)).toEqual(['made ready', 'b ready', 'c failed']);
});

test('why voices failed is hidden at once here and on the screen; each result keeps its reason', async () => {
  const one = start(sent);
  for (const voice of ['a', 'b']) one.audition.getState().toggleVoice(voice);
  await one.audition.getState().run();
  const error = appError('relay.voice_unknown');
  one.emit('job.updated', job('job-a', { state: 'failed', error }));
  one.audition.getState().dismissFailures();
  one.emit('job.removed', { id: 'job-a' });
  expect(one.requests.at(-1)).toEqual({ route: 'jobs.dismiss', input: { ids: ['job-a'] } });
  const [first] = one.audition.getState().candidates;
  expect(first && candidateState(first, one.session.getState().jobs)).toEqual({ state: 'failed', error });
  expect(states(one)).toEqual(['a failed', 'b running']);
});

test('each request has the editor’s settings except voice, line and an emotion that the voice lacks', async () => {
  const { audition, speech, requests } = start(sent);
  speech.getState().change({ voice: 'mine', speed: 1.5, format: 'mp3', extras: { emotion: 'angry', pitchRatio: 2 } });
  audition.getState().toggleVoice('zh_female_cancan_mars_bigtts');
  await audition.getState().run();
  expect(requests.findLast(({ route }) => route === 'speech.order')?.input).toEqual([
    {
      connectionId: 'practice',
      text: 'A line.',
      voice: 'zh_female_cancan_mars_bigtts',
      speed: 1.5,
      format: 'mp3',
      extras: { pitchRatio: 2 },
    },
  ]);
});

test('the number of requests is looked up, and again when a setting changes', async () => {
  vi.useFakeTimers();
  const { audition, speech } = start(sent);
  for (const voice of ['made', 'b', 'c']) audition.getState().toggleVoice(voice);
  expect(audition.getState().requestCount).toBeNull();
  await vi.advanceTimersByTimeAsync(1000);
  expect(audition.getState().requestCount).toBe(2);
  speech.getState().change({ speed: 2 });
  expect(audition.getState().requestCount).toBeNull();
  vi.useRealTimers();
});

test('a second press while takes are being made sends nothing, nor does a press without writable storage', async () => {
  const { audition, session, requests } = start(sent);
  const orders = () => requests.filter(({ route }) => route === 'speech.order').length;
  audition.getState().toggleVoice('a');
  session.setState({ storage: { isWritable: false, folder: '', reason: '' } });
  await audition.getState().run();
  expect(orders()).toBe(0);
  session.setState({ storage: { isWritable: true, folder: '', reason: '' } });
  await audition.getState().run();
  await audition.getState().run();
  expect(orders()).toBe(1);
});

describe('pages, keys and blindness', () => {
  async function startMany(count: number) {
    const one = start((voice) => ({ kind: 'made', itemId: voice }));
    const voices = Array.from({ length: count }, (_, i) => `v${i}`);
    for (const voice of voices) one.audition.getState().toggleVoice(voice);
    await one.audition.getState().run();
    await settle();
    return { ...one, voices };
  }

  test('no more than twenty voices', async () => {
    const { audition } = await startMany(25);
    expect(audition.getState().voices).toHaveLength(MAX_VOICES);
  });

  test('a key selects a result on the current page', async () => {
    const { audition, player } = await startMany(12);
    audition.getState().flip(0);
    audition.getState().setPage(5);
    audition.getState().flip(2);
    audition.getState().flip(3);
    expect(vi.mocked(player.flip).mock.calls).toEqual([['v0'], ['v11']]);
    expect(audition.getState().page).toBe(1);
  });

  test('blind mode shuffles all voices; their names are shown where they are, until the next comparison', async () => {
    const { audition, voices } = await startMany(12);
    const order = () => audition.getState().candidates.map(({ voice }) => voice);
    audition.getState().setBlind(true);
    const blind = order();
    expect(blind).not.toEqual(voices);
    expect(blind.toSorted()).toEqual(voices.toSorted());
    audition.getState().prefer('v3');
    expect(order()).toEqual(blind);
    expect(audition.getState()).toMatchObject({ isBlind: false, isRevealed: true, preferred: 'v3' });
    await audition.getState().run();
    expect(order()).toEqual(voices);
    expect(audition.getState()).toMatchObject({ isRevealed: false, preferred: null });
  });
});

test('an audition starts with the first line that is spoken, as it is sent: without its role', () => {
  const lineOf = (text: string): string =>
    firstLine(
      sentLines(
        { text, cast: [], lines: [] },
        linesOf(text),
        { voice: null, speed: 1, extras: {} },
        compileLexicon([]),
      ).map((sent) => ({ sent })),
    );
  expect(lineOf('\n  \n Hello. \nMore.')).toBe('Hello.');
  expect(lineOf('Anna: …\nBen: Let us go.\nAnna: Wait.\nBen: Now.')).toBe('Let us go.');
  expect(lineOf(' \n')).toBe('');
});

test('the volume of the player bar applies; the result heard last can be paused and moved in until others are shown', async () => {
  const { audition, player, bar } = start((voice) => ({ kind: 'made', itemId: voice }));
  expect(player.setVolume).toHaveBeenLastCalledWith(0.5);
  bar.setState({ volume: 0.2 });
  expect(player.setVolume).toHaveBeenLastCalledWith(0.2);
  audition.getState().toggleVoice('a');
  await audition.getState().run();
  await settle();
  audition.getState().flip(0);
  audition.getState().toggle();
  expect(player.flip).toHaveBeenCalledTimes(2);
  audition.getState().transport.seek(1.5);
  expect(player.seek).toHaveBeenLastCalledWith('a', 1.5);
  audition.getState().stop();
  expect(audition.getState().heard).toBeNull();
});

test('closing cancels nothing; cancelling closes nothing', async () => {
  const { audition, requests } = start(sent);
  audition.getState().toggleVoice('a');
  await audition.getState().run();
  audition.getState().open('');
  audition.getState().close();
  expect(requests.map(({ route }) => route)).not.toContain('jobs.cancel');
  audition.getState().open('');
  audition.getState().cancel();
  expect(requests.at(-1)).toMatchObject({ route: 'jobs.cancel', input: { id: 'job-a' } });
  expect(audition.getState().isOpen).toBe(true);
});

test('a role is auditioned on its own line with its own settings, and the next audition is for the screen again', async () => {
  const { audition, requests } = start(sent);
  const role = { name: 'Ben', voice: null, speed: 0.8, extras: { pitchRatio: 1.2 }, use: vi.fn() };
  audition.getState().open('Its longest line.', role);
  audition.getState().toggleVoice('a');
  await audition.getState().run();
  const generated = () => requests.filter(({ route }) => route === 'speech.order').at(-1)?.input;
  const asked = { text: 'Its longest line.', voice: 'a', speed: 0.8, extras: { pitchRatio: 1.2 } };
  expect(generated()).toMatchObject([asked]);
  audition.getState().open('Another');
  expect(audition.getState()).toMatchObject({ text: 'Its longest line.', role: null });
});

test('back leads from the results to the voices, then to the text; a voice that is used leads to the text', async () => {
  const { audition, speech, session } = start((voice) => ({ kind: 'made', itemId: voice }));
  audition.getState().addVoices(['a', 'b', 'a']);
  expect(audition.getState().voices).toEqual(['a', 'b']);
  await audition.getState().run();
  expect(audition.getState().isComparing).toBe(true);
  audition.getState().back();
  expect(audition.getState()).toMatchObject({ isOpen: true, isComparing: false });
  audition.getState().back();
  expect(audition.getState().isOpen).toBe(false);
  audition.getState().open('');
  audition.getState().use('typed');
  expect(audition.getState().isOpen).toBe(false);
  expect(speech.getState().voice).toBe('typed');
  expect(session.getState().settings.voices.custom).toEqual(['typed']);
});

test('the filters are kept as a draft, and come back', () => {
  const { audition } = start(sent);
  audition.getState().restore({ text: '', voices: [], filters: { accent: 'UK' } });
  expect(audition.getState().filters).toEqual({ accent: 'UK' });
});
