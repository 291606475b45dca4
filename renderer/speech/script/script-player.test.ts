import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SpeechJob } from '../../../shared/contract/jobs.ts';
import type { SpeechItem } from '../../../shared/contract/library.ts';
import { createTranslator } from '../../../shared/i18n/all.ts';
import { ok } from '../../../shared/result.ts';
import { createSequencePlayer } from '../../engines/audio/sequence/sequence-player.ts';
import { createPlayerStore, lineHeard, titleOf } from '../../player/player-store.ts';
import { createSessionStore } from '../../shell/session-store.ts';
import { appState, fakeIpc, item, job } from '../../testing/fake-ipc.ts';
import { fakePlayer } from '../../testing/player.ts';
import { type FakeSound, fakeOutput, fakeTakes } from '../../testing/sequence.ts';
import { createScriptPlayer } from './script-player.ts';
import { createScriptStore } from './script-store.ts';

const TARGET = { connectionId: 'practice', format: 'pcm' } as const;

/** A script whose first `made` lines have takes of one second. */
async function start(text: string, made: number, unreadable: readonly number[] = []) {
  const fake = fakeIpc();
  const items = new Map<string, SpeechItem>();
  let jobs = 0;
  let reading = Promise.resolve();
  fake.answers['scripts.takes'] = async ({ among }) => {
    await reading;
    return ok([...items.values()].filter(({ id }) => among?.includes(id) ?? true));
  };
  const asked = new Map<string, SpeechJob>();
  fake.answers['speech.order'] = (orders) =>
    ok(
      orders.map(({ line = null, again: _again, ...request }) => {
        const one = job(`job${++jobs}`, { request, line });
        asked.set(one.id, one);
        fake.emit('job.updated', one);
        return { kind: 'job', job: one };
      }),
    );
  const session = createSessionStore({ ipc: fake.ipc, initial: appState() });
  let ids = 0;
  const script = createScriptStore({
    ipc: fake.ipc,
    session,
    drafts: { keep: vi.fn(), keepNow: vi.fn() },
    base: { voice: 'shiny', speed: 1, extras: {} },
    makeId: () => `id${++ids}`,
  });
  onTestFinished(script.getState().dispose);
  const { engine, decoder } = fakePlayer();
  const player = createPlayerStore({ engine, decoder, peaks: { keep: vi.fn() }, session });
  const device = fakeOutput();
  const takes = fakeTakes((url): FakeSound => {
    const name = Number(url.match(/0*(\d+)\?/)?.[1]);
    return unreadable.includes(name) ? { seconds: 1, fails: 'unreadable' } : { seconds: 1 };
  });
  const peaks = { load: vi.fn(async () => ({ values: Int8Array.of(-20, 20, -100, 100), length: 2 })) };
  const scriptPlayer = createScriptPlayer({
    script,
    speech: { getState: () => ({ takes: [] }) },
    player,
    peaks,
    session,
    engine: createSequencePlayer({ openOutput: device.open, openTake: takes.open }),
    translate: () => createTranslator(session.getState().locale),
  });
  onTestFinished(scriptPlayer.dispose);
  const lineId = (number: number): string => script.getState().lines[number - 1]?.id ?? '';
  /** Gives a line its take. */
  const finish = async (number: number, change: Partial<SpeechItem> = {}): Promise<void> => {
    const line = script.getState().lines[number - 1] ?? expect.fail();
    const { sent, voice, speed, extras } = line.sent;
    const request = { ...TARGET, text: sent.text, voice, speed, extras };
    items.set(
      String(number),
      item(String(number), number, { request, line: { scriptId: script.getState().id, lineId: line.id }, ...change }),
    );
    await script.getState().addTakes(line.id, [String(number)]);
  };
  /** Ends a job with a take. */
  const endJob = (jobId: string, takeId: string): void => {
    const one = asked.get(jobId) ?? expect.fail();
    items.set(takeId, item(takeId, 1, { request: one.request, line: one.line }));
    fake.emit('job.updated', { ...one, state: 'done', itemIds: [takeId] });
  };
  /** Lets the takes that are read from now on wait. */
  const holdReading = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    reading = promise;
    return resolve;
  };
  script.getState().begin(text);
  script.getState().setCast(['Anna', 'Ben'].map((name, colour) => ({ name, extras: {}, colour })));
  for (let number = 1; number <= made; number++) await finish(number);
  const pass = (seconds: number): Promise<unknown> => vi.advanceTimersByTimeAsync(seconds * 1000);
  const bar = () => player.getState();
  const title = (): string | undefined => titleOf(bar());
  return {
    ...fake,
    session,
    script,
    player,
    engine,
    scriptPlayer,
    lineId,
    finish,
    endJob,
    holdReading,
    pass,
    bar,
    title,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

describe('a script that is heard', () => {
  it('begins by itself with a line that was just requested, unless something is heard', async () => {
    const { scriptPlayer, script, bar, title, lineId, endJob, pass } = await start('One\nTwo\nThree', 1);
    await script.getState().request(TARGET, [lineId(2), lineId(3)]);
    scriptPlayer.playIfSilent(lineId(2));
    await pass(0.04);
    expect([title(), bar().guest?.isWaiting]).toEqual(['Line 2', true]);
    endJob('job1', '2');
    await pass(0.2);
    expect([title(), bar().guest?.isWaiting]).toEqual(['Line 2', false]);
    scriptPlayer.playIfSilent(lineId(3));
    await pass(0.2);
    expect(title()).toBe('Line 2');
  });

  it('is in the bar line by line, with the position and the length of the whole', async () => {
    const { scriptPlayer, script, bar, title, lineId, pass } = await start('Anna: One\nTwo\nBen: Three', 3);
    script.getState().changeLine(lineId(2), { pauseAfterMs: 1000 });
    scriptPlayer.playFrom(lineId(2));
    await pass(0.53);
    expect([title(), bar().guest?.isPlaying, lineHeard(bar())]).toEqual([
      'Line 2',
      true,
      { scriptId: script.getState().id, lineId: lineId(2) },
    ]);
    expect(bar().guest?.transport.positionS()).toBeCloseTo(1.8);
    expect(bar().guest?.transport.lengthS()).toBeCloseTo(1 + 0.3 + 1 + 1 + 1);
    expect(bar().guest?.script?.isEstimated).toBe(false);
    await pass(1.6);
    expect([title(), lineHeard(bar())?.lineId]).toEqual(['Line 3 · Ben', lineId(3)]);
    bar().seek(0.5);
    await pass(0.04);
    expect(title()).toBe('Line 1 · Anna');
    bar().guest?.script?.step(1);
    await pass(0.04);
    expect(title()).toBe('Line 2');
    bar().toggle();
    expect(bar().guest?.isPlaying).toBe(false);
    scriptPlayer.toggle(lineId(2));
    expect(bar().guest?.isPlaying).toBe(true);
    await pass(5);
    expect([bar().guest?.isPlaying, title()]).toEqual([false, 'Line 3 · Ben']);
  });

  it('goes on with a line that is made meanwhile, and says what it waits for and what it skipped', async () => {
    const { scriptPlayer, script, bar, lineId, finish, endJob, holdReading, pass } = await start(
      'One\nTwo\nThree\n…\nFive',
      1,
    );
    expect((await script.getState().request(TARGET, [lineId(2)])).error).toBeNull();
    scriptPlayer.playFrom();
    await pass(3);
    expect(bar().guest).toMatchObject({ note: 'Generating line 2…', isWaiting: true, isPlaying: true });
    expect(bar().guest?.script?.isEstimated).toBe(true);
    const read = holdReading();
    endJob('job1', '2');
    // The take is read when it is already known that there is one.
    await pass(0.2);
    expect(bar().guest).toMatchObject({ note: 'Generating line 2…', isPlaying: true });
    read();
    await finish(5);
    await pass(0.2);
    expect(bar().guest).toMatchObject({ note: '', isWaiting: false, title: 'Line 2' });
    await pass(1.5);
    expect(bar().guest).toMatchObject({ title: 'Line 5', note: '1 line without sound skipped' });
  });

  it('passes over a line whose file is gone, and says so', async () => {
    const { scriptPlayer, bar, pass } = await start('One\nTwo\nThree', 3, [2]);
    scriptPlayer.playFrom();
    await pass(2);
    expect(bar().guest).toMatchObject({ title: 'Line 3', note: 'Line 2 skipped: its sound cannot be read' });
  });

  it('passes over a take that was cut off, and does not take its length for that of the line', async () => {
    const { scriptPlayer, bar, finish, pass } = await start('One\nTwo\nThree', 1);
    await finish(2, { isComplete: false });
    await finish(3);
    expect(scriptPlayer.timeline().lines.map(({ isEstimated }) => isEstimated)).toEqual([false, true, false]);
    scriptPlayer.playFrom();
    await pass(2);
    expect(bar().guest).toMatchObject({ title: 'Line 3', note: '1 line without sound skipped' });
  });

  it('has lines with the times of subtitles on these', async () => {
    const { scriptPlayer, script, bar, title, lineId, pass } = await start('One\nTwo\nThree', 3);
    script.getState().changeLine(lineId(2), { cue: { startMs: 2500, endMs: 3000 } });
    script.getState().changeLine(lineId(3), { cue: { startMs: 3200, endMs: 4000 } });
    scriptPlayer.playFrom();
    await pass(2.4);
    expect(title()).toBe('Line 1');
    await pass(0.2);
    expect(title()).toBe('Line 2');
    expect(bar().guest?.transport.lengthS()).toBeCloseTo(4.5);
    await pass(0.8);
    expect(title()).toBe('Line 2');
    await pass(0.2);
    expect(title()).toBe('Line 3');
  });

  it('repeats a line, by itself or by a selection in the bar', async () => {
    const { scriptPlayer, bar, title, lineId, pass } = await start('One\nTwo\nThree', 3);
    scriptPlayer.loopLine(lineId(2));
    await pass(3);
    expect([title(), bar().guest?.script?.isLooping]).toEqual(['Line 2', true]);
    expect(bar().guest?.transport.snapshot().loop).toEqual({ fromS: expect.closeTo(1.3), toS: expect.closeTo(2.3) });
    bar().setLoop({ fromS: 0.2, toS: 0.4 });
    await pass(3);
    expect([title(), bar().guest?.script?.isLooping]).toEqual(['Line 1', true]);
    bar().setLoop(null);
    await pass(1.4);
    expect(title()).toBe('Line 2');
  });

  it('follows edits of its text; another script, or another sound, ends it', async () => {
    const { scriptPlayer, script, bar, title, lineId, pass, engine } = await start('One\nTwo\nThree', 3);
    scriptPlayer.playFrom(lineId(2));
    await pass(0.2);
    script.getState().setText('Zero\nOne\nTwo\nThree');
    script.getState().settle();
    expect(title()).toBe('Line 3');
    bar().play(item('9', 9));
    expect([bar().guest, lineHeard(bar()), engine.snapshot().isPlaying]).toEqual([null, null, true]);
    scriptPlayer.playFrom(lineId(3));
    await pass(0.2);
    expect([title(), engine.snapshot().isPlaying]).toEqual(['Line 3', false]);
    script.getState().begin('Another');
    expect(bar().guest).toBeNull();
  });

  it('takes a take along no further than its script, unless it sounds', async () => {
    const { script, bar, engine } = await start('One\nTwo', 0);
    bar().play(item('1', 1));
    script.getState().begin('Another');
    expect(bar().item?.id).toBe('1');
    engine.pause();
    script.getState().begin('A third one');
    expect(bar().item).toBeNull();
  });

  it('follows rate and language of the window', async () => {
    const { scriptPlayer, session, bar, title, lineId, pass } = await start('One\nTwo\nThree', 3);
    bar().setRate(2);
    scriptPlayer.playFrom();
    await pass(0.03 + 0.65 + 0.1);
    expect([title(), bar().guest?.hasRate]).toEqual(['Line 2', true]);
    session.setState({ locale: 'zh' });
    expect([title(), lineHeard(bar())?.lineId]).toEqual(['第 2 行', lineId(2)]);
  });
});
