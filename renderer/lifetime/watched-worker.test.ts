import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { FakeWorker } from '../testing/fake-worker.ts';
import { watchWorker } from './watched-worker.ts';

const MINUTE_MS = 60_000;

function watch({ isBusy = true } = {}) {
  const worker = new FakeWorker<string, string>();
  const messages: string[] = [];
  const deaths: string[] = [];
  const watched = watchWorker<string, string>(worker.asWorker(), {
    onMessage: (message) => messages.push(message),
    onDeath: (reason) => deaths.push(reason),
    isBusy: () => isBusy,
  });
  onTestFinished(watched.end);
  return { worker, watched, messages, deaths };
}

/** Lets time pass, with the messages between the two ends. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5000) {
    vi.advanceTimersByTime(5000);
    // Ports deliver their messages by tasks of their own.
    for (let i = 0; i < 4; i++) await new Promise(setImmediate);
  }
}

describe('a watched worker', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  test('passes messages both ways', () => {
    const { worker, watched, messages, deaths } = watch();
    watched.post('ask');
    worker.reply('answer');
    expect([worker.sent, messages, deaths]).toEqual([['ask'], ['answer'], []]);
  });

  test('that has thrown is terminated, and reported once', () => {
    const { worker, deaths } = watch();
    worker.die('first');
    worker.die('second');
    expect(deaths).toEqual(['first']);
    expect(worker.isTerminated).toBe(true);
  });

  test('that gives no sign of life at all is given up after a minute', async () => {
    const { worker, watched, deaths } = watch();
    watched.post('begin');
    await pass(0.9 * MINUTE_MS);
    expect(deaths).toEqual([]);
    await pass(0.5 * MINUTE_MS);
    expect(deaths).toEqual(['The worker no longer answers.']);
    expect(worker.isTerminated).toBe(true);
  });

  test('that is busy and silent for minutes is given up', async () => {
    const { worker, watched, deaths } = watch();
    worker.reply('begun');
    watched.post('hang');
    await pass(2.5 * MINUTE_MS);
    expect(deaths).toEqual([]);
    await pass(MINUTE_MS);
    expect(deaths).toEqual(['The worker no longer answers.']);
    expect(worker.isTerminated).toBe(true);
  });

  test('that computes for long is left alone while it answers, or reports progress', async () => {
    const answering = watch();
    answering.worker.answerWatchdog();
    answering.watched.post('compute');
    const reporting = watch();
    reporting.watched.post('compute');
    for (let minute = 0; minute < 20; minute++) {
      await pass(MINUTE_MS);
      reporting.worker.reply('progress');
    }
    expect([answering.deaths, reporting.deaths]).toEqual([[], []]);
  });

  test('that has nothing to do need not answer', async () => {
    const { watched, deaths } = watch({ isBusy: false });
    watched.post('done at once');
    await pass(20 * MINUTE_MS);
    expect(deaths).toEqual([]);
  });

  test('that is ended on purpose is not reported', async () => {
    const { worker, watched, deaths } = watch();
    watched.post('work');
    watched.end();
    worker.die();
    await pass(10 * MINUTE_MS);
    expect(deaths).toEqual([]);
    expect(worker.isTerminated).toBe(true);
  });
});
