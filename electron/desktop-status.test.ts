import { expect, test, vi } from 'vitest';
import { editJob, job } from '../renderer/testing/fake-ipc.ts';
import type { Job } from '../shared/contract/jobs.ts';
import { appError } from '../shared/errors.ts';
import { createDesktopStatus, type Desktop } from './desktop-status.ts';

function start(change: Partial<Desktop> = {}) {
  const showRunning = vi.fn<Desktop['showRunning']>();
  const stayAwake = vi.fn<Desktop['stayAwake']>();
  const notify = vi.fn<Desktop['notify']>();
  const open = vi.fn<Desktop['open']>();
  const status = createDesktopStatus({
    showRunning,
    stayAwake,
    isWatched: () => false,
    isNotifying: () => true,
    locale: () => 'en',
    notify,
    open,
    ...change,
  });
  /** Takes a job from queued to its end. */
  const run = (one: Job, end: Partial<Job>): void => {
    status.follow(one);
    status.follow({ ...one, ...end } as Job);
  };
  return {
    status,
    showRunning,
    stayAwake,
    notify,
    open,
    run,
    titles: () => notify.mock.calls.map(([{ title }]) => title),
  };
}

const DONE: Partial<Job> = { state: 'done', endedAtMs: 20_000, itemIds: ['a'] };

test('the taskbar shows the number of running jobs, from the first to the last', () => {
  const { status, showRunning } = start();
  status.follow(job('a'));
  status.follow(editJob('b', { state: 'sending' }));
  status.follow(job('a', { state: 'done' }));
  status.follow(editJob('b', { state: 'cancelled' }));
  expect(showRunning.mock.calls).toEqual([[1], [2], [1], [0]]);
  status.refresh();
  expect(showRunning).toHaveBeenLastCalledWith(0);
});

test('the computer stays awake while requests are on their way, not while they wait', () => {
  const { status, stayAwake } = start();
  status.follow(job('a', { state: 'queued' }));
  expect(stayAwake).not.toHaveBeenCalled();
  for (const state of ['sending', 'receiving', 'queued', 'sending', 'saving'] as const)
    status.follow(job('a', { state }));
  status.follow(editJob('b', { state: 'sending' }));
  status.follow(job('a', { state: 'done' }));
  status.follow(editJob('b', { state: 'failed' }));
  expect(stayAwake.mock.calls).toEqual([[true], [false], [true], [false]]);
});

test('the notification of an ended job quotes its request; a click opens the result', () => {
  const { run, notify, open } = start();
  run(editJob('a'), DONE);
  expect(notify).toHaveBeenCalledWith({ title: 'Edit finished', body: 'Erase the cup' }, expect.any(Function));
  notify.mock.calls[0]?.[1]();
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', itemIds: ['a'] }));
});

// attack 55
test('a notification has no characters that turn or hide its words', () => {
  const { run, notify } = start();
  const one = editJob('a');
  run({ ...one, request: { ...one.request, prompt: '\u202eErase\u0007 the\ncup\u2066' } } as Job, DONE);
  expect(notify).toHaveBeenCalledWith({ title: 'Edit finished', body: 'Erase the cup' }, expect.any(Function));
});

test('notifies of long speech requests and of every edit; a failure states its reason', () => {
  const { run, titles } = start();
  run(job('short'), { ...DONE, endedAtMs: 9000 });
  run(job('long'), DONE);
  run(editJob('quick'), { ...DONE, endedAtMs: 2 });
  run(editJob('bad'), { state: 'failed', error: appError('relay.key_refused') });
  expect(titles()).toEqual(['Speech finished', 'Edit finished', 'The relay refused the key']);
});

test('does not notify again of a job whose reply is read again, or whose missing result came later', () => {
  const { status, run, titles } = start();
  run(editJob('a'), { state: 'failed', error: appError('result.lost') });
  run(editJob('a', { state: 'receiving' }), DONE);
  status.follow(editJob('a', { state: 'done', itemIds: ['a'] }));
  expect(titles()).toHaveLength(1);
});

test('does not notify of cancelled jobs, of jobs from an earlier run, while the window is watched, or when switched off', () => {
  const quiet = start();
  quiet.run(editJob('a'), { state: 'cancelled' });
  quiet.status.follow(editJob('old', { state: 'unknown' }));
  const watched = start({ isWatched: () => true });
  watched.run(editJob('a'), DONE);
  const off = start({ isNotifying: () => false });
  off.run(editJob('a'), DONE);
  for (const { notify } of [quiet, watched, off]) expect(notify).not.toHaveBeenCalled();
});
